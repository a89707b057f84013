// Builds dist/site (the pages) and dist/lib (the library).
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setUpBuild } from "./setup.js";
import { isMain, main, prefer, root, run } from "./task.js";

const WASM_FEATURES = [
  "bulk-memory",
  "multivalue",
  "mutable-globals",
  "nontrapping-float-to-int",
  "reference-types",
  "sign-ext",
  "simd",
];

/**
 * The module is downloaded gzipped. To inline more than small functions and to share subexpressions makes it smaller, but its gzip 4 %
 * larger, and no faster: Rust's compiler has inlined what matters.
 */
const OPTIMISATION = [
  "-O3",
  "--one-caller-inline-max-function-size=20",
  "--flexible-inline-max-function-size=0",
  "--skip-pass=local-cse",
  "--strip-producers",
];

export async function build() {
  prefer(join(root, "node_modules", ".bin"));
  await buildEngine("release");
  await optimise();
  await run("building the pages", ["vite", "build", "--logLevel", "warn"]);
  // the font's licence wants to go with it
  copyFileSync(join(root, "tools/math-font/LICENSE.txt"), join(root, "dist/site/assets/math-font-LICENSE.txt"));
  await run("building the library", ["vite", "build", "--logLevel", "warn", "--config", "vite.lib.config.js"]);
  for (const kind of ["module", "classic"]) {
    const vite = ["vite", "build", "--logLevel", "error", "--config", "vite.element.config.js", "--mode", kind];
    await run(`building the element as a ${kind} script`, vite);
  }
  // a page anywhere can have it from the site
  for (const name of ["spring-lab.js", "spring-lab.classic.js"])
    copyFileSync(join(root, "dist/lib", name), join(root, "dist/site", name));
  await declareTypes();
}

/** Rust → wasm → glue, in pkg/. @param {"release" | "dev"} profile  of Cargo.toml */
export async function buildEngine(profile) {
  const folder = profile === "dev" ? "debug" : profile;
  const target = "wasm32-unknown-unknown";
  const packages = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry/src/");
  await run("compiling the engine", [
    "cargo",
    "build",
    "--profile",
    profile,
    "--locked",
    "--lib",
    "--target",
    target,
    "--target-dir",
    "target",
    // to optimise across the parts in which a crate is compiled would double the time that a change takes
    "--config",
    'profile.dev.lto="off"',
    // paths in messages are not to depend on the machine
    "--config",
    `target.${target}.rustflags=${JSON.stringify([`--remap-path-prefix=${packages}=`])}`,
  ]);
  await run("writing its glue", ["springlab-bindgen", `target/${target}/${folder}/springlab.wasm`, "pkg"]);
}

async function optimise() {
  const features = WASM_FEATURES.map((feature) => `--enable-${feature}`);
  const wasm = "pkg/springlab_bg.wasm";
  await run("optimising the engine", ["wasm-opt", ...OPTIMISATION, ...features, wasm, "-o", wasm]);
}

/** Declarations of www/engine.js beside the library, and those of the engine with all of its records. */
async function declareTypes() {
  await run("writing the type declarations", ["tsc", "--project", "tsconfig.lib.json"]);
  const declarations = join(root, "dist/lib/springlab.d.ts");
  const text = readFileSync(join(root, "dist/types/www/engine.d.ts"), "utf8");
  const own = text.replaceAll(/"(?:\.\.\/pkg\/springlab|\.\/types)\.js"/g, '"./core.js"');
  writeFileSync(declarations, `${own}export type * from "./core.js";\n`);
  copyFileSync(join(root, "pkg/springlab.d.ts"), join(root, "dist/lib/core.d.ts"));
}

if (isMain(import.meta)) {
  await main(async () => {
    await setUpBuild();
    await build();
  });
}
