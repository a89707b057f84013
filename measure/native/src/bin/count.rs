//! Does every piece of work once, within `counted`, whose instructions `npm run count` counts.
//! Prints a line of JSON for each piece.

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
    black_box(()); // prevents a tail call, after which valgrind would see no return
}
