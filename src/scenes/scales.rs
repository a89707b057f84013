//! Terms of the equation of motion that a parameter scales.

/// The terms of the equation of motion that a number scales. They tell whether the step limit
/// depends on it, and how its [stable range](crate::Simulation::stable_range) is found. All terms
/// except those of `Other` are linear in the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scales {
    /// No term that the step limit depends on.
    Nothing,
    /// The time step.
    TimeStep,
    /// The stiffnesses of all springs that have none of their own.
    Springs,
    /// The damping of all springs that have none of their own.
    Dampers,
    /// The masses of all particles that have none of their own.
    Masses,
    /// The drag on all particles.
    Drag,
    /// Some of the forces: of some springs, contacts, or air resistance.
    SomeForces,
    /// Other terms, in any way.
    Other,
}
