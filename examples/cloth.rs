//! Half a second of a cloth that falls and swings, as CSV: `cargo run --example cloth > cloth.csv`.

use springlab::Simulation;
use std::{
    error::Error,
    io::{self, BufWriter, Write},
};

fn main() -> Result<(), Box<dyn Error>> {
    write(BufWriter::new(io::stdout().lock()))
}

/// Writes a line for each particle every ten steps: time in s, position in m, velocity in m/s.
pub(crate) fn write(mut csv: impl Write) -> Result<(), Box<dyn Error>> {
    let mut cloth = Simulation::new("cloth")?;
    writeln!(csv, "time,particle,x,y,z,vx,vy,vz")?;
    for _ in 0..10 {
        cloth.step(10)?;
        let particles = cloth.particles();
        for (i, (x, v)) in particles.positions.iter().zip(&particles.velocities).enumerate() {
            writeln!(csv, "{},{i},{},{},{},{},{},{}", cloth.time(), x.x, x.y, x.z, v.x, v.y, v.z)?;
        }
    }
    Ok(())
}
