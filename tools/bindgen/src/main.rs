//! `springlab-bindgen INPUT.wasm OUT_DIR` writes the module, its JavaScript glue and types.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, out_dir] = arguments.as_slice() else {
        eprintln!("usage: springlab-bindgen INPUT.wasm OUT_DIR");
        return ExitCode::FAILURE;
    };
    match write_glue(input, out_dir) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{input}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write_glue(input: &str, out_dir: &str) -> Result<(), Box<dyn std::error::Error>> {
    Ok(Bindgen::new().input_path(input).out_name("springlab").web(true)?.typescript(true).generate(out_dir)?)
}
