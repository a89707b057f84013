//! Conversion between numbers and text. In wasm the JavaScript engine does it: its notation is the
//! one we want, and Rust's own tables and routines would be a quarter of the module.

/// The number in JavaScript's notation.
pub(crate) fn plain(value: f64) -> String {
    #[cfg(target_arch = "wasm32")]
    return js_sys::Number::from(value).to_string_with_radix(10).map_or_else(|_| String::new(), String::from);
    #[cfg(not(target_arch = "wasm32"))]
    {
        if value.is_infinite() {
            return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_string();
        }
        if value == 0.0 || (1e-6..1e21).contains(&value.abs()) || value.is_nan() {
            return value.to_string().trim_start_matches("-NaN").to_string();
        }
        format!("{value:e}").replace('e', if value.abs() < 1.0 { "e" } else { "e+" })
    }
}

/// The number with three significant digits, without trailing zeros.
pub(crate) fn significant(value: f64) -> String {
    let (mut scale, mut unit) = (1.0, 1.0);
    while value != 0.0 && (value * scale).abs() < 99.95 && scale < 1e300 {
        scale *= 10.0;
    }
    while value.is_finite() && (value / unit).abs() >= 999.5 {
        unit *= 10.0;
    }
    let rounded = (value * scale / unit).round() * unit / scale;
    if rounded.abs() < 1e6 || !rounded.is_finite() { plain(rounded) } else { shortened(rounded) }
}

/// A large number with three digits and an exponent: 6.66e9.
fn shortened(value: f64) -> String {
    let (mut digits, mut exponent) = (value, 0);
    while digits.abs() >= 9.995 {
        digits /= 10.0;
        exponent += 1;
    }
    format!("{}e{exponent}", plain((digits * 100.0).round() / 100.0))
}

/// Most characters of a foreign text in a sentence.
const LONGEST: usize = 80;

/// A foreign text in quotes, as [`short`] shows it.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", short(text))
}

/// A foreign text on one line without invisible characters, with an ellipsis behind 80 characters.
pub(crate) fn short(text: &str) -> String {
    let is_shown = |sign: &char| !matches!(sign, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let plain = |sign: char| if sign.is_control() { ' ' } else { sign };
    let mut characters = text.chars().filter(is_shown).map(plain);
    let mut line: String = characters.by_ref().take(LONGEST).collect();
    if characters.next().is_some() {
        line.pop();
        line.push('…');
    }
    line
}

/// Reads a decimal number such as -1.5e3. `None` for anything else, including "inf" and "nan".
pub(crate) fn parse(text: &str) -> Option<f64> {
    let digit = text.bytes().any(|byte| byte.is_ascii_digit());
    let decimal = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    #[cfg(target_arch = "wasm32")]
    let number = js_sys::Number::from(wasm_bindgen::JsValue::from_str(text).unchecked_into_f64()).value_of();
    #[cfg(not(target_arch = "wasm32"))]
    let number = text.parse().unwrap_or(f64::NAN);
    (digit && decimal && !number.is_nan()).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_sentences_have_three_significant_digits() {
        for (value, text) in [
            (0.632_455, "0.632"),
            (2.0, "2"),
            (6.403, "6.4"),
            (6_656.2, "6660"),
            (0.0, "0"),
            (0.99999, "1"),
            (6.656e9, "6.66e9"),
            (-6.656e9, "-6.66e9"),
            (1e300, "1e300"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "Infinity"),
        ] {
            assert_eq!(significant(value), text);
        }
    }

    #[test]
    fn numbers_are_written_as_javascript_writes_them() {
        for (value, text) in [
            (1e300, "1e+300"),
            (1e12, "1000000000000"),
            (f64::INFINITY, "Infinity"),
            (f64::NEG_INFINITY, "-Infinity"),
            (f64::NAN, "NaN"),
            (-0.5, "-0.5"),
            (1e-6, "0.000001"),
            (1.5e-7, "1.5e-7"),
        ] {
            assert_eq!(plain(value), text);
        }
    }

    #[test]
    fn a_foreign_text_takes_one_line_of_80_characters_at_most() {
        assert_eq!(quoted("a\n\u{202e}b"), "\"a b\"");
        assert_eq!(short(&"ü".repeat(80)), "ü".repeat(80));
        assert_eq!(short(&"ü".repeat(81)), format!("{}…", "ü".repeat(79)));
    }

    #[test]
    fn only_decimal_numbers_are_read() {
        assert_eq!(["1", "-.5", "+2.", "1.5e3", "1E-2"].map(parse), [1.0, -0.5, 2.0, 1500.0, 0.01].map(Some));
        assert_eq!(["", "x", "nan", "inf", "0x10", "1_0", "1e", "--1", "e5", "1 2"].map(parse), [None; 10]);
    }
}
