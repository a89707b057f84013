//! The TeX of each method's step, amplification and phase error, evaluated against the engine.

use num_complex::Complex64;
use springlab::{
    Method, Settings, Simulation,
    exact::DampedOscillator,
    glam::DVec3,
    integrators::{Formula, Offer},
};

/// Values of the letters in a formula.
type Letters<'a> = &'a [(&'a str, Complex64)];

/// Evaluates the TeX that formulas of methods consist of.
struct Evaluator<'a> {
    tokens: Vec<&'a str>,
    next: usize,
    letters: Letters<'a>,
}

fn evaluate(tex: &str, letters: Letters) -> Complex64 {
    let mut evaluator = Evaluator { tokens: tokens(tex), next: 0, letters };
    let value = evaluator.sum();
    assert_eq!(evaluator.peek(), "", "rest of {tex}");
    value
}

/// Commands, names with their index (`x_{n-1}`), numbers and single characters.
fn tokens(mut tex: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    while let Some(first) = tex.chars().next() {
        let run = |belongs: fn(char) -> bool| 1 + tex[1..].find(|c| !belongs(c)).unwrap_or(tex.len() - 1);
        let length = match first {
            _ if tex.starts_with("x_{") => tex.find('}').unwrap() + 1,
            _ if tex.starts_with("x_n") => 3,
            _ if tex.starts_with("\\,") => 2,
            '\\' => run(|c| c.is_ascii_alphabetic()),
            '0'..='9' => run(|c| c.is_ascii_digit()),
            _ => first.len_utf8(),
        };
        let (token, rest) = tex.split_at(length);
        if !matches!(token, " " | "\\," | "\\left" | "\\right" | "\\mathrm") {
            tokens.push(token);
        }
        tex = rest;
    }
    tokens
}

impl Evaluator<'_> {
    fn peek(&self) -> &str {
        self.tokens.get(self.next).copied().unwrap_or("")
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) {
        assert!(self.take(token), "{token} instead of {} in {:?}", self.peek(), self.tokens);
    }

    fn sum(&mut self) -> Complex64 {
        let negative = self.take("-");
        let _ = self.take("+");
        let first = self.product();
        let mut sum = if negative { -first } else { first };
        loop {
            if self.take("+") {
                sum += self.product();
            } else if self.take("-") {
                sum -= self.product();
            } else {
                return sum;
            }
        }
    }

    fn product(&mut self) -> Complex64 {
        let mut product = self.power();
        while !matches!(self.peek(), "" | "+" | "-" | "}" | ")" | "\\rvert") {
            product = if self.take("/") { product / self.power() } else { product * self.power() };
        }
        product
    }

    fn power(&mut self) -> Complex64 {
        let base = self.atom();
        if self.take("^") { base.powc(self.atom()) } else { base }
    }

    fn atom(&mut self) -> Complex64 {
        let token = self.tokens[self.next];
        self.next += 1;
        match token {
            "{" => self.until("}"),
            "(" => self.until(")"),
            "\\lvert" => self.until("\\rvert").norm().into(),
            "\\sqrt" => self.atom().sqrt(),
            "\\frac" => {
                let above = self.atom();
                above / self.atom()
            }
            "e" => std::f64::consts::E.into(),
            _ => match self.letters.iter().find(|(letter, _)| *letter == token) {
                Some(&(_, value)) => value,
                None => token.parse::<f64>().unwrap_or_else(|_| panic!("{token} in {:?}", self.tokens)).into(),
            },
        }
    }

    fn until(&mut self, end: &str) -> Complex64 {
        let value = self.sum();
        self.expect(end);
        value
    }
}

fn methods() -> impl Iterator<Item = (&'static Method, Formula)> {
    Offer::Oscillator.methods().filter_map(|method| Some((method, method.formula?)))
}

/// The factor R of a step of the angle `y` on the undamped oscillator.
fn factor(method: &Method, y: f64) -> Complex64 {
    let oscillator = DampedOscillator { mass: 1.0, stiffness: 1.0, damping: 0.0 };
    method.amplification(&oscillator, y, &Settings::default()).unwrap()
}

/// The letters of all formulas but those for the position; σ is that of the default ρ∞.
fn letters(y: f64) -> [(&'static str, Complex64); 3] {
    let rho = Settings::default().spectral_radius;
    [("y", y.into()), ("z", Complex64::new(0.0, y)), ("\\sigma", ((1.0 - rho) / (1.0 + rho)).into())]
}

#[track_caller]
fn assert_close(actual: Complex64, expected: Complex64, tolerance: f64, what: &str) {
    assert!((actual - expected).norm() <= tolerance * expected.norm().max(1.0), "{what}: {actual}, not {expected}");
}

/// Step angles Δt ω below every method's limit.
const ANGLES: [f64; 5] = [0.1, 0.4, 0.7, 1.1, 1.4];

#[test]
fn every_method_with_a_factor_on_the_oscillator_has_a_formula() {
    for method in Offer::Oscillator.methods() {
        assert_eq!(method.formula.is_some(), !method.is_adaptive(), "{}", method.id);
    }
}

/// A step is given as a function of z, a matrix or an equation.
#[test]
fn formulas_of_z_equal_the_stability_functions() {
    for (method, Formula { step, .. }) in methods() {
        if step.contains("pmatrix") || step.contains('=') {
            continue;
        }
        for (re, im) in [(0.3, 0.4), (-1.2, 0.5), (0.1, -0.8), (-0.5, -1.5), (-3.0, 0.2), (0.0, 1.0)] {
            let z = Complex64::new(re, im);
            let r = method.stability_function(z).unwrap();
            assert_close(evaluate(step, &[("z", z)]), r, 1e-14, &format!("{} at {z}", method.id));
        }
    }
}

/// The matrix of a step of `y` on (x, v/ω), column by column.
fn matrix(method: &str, y: f64) -> [[f64; 2]; 2] {
    [(1.0, 0.0), (0.0, 1.0)].map(|(x, v)| {
        let mut simulation = simulation!("oscillator", method = method, mass = 1.0, stiffness = 1.0, timeStepSize = y);
        simulation.set_position(1, DVec3::X * x).unwrap();
        simulation.set_velocity(1, DVec3::X * v).unwrap();
        simulation.step(1).unwrap();
        [simulation.particles().positions[1].x, simulation.particles().velocities[1].x]
    })
}

#[test]
fn matrices_equal_the_steps_of_the_engine() {
    for (method, Formula { step, .. }) in methods() {
        let Some(entries) = step.strip_prefix(r"\begin{pmatrix}") else { continue };
        let rows = entries.strip_suffix(r"\end{pmatrix}").unwrap().split(r"\\").map(|row| row.split('&').collect());
        let rows: Vec<Vec<_>> = rows.collect();
        for y in ANGLES {
            for (column, expected) in matrix(method.id, y).into_iter().enumerate() {
                for (row, expected) in expected.into_iter().enumerate() {
                    let entry = rows[row][column];
                    let what = format!("{}, {entry} at {y}", method.id);
                    assert_close(evaluate(entry, &letters(y)), expected.into(), 1e-14, &what);
                }
            }
        }
    }
}

/// Positions xₙ = Rⁿ obey the recurrence, and R solves the equation for it.
#[test]
fn equations_hold_for_the_factor() {
    for (method, Formula { step, .. }) in methods() {
        let Some((left, right)) = step.split_once('=') else { continue };
        for y in ANGLES {
            let r = factor(method, y);
            let powers = [("R", r), ("x_{n+1}", r * r), ("x_n", r), ("x_{n-1}", 1.0.into())];
            let letters = [&powers[..], &letters(y)].concat();
            let what = format!("{} at {y}", method.id);
            assert_close(evaluate(left, &letters), evaluate(right, &letters), 1e-13, &what);
        }
    }
}

#[test]
fn amplifications_equal_the_moduli_of_the_factors() {
    for (method, Formula { amplification, .. }) in methods() {
        let leading = amplification.strip_suffix(r" + \dots");
        for y in ANGLES {
            let (found, modulus) = (evaluate(leading.unwrap_or(amplification), &letters(y)), factor(method, y).norm());
            let what = format!("{} at {y}", method.id);
            // the terms left out are y² times the leading one
            let tolerance = leading.map_or(1e-14, |_| y * y * (1.0 - found.re).abs());
            assert_close(found, modulus.into(), tolerance, &what);
        }
    }
}

/// The next term is at most 2 y² times the leading one: 1.34 y² for BDF2.
#[test]
fn phase_errors_are_the_leading_terms() {
    for (method, Formula { phase_error, .. }) in methods() {
        for y in [0.05, 0.1, 0.2] {
            let (found, error) = (evaluate(phase_error, &letters(y)).re, factor(method, y).arg() - y);
            // rounding of cos θ, 1e-16, over y
            let tolerance = 2.0 * y * y * found.abs() + 1e-15 / y;
            assert!((found - error).abs() <= tolerance, "{} at {y}: {found}, not {error}", method.id);
        }
    }
}
