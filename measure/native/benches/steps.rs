//! Native time of a step of the cloth, and of the pieces that steps consist of. `npm run bench`
//! runs this, measures the same cloths in Chromium and prints everything.
//!
//! A benchmark's name is question/parameters, with the parameters as in a page's address; a piece's
//! name is group/name/element. The elements of steps are springs times steps. Every sample takes
//! the same steps from the same state.

#[cfg(not(target_arch = "wasm32"))]
#[path = "../../../tests/common/surfaces.rs"]
mod surfaces;

#[cfg(not(target_arch = "wasm32"))]
#[path = "../src/lib.rs"]
mod pieces;

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use super::{pieces, surfaces};
    use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
    use springlab::{Simulation, System, Value};
    use std::time::{Duration, Instant};

    /// Springs times steps in a sample: about 10 ms, enough for any clock.
    const WORK: usize = 2_000_000;

    /// Steps of a sample of implicit methods: the first second at 1/60 s, as their time depends on
    /// the motion.
    const SECOND: usize = 60;

    /// Particles along each side of cloths with about 10², 10³, 10⁴, 10⁵ and 10⁶ springs.
    const SIDES: [u32; 5] = [6, 17, 51, 159, 501];

    pub fn main() {
        let mut criterion = Criterion::default()
            .sample_size(15)
            .nresamples(1000)
            .warm_up_time(Duration::from_millis(100))
            .measurement_time(Duration::from_millis(200))
            .configure_from_args();
        let by_size = |springs| WORK.div_ceil(springs);
        ask(&mut criterion, "default", &["width=40&height=30".into()], by_size);
        ask(&mut criterion, "methods", &methods(), by_size);
        ask(&mut criterion, "implicit", &["5e3", "1e8"].map(stiff), |_| SECOND);
        ask(
            &mut criterion,
            "size",
            &SIDES.map(|side| format!("width={side}&height={side}&substeps=1&precision=double")),
            by_size,
        );
        take_apart(&mut criterion);
        criterion.final_summary();
        print_surfaces();
        print_bytes(open("").system().expect("a cloth is mechanical"));
    }

    /// Every method that the scene offers, with a time step at which all of them stay stable in a
    /// sample.
    fn methods() -> Vec<String> {
        let cloth = open("");
        let mut records = cloth.parameters().iter();
        let method = records.find(|record| record.key == "method").expect("a cloth has a method");
        method.kind.options().map(|(id, _)| format!("method={id}&timeStepSize=0.002")).collect()
    }

    fn stiff(stiffness: &str) -> String {
        format!("method=implicit-euler&timeStepSize=0.01667&stiffness={stiffness}")
    }

    fn ask(criterion: &mut Criterion, question: &str, cloths: &[String], steps: impl Fn(usize) -> usize) {
        let mut group = criterion.benchmark_group(question);
        group.sampling_mode(SamplingMode::Flat);
        for parameters in cloths {
            let mut cloth = open(parameters);
            let springs = cloth.system().expect("a cloth is mechanical").springs.len();
            let steps = steps(springs);
            group.throughput(Throughput::Elements((springs * steps) as u64));
            group.bench_function(BenchmarkId::from_parameter(parameters), |bencher| {
                bencher.iter_custom(|samples| (0..samples).map(|_| time(&mut cloth, steps)).sum());
            });
        }
    }

    fn take_apart(criterion: &mut Criterion) {
        for mut piece in pieces::pieces() {
            let (size, each) = piece.size;
            let mut group = criterion.benchmark_group(piece.group);
            group.throughput(Throughput::Elements(size as u64));
            group.bench_function(BenchmarkId::new(piece.name, each), |bencher| bencher.iter(&mut piece.work));
        }
    }

    fn open(parameters: &str) -> Simulation {
        let mut cloth = Simulation::new("cloth").expect("there is a cloth");
        for (key, value) in parameters.split('&').filter_map(|pair| pair.split_once('=')) {
            let value = value.parse().map_or_else(|_| value.into(), Value::Number);
            cloth.set(key, value).expect("a cloth takes these parameters");
        }
        cloth
    }

    /// Measures steps after the first one, which touches memory for the first time.
    fn time(cloth: &mut Simulation, steps: usize) -> Duration {
        let steps = u32::try_from(steps).expect("some thousand steps");
        cloth.restart();
        cloth.step(1).expect("stable");
        let start = Instant::now();
        cloth.step(steps).expect("stable");
        start.elapsed()
    }

    /// Prints linear systems and ms per step of 1/30 s on surfaces that crumple, with Newton's
    /// method.
    fn print_surfaces() {
        const STEPS: u32 = 5;
        for (name, obj, held) in surfaces::all(10) {
            for method in ["implicit-euler", "implicit-midpoint"] {
                let mut mesh = Simulation::new("mesh").expect("there are meshes");
                mesh.load_mesh(&obj, &format!("{{\"pinned\": {held:?}}}")).expect("a surface is a mesh");
                for (key, value) in [("stiffness", 1e5), ("timeStepSize", 1.0 / 30.0)] {
                    mesh.set(key, value).expect("within the range");
                }
                mesh.set("method", method).expect("a mesh has implicit methods");
                mesh.set("solver", "newton").expect("they can be solved");
                let (mut most, mut systems, start) = (0, 0, Instant::now());
                for _ in 0..STEPS {
                    mesh.step(1).expect("every step has a solution");
                    let count = mesh.solver().expect("an implicit method").len();
                    (most, systems) = (most.max(count), systems + count);
                }
                let cost = start.elapsed().as_secs_f64() / f64::from(STEPS) * 1e3;
                println!("{name}, {method}: {} systems a step, at most {most}; {cost:.0} ms", systems / STEPS as usize);
            }
        }
    }

    /// Prints the bytes of the core's buffers per particle and spring, including those of
    /// symplectic Euler.
    fn print_bytes(System { particles, springs, .. }: &System) {
        let accelerations = &particles.positions; // of the same type
        let particle = element(&particles.positions)
            + element(&particles.velocities)
            + element(&particles.inverse_masses)
            + element(accelerations);
        let spring = element(&springs.endpoints)
            + element(&springs.rest_lengths)
            + element(&springs.stiffnesses)
            + element(&springs.dampings);
        println!("bytes a particle: {particle}, a spring: {spring}");
    }

    fn element<T>(_: &[T]) -> usize {
        size_of::<T>()
    }
}

fn main() {
    #[cfg(not(target_arch = "wasm32"))]
    native::main();
}
