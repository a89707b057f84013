// Builds dist/site (the pages) and dist/lib (the library).
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { elementDeclarations, libraryDeclarations } from "./declarations.js";
import { makeFolder } from "./folder.js";
import { manifest } from "./manifest.js";
import { NOTICES, notices } from "./notices.js";
import { named } from "./order.js";
import { provenance } from "./provenance.js";
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
 * larger, and no faster: Rust's compiler has inlined what matters. The lowest addresses are the end of the stack: no pointer is there.
 */
const OPTIMISATION = [
  "-O3",
  "--one-caller-inline-max-function-size=20",
  "--flexible-inline-max-function-size=0",
  "--skip-pass=local-cse",
  "--low-memory-unused",
  "--strip-producers",
];

export async function build() {
  prefer(join(root, "node_modules", ".bin"));
  await buildEngine("release");
  await optimise();
  await run("building the pages", ["vite", "build", "--logLevel", "warn"]);
  writeFileSync(join(root, "dist/site", NOTICES), notices());
  await run("building what opens from a folder", [
    "vite",
    "build",
    "--logLevel",
    "error",
    "--config",
    "vite.offline.config.js",
  ]);
  makeFolder();
  await run("building the library", ["vite", "build", "--logLevel", "warn", "--config", "vite.lib.config.js"]);
  for (const kind of ["module", "classic", "frame"]) {
    const vite = ["vite", "build", "--logLevel", "error", "--config", "vite.element.config.js", "--mode", kind];
    await run(`building the element as a ${kind} script`, vite);
  }
  copyFileSync(join(root, "www/sandbox-fallback.js"), join(root, "dist/site/sandbox-fallback.js"));
  // a page anywhere can have it from the site
  for (const name of ["spring-lab.js", "spring-lab.classic.js"])
    copyFileSync(join(root, "dist/lib", name), join(root, "dist/site", name));
  for (const folder of ["lib", "offline"])
    copyFileSync(join(root, "dist/site", NOTICES), join(root, "dist", folder, NOTICES));
  await describe();
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
  writeFileSync(wasm, named(readFileSync(wasm)));
  await run("ordering its functions", [
    "wasm-opt",
    "--reorder-functions-by-name",
    "--strip-debug",
    ...features,
    wasm,
    "-o",
    wasm,
  ]);
}

/** What goes with the scripts of dist/lib. */
async function describe() {
  await run("writing the type declarations", ["tsc", "--project", "tsconfig.lib.json"]);
  const text = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");
  const library = libraryDeclarations(text("dist/types/www/engine.d.ts"), text("pkg/springlab.d.ts"));
  const element = elementDeclarations(text("dist/types/www/spring-lab.d.ts"));
  const json = (/** @type {unknown} */ value) => `${JSON.stringify(value, null, 2)}\n`;
  writeFileSync(join(root, "dist/lib/springlab.d.ts"), library);
  writeFileSync(join(root, "dist/lib/spring-lab.d.ts"), element);
  writeFileSync(join(root, "dist/lib/custom-elements.json"), json(await manifest()));
  writeFileSync(join(root, "dist/lib/provenance.json"), json(provenance()));
}

if (isMain(import.meta)) {
  await main(async () => {
    await setUpBuild();
    await build();
  });
}
