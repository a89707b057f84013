//! When parameters mean nothing, and why: rules for their records. Each holds for every state of motion, a hand in it or not.

use crate::{Excitation, Input, Model, Simulation, Springs, System, Waveform, integrators::Stability};
use glam::DVec3;
use springlab_fast::fit_single;

type Reason = Option<&'static str>;

fn when(idle: bool, reason: &'static str) -> Reason {
    idle.then_some(reason)
}

fn system(simulation: &Simulation) -> Option<&System> {
    if let Model::Mechanical(system) = simulation.model() { Some(system) } else { None }
}

/// Whether a number is 0 or the scene has none of the name.
fn is_zero(simulation: &Simulation, key: &str) -> bool {
    !simulation.values().has(key) || simulation.values().number(key) == 0.0
}

fn is_all_zero(numbers: &[f64]) -> bool {
    numbers.iter().all(|number| *number == 0.0)
}

/// Whether the method lets its users choose that.
fn asks(simulation: &Simulation, key: &str) -> bool {
    simulation.method().settings.contains(&key)
}

/// Whether springs move their ends whatever their law, and there are no dampers.
fn is_lawless(simulation: &Simulation) -> bool {
    asks(simulation, "stiffnessFactor")
}

/// Whether not even gravity acts: then every step is one of free flight.
fn is_free(simulation: &Simulation) -> bool {
    simulation.values().has("mass") && is_zero(simulation, "gravity") && mass(simulation).is_some()
}

/// Linear equations are solved by one linear system.
pub fn solver(simulation: &Simulation) -> Reason {
    when(!asks(simulation, "solver"), "only implicit methods solve equations")
        .or(when(simulation.is_linear(), "linear equations are solved at once"))
}

/// What the springs link is asked last, as it is looked up in all of them.
pub fn precision(simulation: &Simulation) -> Reason {
    let fit = || system(simulation).is_some_and(|system| fit_single(&system.springs.endpoints));
    when(!asks(simulation, "precision"), "only symplectic Euler offers it")
        .or_else(|| when(!fit(), "there are too few springs"))
}

pub fn tolerance(simulation: &Simulation) -> Reason {
    when(!asks(simulation, "tolerance"), "only Runge-Kutta 45 has one").or(when(is_free(simulation), "no force acts"))
}

pub fn substeps(simulation: &Simulation) -> Reason {
    when(simulation.method().is_adaptive(), "the method chooses its own steps")
}

pub fn spectral_radius(simulation: &Simulation) -> Reason {
    when(!asks(simulation, "spectralRadius"), "only generalised-α has one")
        .or(when(is_free(simulation), "no force acts"))
}

/// Methods that are no differential equation's or treat springs like links sweep over springs, too.
pub fn sweeps(simulation: &Simulation) -> Reason {
    let system = system(simulation)?;
    let without_springs = matches!(simulation.method().stability, Stability::Partitioned { .. })
        || is_lawless(simulation) && is_all_zero(&system.springs.stiffnesses);
    when(!asks(simulation, "sweeps"), "only methods that project sweep")
        .or(when(without_springs && system.passes(2) == 1, "there are no links to sweep over"))
}

pub fn stiffness_factor(simulation: &Simulation) -> Reason {
    when(!is_lawless(simulation), "only position-based dynamics has one").or(stiffness_zero(simulation))
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

/// Of what pushes out of obstacles as a force.
pub fn contact(simulation: &Simulation) -> Reason {
    when(system(simulation)?.obstacles.is_empty(), "there is no obstacle")
        .or(when(simulation.method().projects_contacts, "this method projects out of obstacles"))
}

/// Of what springs have, at this place of what each may have of its own.
fn sprung(simulation: &Simulation, place: usize) -> Reason {
    let System { springs, .. } = system(simulation)?;
    let all = !springs.own.is_empty() && springs.own.iter().all(|own| own[place].is_some());
    when(springs.is_empty(), "only springs have one").or(when(all, "every spring has its own"))
}

pub fn stiffness(simulation: &Simulation) -> Reason {
    sprung(simulation, 0)
}

/// Of springs to the next but one in a row or column.
pub fn bending(simulation: &Simulation) -> Reason {
    let values = simulation.values();
    let masses = values.count("width") * values.count("height");
    when(masses == 4, "no three masses lie in a row")
        .or(when(masses == 6 && values.name("pins") == "4", "all that bends is pinned"))
        .or(stiffness(simulation))
}

/// Of what tears springs that pull.
pub fn tear(simulation: &Simulation) -> Reason {
    let Springs { stiffnesses, dampings, .. } = &system(simulation)?.springs;
    when(is_all_zero(stiffnesses) && (is_lawless(simulation) || is_all_zero(dampings)), "no spring pulls")
}

/// Of what goes with the stiffness.
pub fn stiffness_zero(simulation: &Simulation) -> Reason {
    let zero = is_all_zero(&system(simulation)?.springs.stiffnesses);
    stiffness(simulation).or(when(zero, "the stiffness is 0"))
}

/// At a rest length of 1 m both laws are the same.
pub fn spring_law(simulation: &Simulation) -> Reason {
    let unit = system(simulation)?.springs.rest_lengths.iter().all(|length| *length == 1.0);
    when(is_lawless(simulation), "only forces follow a law")
        .or(stiffness_zero(simulation))
        .or(when(unit, "each spring is 1 m long"))
}

pub fn damping(simulation: &Simulation) -> Reason {
    when(is_lawless(simulation), "this method has no dampers").or(sprung(simulation, 1))
}

pub fn damper(simulation: &Simulation) -> Reason {
    let zero = is_all_zero(&system(simulation)?.springs.dampings);
    when(is_lawless(simulation), "this method has no dampers").or(when(zero, "the damping is 0"))
}

/// What nothing moves but gravity moves alike, whatever its mass.
pub fn mass(simulation: &Simulation) -> Reason {
    let forceless = |key| is_zero(simulation, key);
    let forceless = ["stiffness", "drag", "airResistance"].into_iter().all(forceless);
    let tied = |System { springs, obstacles, constraints, .. }: &System| {
        !(obstacles.is_empty() && constraints.is_empty() && springs.own.is_empty())
    };
    let undamped = is_lawless(simulation) || is_zero(simulation, "damping");
    when(forceless && undamped && !system(simulation).is_some_and(tied), "no force depends on it")
}

/// Of what tells the springs of a mesh.
pub fn polygons(simulation: &Simulation) -> Reason {
    stiffness_zero(simulation).filter(|_| damper(simulation).is_some())
}

/// Of what a drive has.
pub fn drive(simulation: &Simulation) -> Reason {
    when(simulation.excitation().is_none(), "nothing drives")
}

pub fn amplitude(simulation: &Simulation) -> Reason {
    let forced = simulation.excitation().is_some_and(|drive| drive.input == Input::Force);
    drive(simulation).or(stiffness_zero(simulation).filter(|_| forced))
}

fn still(drive: &Excitation) -> Reason {
    when(drive.amplitude == DVec3::ZERO, "the amplitude is 0")
}

/// A hand takes an anchor that no drive leads.
pub fn waveform(simulation: &Simulation) -> Reason {
    simulation.excitation().filter(|drive| drive.input == Input::Force).and_then(still)
}

pub fn driving_frequency(simulation: &Simulation) -> Reason {
    let step = |drive: &Excitation| still(drive).or(when(drive.waveform == Waveform::Step, "a step has none"));
    drive(simulation).or(simulation.excitation().and_then(step))
}

/// Of which part of Bob's motion is given.
pub fn given(simulation: &Simulation) -> Reason {
    when(simulation.values().name("path") == "rest", "Bob rests")
}

/// Of what has rows only as a cloth.
pub fn height(simulation: &Simulation) -> Reason {
    when(simulation.values().name("shape") == "rope", "a rope is one row")
}
