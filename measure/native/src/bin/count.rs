//! Does every piece of work once, in a function of its own, whose instructions `npm run count` has counted. Says in a line of JSON each what they were.

use springlab_bench::pieces;
use std::hint::black_box;

fn main() {
    for mut piece in pieces() {
        let (size, each) = piece.size;
        println!(r#"{{"name": "{}", "size": {size}, "each": "{each}"}}"#, piece.name);
        counted(&mut *piece.work);
    }
}

#[inline(never)]
fn counted(work: &mut dyn FnMut()) {
    work();
    black_box(()); // no tail call, which would be no return from here
}
