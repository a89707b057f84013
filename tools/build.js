// npm run build: the pages in dist/site with all scripts that they name, the library and element
// in dist/lib. With --all also the editions that open from disk.
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setUpBuild } from "./setup.js";
import { isMain, main, prefer, root, run } from "./task.js";

const WASM_FEATURES = "bulk-memory multivalue mutable-globals nontrapping-float-to-int reference-types sign-ext simd";

/**
 * The module is downloaded gzipped. Inlining more than small functions and sharing subexpressions
 * would make it smaller, but gzipped 4 % larger, and no faster: Rust's compiler has inlined what
 * matters. The stack ends at the lowest addresses, so no pointer is there.
 */
const OPTIMISATION = [
  "-O3",
  "--one-caller-inline-max-function-size=20",
  "--flexible-inline-max-function-size=0",
  "--skip-pass=local-cse",
  "--low-memory-unused",
  "--strip-producers",
  ...WASM_FEATURES.split(" ").map((feature) => `--enable-${feature}`),
];

/** Extents of a build. Each includes those before it. */
const EXTENTS = /** @type {const} */ (["pages", "engine", "library", "all"]);

/** @typedef {(typeof EXTENTS)[number]} Extent */

/**
 * Modes of vite.config.ts in the order of a build: the least extent that includes each, and what it
 * makes. Every build of the pages makes the scripts that they link.
 * @type {Record<string, [least: Extent, what: string]>}
 */
const MODES = {
  site: ["pages", "the pages"],
  library: ["library", "the library"],
  streaming: ["library", "the library with the engine in a file of its own"],
  element: ["pages", "the element"],
  classic: ["pages", "the element as a classic script"],
  frame: ["pages", "the script of frames without an origin"],
  offline: ["all", "the script of pages that open from disk"],
};

/** True if a build makes a part. @param {Extent} extent  of the build @param {Extent} least */
const includes = (extent, least) => EXTENTS.indexOf(least) <= EXTENTS.indexOf(extent);

/** @param {Extent} extent */
export const modesOf = (extent) => Object.keys(MODES).filter((mode) => includes(extent, MODES[mode][0]));

/**
 * Builds the pages (`pages`: with the existing engine; `engine`: with a new one), then the library
 * with its declarations (`library`), then the editions for disk (`all`).
 * @param {Extent} [extent]
 */
export async function build(extent = "library") {
  prefer(join(root, "node_modules", ".bin"));
  if (includes(extent, "engine")) {
    await buildEngine("release");
    const wasm = "pkg/springlab_bg.wasm";
    await run("optimising the engine", ["wasm-opt", ...OPTIMISATION, wasm, "-o", wasm]);
  }
  for (const mode of modesOf(extent)) await vite(mode);
  await import("./typescript.js");
  const { describePackage, NOTICES, notices } = await import("./package-files.js");
  copyFileSync(join(root, "www/sandbox-fallback.js"), join(root, "dist/site/sandbox-fallback.js"));
  // pages elsewhere can load these from the site
  for (const script of ["spring-lab.js", "spring-lab.classic.js"])
    copyFileSync(join(root, "dist/lib", script), join(root, "dist/site", script));
  writeFileSync(join(root, "dist/site", NOTICES), notices());
  await packSource("dist/site/springlab-source.tar.gz");
  if (includes(extent, "library")) {
    copyFileSync(join(root, "pkg/springlab_bg.wasm"), join(root, "dist/lib/springlab.wasm"));
    await describePackage();
  }
  if (includes(extent, "all")) {
    const { writeDiskEditions } = await import("./offline.js");
    writeDiskEditions();
    copyFileSync(join(root, "dist/site", NOTICES), join(root, "dist/offline", NOTICES));
  }
}

/** Packs the source code, which the site offers. @param {string} archive */
async function packSource(archive) {
  const left = ["node_modules", "target", "dist", "pkg", ".git"];
  const unpacked = readdirSync(root).filter((name) => !left.includes(name));
  const inRepository = existsSync(join(root, ".git"));
  const pack = inRepository ? ["git", "archive", "-o", archive, "HEAD"] : ["tar", "-czf", archive, ...unpacked];
  await run("packing the source code", pack);
}

/** @param {string} mode  of vite.config.ts */
async function vite(mode) {
  const options = ["--config", "www/vite.config.ts", "--logLevel", mode === "site" ? "warn" : "error"];
  await run(`building ${MODES[mode][1]}`, ["vite", "build", ...options, "--mode", mode]);
}

/**
 * Compiles Rust to wasm and its JavaScript glue, in pkg/.
 * @param {"release" | "dev"} profile  of Cargo.toml
 */
export async function buildEngine(profile) {
  const target = "wasm32-unknown-unknown";
  const packages = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry/src/");
  const build = ["cargo", "build", "--profile", profile, "--locked", "--lib", "--target", target];
  await run("compiling the engine", [
    ...build,
    "--target-dir",
    "target",
    // optimising across the parts of a crate would double the time of a change under `npm run dev`
    "--config",
    'profile.dev.lto="off"',
    // keeps paths of this machine out of panic messages
    "--config",
    `target.${target}.rustflags=${JSON.stringify([`--remap-path-prefix=${packages}=`])}`,
  ]);
  const folder = profile === "dev" ? "debug" : profile;
  await run("writing its glue", ["springlab-bindgen", `target/${target}/${folder}/springlab.wasm`, "pkg"]);
  await import("./typescript.js");
  const { declareGroups } = await import("../www/groups.ts");
  const types = join(root, "pkg/springlab.d.ts");
  writeFileSync(types, declareGroups(readFileSync(types, "utf8")));
}

if (isMain(import.meta)) {
  await main(async () => {
    await setUpBuild();
    await build(EXTENTS.find((extent) => process.argv.includes(`--${extent}`)));
  });
}
