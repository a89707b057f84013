//! Which methods a scene offers: what their records say decides, so that a new method is on every page that it is for.

use super::{METHODS, Method, Stability};

/// A choice among all methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Those for systems with springs.
    Mechanical,
    /// Those of them that follow the differential equation, and are not there for links alone.
    Forces,
    /// Those, and the exact step of a mass on an undamped spring.
    Oscillator,
    /// Those that keep links by projection.
    Links,
    /// Those for a field in which x₂ drives x₁ and x₁ drives x₂.
    PhasePlane,
    /// Those of them that treat both alike, for any first-order field.
    Field,
    /// Those of them that multiply ẋ = λx by the same factor in every step.
    TestEquation,
    /// Those for a follower.
    Follower,
}

/// What a method does with links that are kept: rods and strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// Nothing: it knows springs.
    Springs,
    /// It keeps them, and does springs as well.
    Kept,
    /// It keeps them, and springs alone are better done by another method.
    Only,
}

impl Offer {
    /// Whether a method is among them.
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

    /// They, in the order in which pages list them.
    pub fn methods(self) -> impl Iterator<Item = &'static Method> {
        METHODS.iter().copied().filter(move |method| self.has(method))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn offers_are_what_their_scenes_need() {
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
