// Installs everything that building and testing need and that is missing.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cache, Failure, find, isMain, main, prefer, root, run } from "./task.js";

const RUST = [1, 88];
const NODE = [20, 19];

/**
 * Tools from crates.io. wasm-bindgen-cli has the version in Cargo.lock; its own lock file is not
 * used.
 */
const CARGO_TOOLS = [
  { name: "wasm-bindgen-cli", version: "0.2.130", flags: [], minutes: 5 },
  { name: "wasm-pack", version: "0.15.1", flags: ["--locked"], minutes: 2.5 },
  { name: "geckodriver", version: "0.37.1", flags: [], minutes: 2, full: true },
];

/**
 * Programs for the tests, and the Debian packages that contain them. `full`: only for `npm run
 * test:full`.
 */
const PROGRAMS = [
  { names: ["chromium", "chromium-browser", "google-chrome"], packages: ["chromium"] },
  { names: ["chromedriver"], packages: ["chromium-driver"] },
  { names: ["firefox-esr", "firefox"], packages: ["firefox-esr"] },
  { names: ["WebKitWebDriver"], packages: ["webkit2gtk-driver"], full: true },
  { names: ["xvfb-run"], packages: ["xvfb", "xauth"] },
  { names: ["valgrind"], packages: ["valgrind"], full: true },
];

/** Tools needn't be fast: this builds them two to three times faster. */
const QUICK_BUILD = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "1",
  CARGO_PROFILE_RELEASE_LTO: "false",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
  CARGO_TARGET_DIR: join(cache, "target"),
};

/** Installs what `npm start` and `npm run build` need. */
export async function setUpBuild() {
  checkVersion("Node.js", process.versions.node, NODE, "install Node.js 20.19 or newer");
  checkRust();
  await installNodeModules();
  await installWasmTarget();
  await installBindgen();
}

/**
 * Installs what `npm test` needs beyond that.
 * @param {boolean} full  whether `npm run test:full` is to run, too
 */
export async function setUpTests(full) {
  await installPrograms(full);
  for (const tool of CARGO_TOOLS) if (full || !tool.full) await installCargoTool(tool);
}

/** @param {string} name @param {string} version @param {number[]} floor @param {string} advice */
function checkVersion(name, version, [major, minor], advice) {
  const [a, b] = version.split(".").map(Number);
  if (a < major || (a === major && b < minor)) throw new Failure(`${name} ${version} is too old.`, advice);
}

function checkRust() {
  const advice = `install Rust ${RUST.join(".")} or newer, with rustup`;
  if (!find("cargo") || !find("rustc")) throw new Failure("Rust is missing: there is no cargo on PATH.", advice);
  checkVersion("Rust", execFileSync("rustc", ["--version"], { encoding: "utf8" }).split(" ")[1], RUST, advice);
}

async function installNodeModules() {
  const folder = join(root, "node_modules");
  // through a link, npm would empty the folder of another checkout
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  const stamp = join(folder, ".springlab-lock");
  const lock = fingerprint("package-lock.json");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  await run("installing the npm packages", ["npm", "ci"], { advice: "check that npm can reach its registry" });
  writeFileSync(stamp, lock);
}

async function installWasmTarget() {
  const libraries = ["--print", "target-libdir", "--target", "wasm32-unknown-unknown"];
  if (existsSync(execFileSync("rustc", libraries, { cwd: root, encoding: "utf8" }).trim())) return;
  await run("adding Rust's wasm target", ["rustup", "target", "add", "wasm32-unknown-unknown"], {
    advice: "install the wasm32-unknown-unknown target of your Rust",
  });
}

async function installBindgen() {
  const home = join(cache, `bindgen-${fingerprint("tools/bindgen/Cargo.toml", "tools/bindgen/src/main.rs")}`);
  if (!existsSync(join(home, "bin", "springlab-bindgen"))) {
    const command = ["cargo", "install", "--path", "tools/bindgen", "--root", home, "--locked"];
    await run("building springlab-bindgen (once, about 1.5 minutes)", command, { env: QUICK_BUILD });
  }
  prefer(join(home, "bin"));
}

/** @param {(typeof CARGO_TOOLS)[number]} tool */
async function installCargoTool({ name, version, flags, minutes }) {
  const home = join(cache, `${name}-${version}`);
  // cargo writes this file last: an interrupted install has none
  if (!existsSync(join(home, ".crates2.json"))) {
    const command = ["cargo", "install", name, "--version", version, "--root", home, ...flags];
    await run(`building ${name} (once, about ${minutes} minutes)`, command, { env: QUICK_BUILD });
  }
  prefer(join(home, "bin"));
}

/** @param {boolean} full */
async function installPrograms(full) {
  const missing = PROGRAMS.filter((program) => (full || !program.full) && !find(...program.names));
  if (missing.length === 0) return;
  const packages = missing.flatMap((program) => program.packages);
  const advice = `install ${missing.map(({ names }) => names[0]).join(", ")} (Debian: ${packages.join(" ")})`;
  const apt = find("apt-get");
  const sudo = process.getuid?.() === 0 ? [] : [find("sudo"), "-n"];
  if (!apt || sudo[0] === undefined) {
    if (!apt || sudo.length > 0) throw new Failure("Programs for the tests are missing.", advice);
  }
  const asRoot = /** @type {string[]} */ ([...sudo, "env", "DEBIAN_FRONTEND=noninteractive", apt]);
  await run("reading Debian's package lists", [...asRoot, "update", "-qq"], { advice });
  const install = [...asRoot, "install", "-y", "-qq", "--no-install-recommends", ...packages];
  await run(`installing ${packages.join(", ")} (about 2 minutes)`, install, { advice });
}

/** @param {...string} files */
function fingerprint(...files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(join(root, file)));
  return hash.digest("hex").slice(0, 12);
}

if (isMain(import.meta)) {
  await main(async () => {
    mkdirSync(cache, { recursive: true });
    await setUpBuild();
    await setUpTests(true);
  });
}
