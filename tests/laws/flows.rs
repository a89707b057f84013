//! First-order fields: decay, rotation, the phase plane; stability functions.

use glam::{DMat2, DVec2, DVec3};
use num_complex::Complex64;
use springlab::{
    Flow, Kind, Settings, Simulation,
    exact::planar_exponential,
    integrators::{METHODS, Offer, exact},
    observed_order, scenes,
};

fn decay(method: &str, rate: f64, step: f64) -> Simulation {
    simulation!("decay", method = method, rate = rate, timeStepSize = step)
}

fn x(simulation: &Simulation) -> f64 {
    simulation.particles().positions[0].x
}

/// Values at the start and after each of 40 steps.
fn values(simulation: &mut Simulation) -> Vec<f64> {
    let mut list = vec![x(simulation)];
    for _ in 0..40 {
        simulation.step(1).unwrap();
        list.push(x(simulation));
    }
    list
}

#[test]
fn decay_is_monotone_below_1_over_k_oscillates_below_2_over_k_and_diverges_above() {
    let rate = 5.0;
    let run = |part: f64| values(&mut decay("explicit-euler", rate, part / rate));
    let monotone = run(0.9);
    assert!(monotone.windows(2).all(|pair| 0.0 < pair[1] && pair[1] < pair[0]), "{monotone:?}");
    let oscillating = run(1.5);
    assert!(oscillating.windows(2).all(|pair| pair[0] * pair[1] < 0.0 && pair[1].abs() < pair[0].abs()));
    let diverging = run(2.1);
    assert!(diverging.windows(2).all(|pair| pair[0] * pair[1] < 0.0 && pair[1].abs() > pair[0].abs()));
    let mut simulation = decay("explicit-euler", rate, 0.1);
    assert!((simulation.step_limit() - 2.0 / rate).abs() < 1e-12, "{} s", simulation.step_limit());
}

/// |R(iΔt)| a step on ẋ = (−x₂, x₁).
#[test]
fn the_radius_grows_by_the_factor_of_each_method() {
    for h in [0.01, 0.1, 0.5_f64] {
        let (h2, h4) = (h * h, h.powi(4));
        for (id, squared) in [
            ("explicit-euler", 1.0 + h2),
            ("runge-kutta-2", 1.0 + 0.25 * h4),
            ("runge-kutta-4", 1.0 - h2.powi(3) / 72.0 + h4 * h4 / 576.0),
            ("implicit-euler", 1.0 / (1.0 + h2)),
            ("implicit-midpoint", 1.0),
            ("exact", 1.0),
        ] {
            let mut simulation = simulation!("rotation", method = id, timeStepSize = h);
            simulation.step(60).unwrap();
            let (actual, expected) = (simulation.particles().positions[0].length(), squared.powi(30));
            // sixty roundings
            assert!((actual / expected - 1.0).abs() < 1e-13, "{id}, {h} s: {actual} instead of {expected}");
        }
    }
}

#[test]
fn exact_steps_are_the_closed_forms_of_rotation_and_decay() {
    let mut turning = simulation!("rotation", method = "exact");
    turning.step(1000).unwrap();
    let expected = DVec3::new(100.0_f64.cos(), 100.0_f64.sin(), 0.0);
    assert!((turning.particles().positions[0] - expected).length() < 1e-12);
    let mut decaying = decay("exact", 3.0, 0.7);
    decaying.step(10).unwrap();
    assert!((x(&decaying) / (-21.0_f64).exp() - 1.0).abs() < 1e-13);
}

#[test]
fn tracers_have_the_velocity_of_the_field_also_after_a_hand_has_moved_them() {
    let mut simulation = Simulation::new("rotation").unwrap();
    simulation.set_position(0, DVec3::new(2.0, 3.0, 0.0)).unwrap();
    assert_eq!(simulation.particles().velocities[0], DVec3::new(-3.0, 2.0, 0.0));
    simulation.hold(0, DVec3::new(1.0, 1.0, 0.0), 0.0).unwrap();
    simulation.step(10).unwrap();
    assert_eq!(simulation.particles().positions[0], DVec3::new(1.0, 1.0, 0.0), "a held tracer stays");
    simulation.hold(0, DVec3::new(2.0, 1.0, 0.0), 0.4).unwrap();
    simulation.step(1).unwrap();
    assert!((simulation.particles().positions[0].x - 1.25).abs() < 1e-15, "after one of four steps to x = 2");
    simulation.step(3).unwrap();
    assert_eq!(simulation.particles().positions[0], DVec3::new(2.0, 1.0, 0.0));
    let refused = simulation.set_velocity(0, DVec3::X).unwrap_err().to_string();
    assert_eq!(refused, r#"The scene "rotation" has no velocities to set."#);
    simulation.hold(0, DVec3::new(1.0, 1.0, 0.0), 0.0).unwrap();
    simulation.release(DVec3::ZERO).unwrap();
    simulation.step(1).unwrap();
    assert!(simulation.particles().positions[0].distance(DVec3::new(1.0, 1.0, 0.0)) > 0.1);
}

#[test]
fn field_samples_are_the_matrix_times_the_point() {
    let flow = Flow::new(DMat2::from_cols(DVec2::new(1.0, 2.0), DVec2::new(3.0, 4.0)), []);
    let samples = flow.samples([DVec2::new(-1.0, 0.0), DVec2::new(1.0, 1.0)], [3, 2]);
    assert_eq!(samples.len(), 24);
    assert_eq!(samples[..4], [-1.0, 0.0, -1.0, -2.0]);
    assert_eq!(samples[20..], [1.0, 1.0, 4.0, 6.0]);
}

/// Area of a polygon by the shoelace formula.
fn area(points: &[DVec3]) -> f64 {
    (0..points.len()).map(|i| points[i].truncate().perp_dot(points[(i + 1) % points.len()].truncate())).sum::<f64>()
        / 2.0
}

/// A step is a linear map: it multiplies the area of the polygon of tracers by its determinant.
#[test]
fn symplectic_methods_keep_the_area_of_a_cloud_of_states_and_the_others_do_not() {
    for method in Offer::PhasePlane.methods() {
        let mut simulation = simulation!("phase", method = method.id);
        let before = area(&simulation.particles().positions);
        simulation.step(400).unwrap();
        let change = (area(&simulation.particles().positions) / before - 1.0).abs();
        if method.symplectic {
            assert!(change < 1e-12, "{}: the area changed by {change}", method.id);
        } else {
            assert!(change > 1e-8, "{}: the area changed by {change} only", method.id);
        }
    }
}

#[test]
fn the_phase_plane_is_the_damped_oscillator() {
    let [stiffness, damping, mass] = [2.0, 0.3, 1.5];
    let mut simulation = simulation!("phase", stiffness = stiffness, damping = damping, mass = mass, method = "exact");
    let start = simulation.particles().positions[5];
    simulation.step(60).unwrap();
    let oscillator = springlab::exact::DampedOscillator { mass, stiffness, damping };
    let (u, rate) = oscillator.motion((start.x, start.y), 3.0);
    assert!((simulation.particles().positions[5] - DVec3::new(u, rate, 0.0)).length() < 1e-13);
}

/// The field A = ((0, −2), (1, 0.1)) 1/s with b = (0.5, 1) 1/s and Ω = 3 rad/s.
fn varying_field() -> Flow {
    let a = DMat2::from_cols(DVec2::new(0.0, 1.0), DVec2::new(-2.0, 0.1));
    Flow { drive: DVec2::new(0.5, 1.0), angular_frequency: 3.0, ..Flow::new(a, [DVec2::new(1.0, -0.5)]) }
}

/// x(t₀ + h) = e^(hA) x + ∫ e^((h − s)A) b cos Ω(t₀ + s) ds, the integral by Simpson's rule.
fn variation_of_constants(flow: &Flow, h: f64) -> DVec2 {
    let term =
        |s: f64| planar_exponential(flow.matrix, h - s) * flow.drive * (flow.angular_frequency * (flow.time + s)).cos();
    let (n, mut sum) = (2000, DVec2::ZERO);
    for i in 0..n {
        let [left, middle, right] = [0.0, 0.5, 1.0].map(|part| (f64::from(i) + part) * h / f64::from(n));
        sum += (term(left) + 4.0 * term(middle) + term(right)) * (h / f64::from(6 * n));
    }
    planar_exponential(flow.matrix, h) * flow.particles.positions[0].truncate() + sum
}

/// The rule's error is about (h/4000)⁴ of the integral's fourth derivative, below 1e-11 here.
#[test]
fn exact_steps_in_a_field_that_varies_in_time_are_the_variation_of_constants() {
    let fields = [
        [-0.3, 1.0, -2.0, 0.1],
        [0.0, 1.0, -1.0, 0.0],  // resonance at Ω = 1
        [-1.0, 0.0, 1.0, -1.0], // a double eigenvalue with one eigenvector
        [2.0, 0.0, 0.0, -40.0],
        [0.0; 4],
    ];
    for a in fields.map(|a| DMat2::from_cols_array(&a)) {
        for angular_frequency in [0.0, 1.0, 1.0 + 1e-9, 7.0] {
            for h in [1e-3, 0.7, 3.0, -0.5] {
                let tracers = [DVec2::new(1.0, -0.5)];
                let mut flow =
                    Flow { drive: DVec2::new(0.5, 1.0), angular_frequency, time: 2.0, ..Flow::new(a, tracers) };
                let expected = variation_of_constants(&flow, h);
                exact::METHOD.flow.unwrap()(&flow, Settings::default()).step(&mut flow, h).unwrap();
                let off = (flow.particles.positions[0].truncate() - expected).length();
                assert!(off < 1e-10 * (1.0 + expected.length()), "{a}, Ω = {angular_frequency}, {h} s: {off}");
            }
        }
    }
}

/// A tracer in the rotating field from rest, driven at its own frequency, gains the radius t/2.
#[test]
fn a_field_that_varies_at_its_own_frequency_drives_tracers_ever_farther() {
    let mut simulation = Simulation::new("linear").unwrap();
    for (key, value) in [("a11", 0.0), ("a22", 0.0), ("b1", 0.3), ("fieldFrequency", 1.0), ("timeStepSize", 0.01)] {
        simulation.set(key, value).unwrap();
    }
    simulation.set_position(0, DVec3::ZERO).unwrap();
    simulation.step(10_000).unwrap();
    // x₁ = 0.15 (t cos t + sin t), x₂ = 0.15 t sin t; Runge-Kutta 4 errs by about Δt⁴ t²
    let t = 100.0_f64;
    let exact = 0.15 * DVec3::new(t * t.cos() + t.sin(), t * t.sin(), 0.0);
    assert!(simulation.particles().positions[0].distance(exact) < 1e-5);
    let solution = simulation.exact().unwrap();
    assert!(
        solution.particles.positions[0].distance(exact) < 1e-11,
        "{}",
        solution.particles.positions[0].distance(exact)
    );
    let flow = simulation.flow().unwrap();
    let rate = flow.samples([DVec2::ZERO; 2], [1, 1]);
    assert!((rate[2] - 0.3 * t.cos()).abs() < 1e-12, "the arrows are those of the present time");
}

#[test]
fn every_method_has_its_order_on_a_linear_field_that_varies_in_time() {
    for method in Offer::PhasePlane.methods().filter(|method| method.id != "exact") {
        let longer = if method.order < 5 { 1.0 } else { 4.0 };
        let steps = [0.02, 0.01, 0.005, 0.0025].map(|h| longer * h);
        let settings = Settings { step_tolerance: f64::INFINITY, ..Settings::default() };
        let errors = steps.map(|h| {
            let mut flow = varying_field();
            let mut integrator = method.flow.unwrap()(&flow, settings);
            (0..(2.0 / h) as usize).for_each(|_| integrator.step(&mut flow, h).unwrap());
            let exact = variation_of_constants(&varying_field(), 2.0);
            (flow.particles.positions[0].truncate() - exact).length()
        });
        let order = observed_order(&steps, &errors).unwrap();
        assert!((order - f64::from(method.order)).abs() < 0.1, "{}: order {order}", method.id);
    }
}

/// A step of ẋ = λx multiplies x by R(hλ); λ = −1/s, also above the step limit.
#[test]
fn stability_functions_are_the_factors_of_a_step() {
    for method in Offer::TestEquation.methods() {
        for h in [0.1, 0.9, 2.5] {
            let mut simulation = decay(method.id, 1.0, h);
            simulation.step(1).unwrap();
            let r = method.stability_function(Complex64::from(-h)).unwrap();
            assert!((x(&simulation) - r.re).abs() < 1e-15 && r.im == 0.0, "{}, h = {h}: {r}", method.id);
        }
    }
}

/// R(z) = e^z + O(z^(p+1)).
#[test]
fn stability_functions_agree_with_the_exponential_to_their_order() {
    for method in METHODS.iter().filter(|method| (1..9).contains(&method.order)) {
        let longer = if method.order < 5 { 1.0 } else { 5.0 };
        let errors = [0.02, 0.01].map(|size| {
            let z = Complex64::from_polar(longer * size, 2.0);
            Some((method.stability_function(z)? - z.exp()).norm())
        });
        if let [Some(large), Some(small)] = errors {
            let order = (large / small).log2() - 1.0;
            assert!((order - f64::from(method.order)).abs() < 0.1, "{}: {order}", method.id);
        }
    }
}

/// |R(iy)| ≤ 1 if an undamped oscillation does not grow.
#[test]
fn stability_functions_on_the_imaginary_axis_are_those_of_the_textbook() {
    let at = |id: &str, y: f64| {
        METHODS
            .iter()
            .find(|method| method.id == id)
            .unwrap()
            .stability_function(Complex64::new(0.0, y))
            .unwrap()
            .norm()
    };
    assert!(at("explicit-euler", 0.1) > 1.0 && at("runge-kutta-2", 0.1) > 1.0);
    assert!(at("runge-kutta-4", 2.82) < 1.0 && at("runge-kutta-4", 2.83) > 1.0);
    assert!((at("implicit-midpoint", 7.0) - 1.0).abs() < 1e-15 && at("implicit-euler", 7.0) < 0.2);
}

#[test]
fn every_scene_runs_with_every_method_that_it_offers() {
    for scene in scenes::SCENES {
        for parameter in scene.parameters {
            let Kind::Method { offer, default } = parameter.kind else { continue };
            assert!(offer.methods().any(|method| method.id == default), "{}", scene.id);
            for method in offer.methods() {
                let mut simulation = simulation!(scene.id, method = method.id, timeStepSize = 0.001);
                simulation.step(20).unwrap();
            }
        }
    }
}

/// A field that grows at a rate in one direction and decays at the same rate in the other.
fn growing(method: &str, rate: f64, step: f64) -> Simulation {
    simulation!("linear", a11 = rate, a12 = 0.0, a21 = 0.0, a22 = -rate, timeStepSize = step, method = method)
}

#[test]
fn an_implicit_step_at_the_pole_of_its_stability_function_is_refused_and_steps_beside_it_are_not() {
    for (method, label, pole) in
        [("implicit-euler", "Implicit Euler", 1.0), ("implicit-midpoint", "Implicit midpoint", 2.0)]
    {
        for rate in [1.0, 0.5, 4.0, 20.0] {
            let step = pole / rate;
            let mut simulation = growing(method, rate, step);
            let before = simulation.snapshot();
            let sentence = simulation.step(1).unwrap_err().to_string();
            assert!(
                sentence.starts_with(&format!("{label} has no step of ")) && sentence.contains("timeStepSize"),
                "{sentence}"
            );
            assert!(simulation.snapshot() == before, "the state has changed");
            for part in [0.9, 1.1] {
                let mut near = growing(method, rate, part * step);
                near.step(1).unwrap();
                assert!(near.particles().positions.iter().all(|x| x.is_finite()));
            }
            simulation.set("method", "runge-kutta-4").unwrap();
            simulation.step(1).unwrap();
        }
    }
}

#[test]
fn an_exact_step_that_overflows_is_an_explosion() {
    let error = growing("exact", 100.0, 10.0).step(1).unwrap_err();
    assert!(matches!(error, springlab::Error::Explosion { .. }), "{error}");
}

/// A node, a saddle, a spiral and a shear with growth: the exact motion ends farther out.
#[test]
fn no_step_of_any_method_is_stable_in_a_field_that_grows_itself() {
    for entries in [[2.0, 0.0, 0.0, 2.0], [1.0, 0.0, 0.0, -3.0], [0.1, -5.0, 5.0, 0.1], [0.5, 3.0, 0.0, 0.5]] {
        for method in Offer::Field.methods() {
            let mut field = Simulation::new("linear").unwrap();
            field.set("method", method.id).unwrap();
            for (key, value) in ["a11", "a12", "a21", "a22"].into_iter().zip(entries) {
                field.set(key, value).unwrap();
            }
            let matrix = field.flow().unwrap().matrix;
            let grown = planar_exponential(matrix, 60.0) * DVec2::new(0.6, 0.8);
            assert!(grown.length() > 100.0, "{entries:?}");
            assert_eq!(field.step_limit(), 0.0, "{} in {entries:?}", method.id);
            assert_eq!(field.growth_source(), Some("the field itself grows"));
            let [least, most] = field.stable_range("timeStepSize").unwrap().unwrap();
            assert!(least.is_nan() && most.is_nan(), "{} in {entries:?}", method.id);
            // backwards in time a node or a spiral shrinks
            field.reverse();
            let shrinks = entries[0] > 0.0 && entries[3] > 0.0;
            assert_eq!(field.growth_source().is_none(), shrinks, "{entries:?}");
            assert_eq!(field.step_limit() > 0.0, shrinks, "{} in {entries:?}", method.id);
        }
    }
}

#[test]
fn a_growing_field_that_leaves_the_scene_is_named_as_the_cause() {
    let mut field = Simulation::new("linear").unwrap();
    for (key, value) in [("a11", 2.0), ("a12", 0.0), ("a21", 0.0), ("a22", 2.0)] {
        field.set(key, value).unwrap();
    }
    let sentence = field.step(10_000).unwrap_err().to_string();
    assert!(sentence.ends_with(": the field itself grows, at every time step."), "{sentence}");
}
