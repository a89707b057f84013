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
    fn only_decimal_numbers_are_read() {
        assert_eq!(["1", "-.5", "+2.", "1.5e3", "1E-2"].map(parse), [1.0, -0.5, 2.0, 1500.0, 0.01].map(Some));
        assert_eq!(["", "x", "nan", "inf", "0x10", "1_0", "1e", "--1", "e5", "1 2"].map(parse), [None; 10]);
    }
}
