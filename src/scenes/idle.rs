//! Rules for when a parameter has no effect, with the reason. Each rule holds in every state of
//! motion, with or without a drag by hand.

use crate::{Excitation, Input, Mesh, Model, Simulation, Springs, System, Waveform, integrators::Stability};
use glam::DVec3;
use springlab_fast::fit_single;

type Reason = Option<&'static str>;

fn when(idle: bool, reason: &'static str) -> Reason {
    idle.then_some(reason)
}

fn system(simulation: &Simulation) -> Option<&System> {
    if let Model::Mechanical(system) = simulation.model() { Some(system) } else { None }
}

/// True if the parameter is 0, or the scene has no parameter with this name.
fn is_zero(simulation: &Simulation, key: &str) -> bool {
    !simulation.values().has(key) || simulation.values().number(key) == 0.0
}

fn is_all_zero(numbers: &[f64]) -> bool {
    numbers.iter().all(|number| *number == 0.0)
}

/// True if the method has this setting.
fn has_setting(simulation: &Simulation, key: &str) -> bool {
    simulation.method().settings.contains(&key)
}

/// True if springs move their ends regardless of their spring law, and there are no dampers.
fn ignores_spring_law(simulation: &Simulation) -> bool {
    has_setting(simulation, "stiffnessFactor")
}

/// True if no force acts, not even gravity, so that every step is free flight.
fn is_free_flight(simulation: &Simulation) -> bool {
    simulation.values().has("mass") && is_zero(simulation, "gravity") && mass(simulation).is_some()
}

/// Newton's method has no effect on linear equations: one linear system solves them.
pub fn solver(simulation: &Simulation) -> Reason {
    when(!has_setting(simulation, "solver"), "only implicit methods solve equations")
        .or(when(simulation.is_linear(), "linear equations are solved at once"))
}

/// The springs' ends are examined last, as this reads all of them.
pub fn precision(simulation: &Simulation) -> Reason {
    let fit = || system(simulation).is_some_and(|system| fit_single(&system.springs.endpoints));
    when(!has_setting(simulation, "precision"), "only symplectic Euler offers it")
        .or_else(|| when(!fit(), "there are too few springs"))
}

pub fn tolerance(simulation: &Simulation) -> Reason {
    when(!has_setting(simulation, "tolerance"), "only Runge-Kutta 45 has one")
        .or(when(is_free_flight(simulation), "no force acts"))
}

pub fn substeps(simulation: &Simulation) -> Reason {
    when(simulation.method().is_adaptive(), "the method chooses its own steps")
}

pub fn spectral_radius(simulation: &Simulation) -> Reason {
    when(!has_setting(simulation, "spectralRadius"), "only generalised-α has one")
        .or(when(is_free_flight(simulation), "no force acts"))
}

/// Position-based methods sweep over springs and links, Verlet and RATTLE only over links.
pub fn sweeps(simulation: &Simulation) -> Reason {
    let system = system(simulation)?;
    let without_springs = matches!(simulation.method().stability, Stability::Partitioned { .. })
        || ignores_spring_law(simulation) && is_all_zero(&system.springs.stiffnesses);
    when(!has_setting(simulation, "sweeps"), "only methods that project sweep")
        .or(when(without_springs && system.passes(2) == 1, "there are no links to sweep over"))
}

pub fn stiffness_factor(simulation: &Simulation) -> Reason {
    when(!ignores_spring_law(simulation), "only position-based dynamics has one").or(stiffness_zero(simulation))
}

pub fn field_frequency(simulation: &Simulation) -> Reason {
    when(is_zero(simulation, "b1") && is_zero(simulation, "b2"), "nothing varies in time")
}

pub fn gravity_direction(simulation: &Simulation) -> Reason {
    when(is_zero(simulation, "gravity"), "there is no gravity")
}

pub fn wind(simulation: &Simulation) -> Reason {
    when(is_zero(simulation, "airResistance"), "nothing resists the air")
}

pub fn wind_direction(simulation: &Simulation) -> Reason {
    wind(simulation).or(when(is_zero(simulation, "wind"), "there is no wind"))
}

pub fn gust_period(simulation: &Simulation) -> Reason {
    wind_direction(simulation).or(when(is_zero(simulation, "gusts"), "there are no gusts"))
}

/// Parameters of the penalty force of obstacles.
pub fn contact(simulation: &Simulation) -> Reason {
    when(system(simulation)?.obstacles.is_empty(), "there is no obstacle")
        .or(when(simulation.method().projects_contacts, "this method projects out of obstacles"))
}

/// Parameters of springs; `index` is the position of the parameter in [`Springs::own`].
fn of_springs(simulation: &Simulation, index: usize) -> Reason {
    let System { springs, .. } = system(simulation)?;
    let all = !springs.own.is_empty() && springs.own.iter().all(|own| own[index].is_some());
    when(springs.is_empty(), "only springs have one").or(when(all, "every spring has its own"))
}

pub fn stiffness(simulation: &Simulation) -> Reason {
    of_springs(simulation, 0)
}

/// Parameters of springs to the second neighbour in a row or column.
pub fn bending(simulation: &Simulation) -> Reason {
    let values = simulation.values();
    let masses = values.count("width") * values.count("height");
    when(masses == 4, "no three masses lie in a row")
        .or(when(masses == 6 && values.name("pins") == "4", "all that bends is pinned"))
        .or(stiffness(simulation))
}

/// Strain at which pulling springs tear.
pub fn tear(simulation: &Simulation) -> Reason {
    let Springs { stiffnesses, dampings, .. } = &system(simulation)?.springs;
    when(is_all_zero(stiffnesses) && (ignores_spring_law(simulation) || is_all_zero(dampings)), "no spring pulls")
}

/// Parameters that have no effect if the stiffness is 0.
pub fn stiffness_zero(simulation: &Simulation) -> Reason {
    let zero = is_all_zero(&system(simulation)?.springs.stiffnesses);
    stiffness(simulation).or(when(zero, "the stiffness is 0"))
}

/// The two spring laws agree at a rest length of 1 m.
pub fn spring_law(simulation: &Simulation) -> Reason {
    let unit = system(simulation)?.springs.rest_lengths.iter().all(|length| *length == 1.0);
    when(ignores_spring_law(simulation), "only forces follow a law")
        .or(stiffness_zero(simulation))
        .or(when(unit, "each spring is 1 m long"))
}

pub fn damping(simulation: &Simulation) -> Reason {
    when(ignores_spring_law(simulation), "this method has no dampers").or(of_springs(simulation, 1))
}

pub fn damper(simulation: &Simulation) -> Reason {
    let zero = is_all_zero(&system(simulation)?.springs.dampings);
    when(ignores_spring_law(simulation), "this method has no dampers").or(when(zero, "the damping is 0"))
}

/// Without forces other than gravity the motion does not depend on the mass.
pub fn mass(simulation: &Simulation) -> Reason {
    let forceless = |key| is_zero(simulation, key);
    let forceless = ["stiffness", "drag", "airResistance"].into_iter().all(forceless);
    let tied = |System { springs, obstacles, constraints, .. }: &System| {
        !(obstacles.is_empty() && constraints.is_empty() && springs.own.is_empty())
    };
    let undamped = ignores_spring_law(simulation) || is_zero(simulation, "damping");
    when(forceless && undamped && !system(simulation).is_some_and(tied), "no force depends on it")
}

/// Choice of the springs of a mesh: without effect if they have neither stiffness nor damping.
pub fn polygons(simulation: &Simulation) -> Reason {
    stiffness_zero(simulation).filter(|_| damper(simulation).is_some())
}

/// Support of a mesh at the start.
pub fn support(simulation: &Simulation) -> Reason {
    when(!simulation.mesh().is_some_and(Mesh::needs_support), "the mesh's JSON says it")
}

/// Welding of a mesh's vertices.
pub fn weld(simulation: &Simulation) -> Reason {
    when(!simulation.mesh().is_some_and(Mesh::can_weld), "there are no vertices to weld")
}

/// Parameters of a drive.
pub fn drive(simulation: &Simulation) -> Reason {
    when(simulation.excitation().is_none(), "nothing drives")
}

pub fn amplitude(simulation: &Simulation) -> Reason {
    let forced = simulation.excitation().is_some_and(|drive| drive.input == Input::Force);
    drive(simulation).or(stiffness_zero(simulation).filter(|_| forced))
}

fn zero_amplitude(drive: &Excitation) -> Reason {
    when(drive.amplitude == DVec3::ZERO, "the amplitude is 0")
}

/// Only the waveform of a force can have no effect: if the drive moves the anchor, even with the
/// amplitude 0, the anchor can't be dragged, and the waveform "by hand" changes that.
pub fn waveform(simulation: &Simulation) -> Reason {
    simulation.excitation().filter(|drive| drive.input == Input::Force).and_then(zero_amplitude)
}

pub fn driving_frequency(simulation: &Simulation) -> Reason {
    let step = |drive: &Excitation| zero_amplitude(drive).or(when(drive.waveform == Waveform::Step, "a step has none"));
    drive(simulation).or(simulation.excitation().and_then(step))
}

/// Choice of whether Bob's positions or his velocities are given.
pub fn given(simulation: &Simulation) -> Reason {
    when(simulation.values().name("path") == "rest", "Bob rests")
}

/// Number of rows, which only a cloth has.
pub fn height(simulation: &Simulation) -> Reason {
    when(simulation.values().name("shape") == "rope", "a rope is one row")
}
