//! A state has the same bits natively and in browsers, where tests/web.rs asserts the same hashes.

use crate::common::portable;

#[test]
fn a_driven_oscillator_ends_in_the_same_bits() {
    portable::assert_driven_oscillator_is_portable();
}

#[test]
fn a_cloth_in_gusts_ends_in_the_same_bits() {
    portable::assert_cloth_in_gusts_is_portable();
}

#[test]
fn a_cloth_with_self_contact_ends_in_the_same_bits() {
    portable::assert_self_contact_is_portable();
}
