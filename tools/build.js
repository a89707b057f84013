// npm run build: the pages in dist/site, the library and the element in dist/lib. With --all also
// the classic scripts and the editions that open from disk.
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { declareGroups } from "../www/groups.js";
import { writeDiskEditions } from "./offline.js";
import { describePackage, NOTICES, notices } from "./package-files.js";
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

/**
 * Builds the pages (`pages`: with the existing engine; `engine`: with a new one), then the library
 * and the element (`library`), then classic scripts and the editions for disk (`all`).
 * @param {(typeof EXTENTS)[number]} [extent]
 */
export async function build(extent = "library") {
  const includes = (/** @type {(typeof EXTENTS)[number]} */ part) => EXTENTS.indexOf(part) <= EXTENTS.indexOf(extent);
  prefer(join(root, "node_modules", ".bin"));
  if (includes("engine")) {
    await buildEngine("release");
    const wasm = "pkg/springlab_bg.wasm";
    await run("optimising the engine", ["wasm-opt", ...OPTIMISATION, wasm, "-o", wasm]);
  }
  await vite("site", "the pages");
  copyFileSync(join(root, "www/sandbox-fallback.js"), join(root, "dist/site/sandbox-fallback.js"));
  writeFileSync(join(root, "dist/site", NOTICES), notices());
  await packSource("dist/site/springlab-source.tar.gz");
  if (includes("library")) {
    await vite("library", "the library");
    await vite("element", "the element");
    copyToSite("spring-lab.js");
    await describePackage();
  }
  if (includes("all")) {
    await vite("classic", "the element as a classic script");
    copyToSite("spring-lab.classic.js");
    await vite("frame", "the script of frames without an origin");
    await vite("offline", "the script of pages that open from disk");
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

/** @param {string} mode  of vite.config.js @param {string} what */
async function vite(mode, what) {
  const options = ["--config", "www/vite.config.js", "--logLevel", mode === "site" ? "warn" : "error"];
  await run(`building ${what}`, ["vite", "build", ...options, "--mode", mode]);
}

/** Pages elsewhere can load the script from the site. @param {string} script */
function copyToSite(script) {
  copyFileSync(join(root, "dist/lib", script), join(root, "dist/site", script));
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
    ...[...build, "--target-dir", "target"],
    // optimising across the parts of a crate would double the time of a change under `npm run dev`
    ...["--config", 'profile.dev.lto="off"'],
    // keeps paths of this machine out of panic messages
    ...["--config", `target.${target}.rustflags=${JSON.stringify([`--remap-path-prefix=${packages}=`])}`],
  ]);
  const folder = profile === "dev" ? "debug" : profile;
  await run("writing its glue", ["springlab-bindgen", `target/${target}/${folder}/springlab.wasm`, "pkg"]);
  const types = join(root, "pkg/springlab.d.ts");
  writeFileSync(types, declareGroups(readFileSync(types, "utf8")));
}

if (isMain(import.meta)) {
  await main(async () => {
    await setUpBuild();
    await build(EXTENTS.find((extent) => process.argv.includes(`--${extent}`)));
  });
}
