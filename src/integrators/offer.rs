//! Selections of methods that scenes offer, decided by the methods' records: a new method appears
//! on every page that it suits.

use super::{Links, Method, Stability};

/// A selection among all methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Methods for systems with springs.
    Mechanical,
    /// Mechanical methods that solve the differential equation and are not meant for links alone.
    Forces,
    /// `Forces`, and the exact step of a mass on an undamped spring.
    Oscillator,
    /// Methods that keep links by projection.
    Links,
    /// Methods for a field in which x₂ drives x₁ and x₁ drives x₂.
    PhasePlane,
    /// Methods of `PhasePlane` that treat both coordinates alike, for any first-order field.
    Field,
    /// Methods of `Field` that multiply ẋ = λx by the same factor in every step.
    TestEquation,
    /// Methods for a follower.
    Follower,
}

impl Offer {
    /// True if the selection contains the method.
    #[must_use]
    pub fn has(self, method: &Method) -> bool {
        let closed_form = method.order == u32::MAX;
        match self {
            Self::Mechanical => method.mechanical.is_some() && !closed_form,
            Self::Forces => Self::Mechanical.has(method) && method.links != Links::Only,
            Self::Oscillator => Self::Forces.has(method) || method.mechanical.is_some() && closed_form,
            Self::Links => method.links != Links::Springs,
            Self::PhasePlane => method.flow.is_some(),
            Self::Field => method.flow.is_some() && !matches!(method.stability, Stability::Partitioned { .. }),
            Self::TestEquation => Self::Field.has(method) && !method.is_adaptive(),
            Self::Follower => method.follower.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::integrators::METHODS;

    fn ids(offer: Offer) -> Vec<&'static str> {
        offer.methods().map(|method| method.id).collect()
    }

    #[test]
    fn every_method_is_offered_somewhere() {
        let offers = [Offer::Mechanical, Offer::PhasePlane, Offer::Follower];
        for method in METHODS {
            assert!(offers.iter().any(|offer| offer.has(method)), "{}", method.id);
        }
    }

    #[test]
    fn offers_contain_the_methods_that_their_scenes_need() {
        assert_eq!(ids(Offer::Links), ["verlet", "position-based", "xpbd", "rattle"]);
        assert_eq!(ids(Offer::Follower), ["taylor", "exact"]);
        assert!(Offer::Forces.methods().all(|method| !matches!(method.stability, Stability::Projection)));
        assert!(Offer::Forces.methods().all(|method| method.order < 9));
        let factors = |method: &Method| method.stability_function(1.0.into()).is_some();
        assert!(Offer::TestEquation.methods().all(factors));
        for offer in [Offer::Forces, Offer::Field] {
            assert!(ids(offer).len() > 5);
        }
    }
}
