//! Force evaluations and linear systems, against counts by hand.

use springlab::{Effort, Simulation, integrators::METHODS};

/// A scene with a method and other parameters.
fn open(scene: &str, method: &str, values: &[(&str, f64)]) -> Simulation {
    let mut simulation = Simulation::new(scene).unwrap();
    simulation.set("method", method).unwrap();
    for (key, value) in values {
        simulation.set(key, *value).unwrap();
    }
    simulation
}

/// Evaluations of a step of a method that solves nothing and does not choose its steps.
fn stages(id: &str) -> Option<u64> {
    let method = METHODS.iter().find(|method| method.id == id).unwrap();
    let counted = method.is_adaptive() || method.settings.contains(&"solver");
    (!counted).then_some(u64::from(method.stages))
}

#[test]
fn explicit_methods_evaluate_their_stages_in_every_step() {
    let mut seen = 0;
    for (scene, values) in [
        ("damper", vec![]),
        ("verlet", vec![]),
        ("follower", vec![]),
        ("phase", vec![]),
        ("cloth", vec![("width", 6.0), ("timeStepSize", 0.001)]),
    ] {
        for method in METHODS {
            let mut simulation = Simulation::new(scene).unwrap();
            let Some(stages) = stages(method.id).filter(|_| simulation.set("method", method.id).is_ok()) else {
                continue;
            };
            for (key, value) in &values {
                simulation.set(key, *value).unwrap();
            }
            simulation.step(1).unwrap();
            simulation.step(69).unwrap();
            let Effort { steps, evaluations, solves } = simulation.effort();
            assert_eq!((steps, solves), (70, 0), "{scene}, {}", method.id);
            // RATTLE takes a step in halves where a link turns far
            let halved = scene == "verlet" && method.id == "rattle" && evaluations > 70;
            assert!(halved || evaluations == 70 * stages, "{scene}, {}: {evaluations}", method.id);
            seen += 1;
        }
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn substeps_count_each() {
    let mut damper = open("damper", "heun", &[]);
    damper.set("substeps", "5").unwrap();
    damper.step(20).unwrap();
    assert_eq!(damper.effort(), Effort { steps: 20, evaluations: 20 * 5 * 2, solves: 0 });
}

#[test]
fn runge_kutta_45_counts_rejected_steps() {
    for scene in ["damper", "phase"] {
        let mut simulation = open(scene, "runge-kutta-45", &[("timeStepSize", 1.0), ("tolerance", 1e-9)]);
        let (mut evaluations, mut rejected) = (0, 0);
        for _ in 0..20 {
            simulation.step(1).unwrap();
            let own = simulation.accepted_steps().unwrap().len() as u64;
            let failed = u64::from(simulation.rejected_steps().unwrap());
            evaluations += 1 + 6 * (own + failed);
            rejected += failed;
        }
        assert!(rejected > 0, "{scene}");
        assert_eq!(simulation.effort(), Effort { steps: 20, evaluations, solves: 0 }, "{scene}");
    }
}

#[test]
fn implicit_methods_solve_one_system_per_step_or_as_many_as_newton_needs() {
    for method in METHODS.iter().filter(|method| method.settings.contains(&"solver")) {
        let mut chain = open("chain", method.id, &[("particles", 5.0)]);
        chain.step(30).unwrap();
        assert_eq!(chain.effort(), Effort { steps: 30, evaluations: 30, solves: 30 }, "{}", method.id);
        chain.set("solver", "newton").unwrap();
        let (mut evaluations, mut solves) = (0, 0);
        for _ in 0..30 {
            chain.step(1).unwrap();
            let systems = chain.solver().unwrap();
            assert!(systems.iter().all(|system| !system.limited), "{}", method.id);
            // at the start of the step, after each system, and after each shorter correction
            let halvings: u32 = systems.iter().map(|system| system.halvings).sum();
            evaluations += 1 + systems.len() as u64 + u64::from(halvings);
            solves += systems.len() as u64;
        }
        assert!(solves > 60, "{}: {solves}", method.id);
        assert_eq!(chain.effort(), Effort { steps: 30, evaluations, solves }, "{}", method.id);
    }
}

#[test]
fn closed_formulas_evaluate_nothing() {
    let mut oscillator = open("oscillator", "exact", &[]);
    oscillator.step(50).unwrap();
    assert_eq!(oscillator.effort(), Effort { steps: 50, ..Effort::default() });
}

/// It is no part of the state: steps that are taken again count again, so that evaluations per step
/// stay right.
#[test]
fn the_count_begins_anew_with_every_change_of_a_parameter() {
    let mut damper = open("damper", "runge-kutta-4", &[]);
    damper.step(10).unwrap();
    let (moment, bytes) = (damper.moment(), damper.snapshot());
    damper.step(5).unwrap();
    assert_eq!(damper.effort(), Effort { steps: 15, evaluations: 60, solves: 0 });
    damper.go_to(&moment).unwrap();
    damper.step(5).unwrap();
    assert_eq!(damper.effort(), Effort { steps: 20, evaluations: 80, solves: 0 });
    damper.set("stiffness", 7.0).unwrap();
    assert_eq!(damper.effort(), Effort::default());
    damper.set("method", "heun").unwrap();
    damper.step(3).unwrap();
    // to a moment with another method
    damper.go_to(&moment).unwrap();
    damper.step(2).unwrap();
    assert_eq!(damper.effort(), Effort { steps: 2, evaluations: 8, solves: 0 });
    damper.restart();
    assert_eq!(damper.effort(), Effort::default());
    damper.set("method", "heun").unwrap();
    damper.step(3).unwrap();
    damper.restore(&bytes).unwrap();
    damper.step(1).unwrap();
    assert_eq!(damper.effort(), Effort { steps: 1, evaluations: 4, solves: 0 });
}
