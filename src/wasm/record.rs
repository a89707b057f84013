//! Plain objects of JavaScript and their declarations in TypeScript, both from one list of fields.

use js_sys::{Array, Float64Array, Object, Reflect, Uint32Array};
use wasm_bindgen::prelude::*;

/// Declares a record: the type of its objects, with `new` to make one, and its interface in
/// TypeScript. A field is `key: type = value`, with a type of `typescript!`. The value of
/// `key?: type` is an `Option`; if it is `None`, the field is left out. A literal has no value.
macro_rules! record {
    ($(#[doc = $about:literal])+
    $name:ident($($argument:ident: $of:ty),*) $(extends $base:ident($($base_argument:expr),*))? {
        $($(#[doc = $doc:literal])* $key:ident $(? $($optional:lifetime)?)?: $type:tt $(= $value:expr)?,)+
    }) => {
        declare!($(#[doc = $about])+ $name $($base)? {
            $($(#[doc = $doc])* $key $(? $($optional)?)?: $type,)+
        });
        typed!($name);

        impl $name {
            pub fn new($($argument: $of),*) -> Self {
                let base = first!($($base::new($($base_argument),*).into(),)? Object::new());
                let fields = [$((stringify!($key), value!([$(? $($optional)?)?] $type $(, $value)?))),+];
                fill(base, &fields).unchecked_into()
            }
        }
    };
}

/// Declares a union of records.
macro_rules! union {
    ($(#[doc = $about:literal])+ $name:ident = $first:ident $(| $part:ident)+) => {
        section!(concat!(
            comment!("", $($about)+),
            "export type ", stringify!($name), " = ", stringify!($first), $(" | ", stringify!($part),)+ ";",
        ));
        typed!($name);
        union!(@from $name $first $($part)+);
    };
    (@from $name:ident $($part:ident)+) => {
        $(impl From<$part> for $name {
            fn from(part: $part) -> Self {
                part.unchecked_into()
            }
        })+
    };
}

/// Declares an object that JavaScript passes, all of whose fields are numbers that may be left out,
/// with `read` to make a value of Rust with these fields. It refuses unknown keys.
macro_rules! argument {
    ($(#[doc = $about:literal])+ $name:ident => $of:ty {
        $($(#[doc = $doc:literal])+ $key:ident => $field:ident,)+
    }) => {
        declare!($(#[doc = $about])+ $name { $($(#[doc = $doc])+ $key?: f64,)+ });
        typed!($name);

        impl $name {
            pub fn read(&self) -> Result<$of, Error> {
                let mut read = <$of>::default();
                for entry in Object::entries(self).iter() {
                    let entry = Array::from(&entry);
                    let (key, value) = (text(&entry.get(0)), entry.get(1));
                    let number = (!value.is_undefined()).then(|| value.as_f64().unwrap_or(f64::NAN));
                    match key.as_str() {
                        $(stringify!($key) => read.$field = number,)+
                        _ => return Err(Error::UnknownParameter { key, known: vec![$(stringify!($key)),+] }),
                    }
                }
                Ok(read)
            }
        }
    };
}

/// Declares an interface in TypeScript.
macro_rules! declare {
    ($(#[doc = $about:literal])+ $name:ident $($base:ident)? {
        $($(#[doc = $doc:literal])* $key:ident $(? $($optional:lifetime)?)?: $type:tt,)+
    }) => {
        section!(concat!(
            comment!("", $($about)+),
            "export interface ", stringify!($name), $(" extends ", stringify!($base),)? " {\n",
            $(
                comment!("  ", $($doc)*),
                "  ", stringify!($key), $("?", $($optional)?)? ": ", typescript!($type), ";\n",
            )+
            "}",
        ));
    };
}

/// Adds a text to the declarations in TypeScript.
macro_rules! section {
    ($text:expr) => {
        const _: () = {
            #[wasm_bindgen(typescript_custom_section)]
            const TYPES: &str = $text;
        };
    };
}

/// A type of objects that TypeScript knows by the same name.
macro_rules! typed {
    ($name:ident) => {
        #[wasm_bindgen]
        extern "C" {
            #[wasm_bindgen(extends = Object, typescript_type = $name)]
            pub type $name;
        }

        impl Field for $name {
            fn js(&self) -> JsValue {
                self.into()
            }
        }
    };
}

/// A comment in TypeScript.
macro_rules! comment {
    ($indent:literal,) => { "" };
    ($indent:literal, $line:literal) => { concat!($indent, "/**", $line, " */\n") };
    ($indent:literal, $($line:literal)+) => {
        concat!($indent, "/**\n", $($indent, " *", $line, "\n",)+ $indent, " */\n")
    };
}

/// The type of a field in TypeScript: a literal; one of the literals of a match; a record of
/// values by name, from pairs; a list; a record, a typed array or a simple type.
macro_rules! typescript {
    ($text:literal) => { concat!("\"", $text, "\"") };
    ({ $_:pat => $text:literal $(, $__:pat => $more:literal)* $(,)? }) => {
        concat!("\"", $text, "\"" $(, " | \"", $more, "\"")*)
    };
    ([(&str, $type:tt)]) => { concat!("Record<string, ", typescript!($type), ">") };
    ([$type:tt]) => { concat!(typescript!($type), "[]") };
    ([$type:tt; $_:literal]) => { concat!(typescript!($type), "[]") };
    (bool) => { "boolean" };
    (f64) => { "number" };
    (u32) => { "number" };
    (usize) => { "number" };
    (str) => { "string" };
    (String) => { "string" };
    ($name:ident) => { stringify!($name) };
}

/// The value of a field of such a type.
macro_rules! value {
    ([] $text:literal) => { JsValue::from($text) };
    ([] { $($arms:tt)+ }, $value:expr) => { JsValue::from(match $value { $($arms)+ }) };
    ([] $type:tt, $value:expr) => { <$type as Field>::js(&$value) };
    ([?] $type:tt, $value:expr) => { $value.map_or(JsValue::UNDEFINED, |value| <$type as Field>::js(&value)) };
}

/// The first of one or two expressions.
macro_rules! first {
    ($first:expr $(, $_:expr)?) => {
        $first
    };
}

/// A value of a field.
pub trait Field {
    fn js(&self) -> JsValue;
}

macro_rules! simple {
    ($($type:ty: $value:ident => $js:expr;)+) => {
        $(impl Field for $type {
            fn js(&self) -> JsValue {
                let $value = self;
                $js.into()
            }
        })+
    };
}

simple! {
    bool: value => *value;
    f64: value => *value;
    u32: value => *value;
    usize: value => *value as f64;
    str: value => value;
    String: value => value;
    Float64Array: value => value;
    Uint32Array: value => value;
}

impl<T: Field> Field for [T] {
    fn js(&self) -> JsValue {
        self.iter().map(Field::js).collect::<Array>().into()
    }
}

impl<T: Field, const N: usize> Field for [T; N] {
    fn js(&self) -> JsValue {
        self[..].js()
    }
}

impl<T: Field> Field for [(&str, T)] {
    fn js(&self) -> JsValue {
        let fields: Vec<_> = self.iter().map(|(key, value)| (*key, value.js())).collect();
        fill(Object::new(), &fields).into()
    }
}

/// Gives an object the fields that are not undefined.
pub fn fill(object: Object, fields: &[(&str, JsValue)]) -> Object {
    for (key, value) in fields.iter().filter(|(_, value)| !value.is_undefined()) {
        Reflect::set(&object, &(*key).into(), value).expect("a plain object takes any property");
    }
    object
}
