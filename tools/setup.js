// Installs what building and testing need, each only if it is missing.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { cache, Failure, find, isMain, main, prefer, root, run } from "./task.js";

const RUST = [1, 88];

/** Free space that packages, crates and builds take, in GB. */
const SPACE = 4;

/**
 * Tools from crates.io; the version of wasm-bindgen is that of Cargo.lock. A build takes `minutes`.
 * With `full` only `npm run test:full` needs the tool.
 * @typedef {{ name: string, version: string, binary: string, flags: string[] }} Crate
 * @typedef {Crate & { minutes: number, full?: boolean }} CargoTool
 */

/** @type {CargoTool[]} */
const CARGO_TOOLS = [
  { name: "wasm-bindgen-cli", version: "0.2.130", binary: "wasm-bindgen", flags: [], minutes: 5 },
  { name: "wasm-pack", version: "0.15.1", binary: "wasm-pack", flags: ["--locked"], minutes: 2.5 },
  { name: "geckodriver", version: "0.37.1", binary: "geckodriver", flags: [], minutes: 2, full: true },
];

/**
 * The folder of webpack, which only a test of `npm run test:full` needs. With its dependencies it
 * would be a fifth of the lock file, and of every installation.
 */
export const WEBPACK = join(cache, "webpack-5.112.2");

const CHROME = ["chromium", "chromium-browser", "google-chrome", "Google Chrome", "chrome"];

/**
 * Programs that the tests need: executables, packages of Debian and Fedora, the name on macOS and
 * Windows. With `full` only `npm run test:full` needs the program, with `linux` only Linux.
 * @typedef {{ names: string[], apt: string[], dnf: string[], elsewhere?: string }} Packaged
 * @typedef {Packaged & { full?: boolean, linux?: boolean }} Program
 */

/** @type {Program[]} */
const PROGRAMS = [
  { names: CHROME, apt: ["chromium"], dnf: ["chromium"], elsewhere: "Chrome" },
  { names: ["chromedriver"], apt: ["chromium-driver"], dnf: ["chromedriver"], elsewhere: "chromedriver" },
  { names: ["firefox-esr", "firefox"], apt: ["firefox-esr"], dnf: ["firefox"], elsewhere: "Firefox" },
  { names: ["xvfb-run"], apt: ["xvfb", "xauth"], dnf: ["xorg-x11-server-Xvfb"], linux: true },
  { names: ["WebKitWebDriver"], apt: ["webkit2gtk-driver"], dnf: ["webkit2gtk4.1"], full: true, linux: true },
  { names: ["valgrind"], apt: ["valgrind"], dnf: ["valgrind"], full: true, linux: true },
];

/** Builds tools two to three times faster: they needn't be fast. */
const QUICK_BUILD = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "1",
  CARGO_PROFILE_RELEASE_LTO: "false",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
  CARGO_TARGET_DIR: join(cache, "target"),
};

/** Installs what `npm start` and `npm run build` need. */
export async function setUpBuild() {
  mkdirSync(cache, { recursive: true });
  checkRust();
  await installNodeModules();
  await installWasmTarget();
  await installBindgen();
}

/**
 * Installs what `npm test` needs in addition, and with `full` what `npm run test:full` needs.
 * @param {boolean} [full]
 */
export async function setUpTests(full = false) {
  await installPrograms(PROGRAMS.filter((program) => full || !program.full));
  for (const tool of CARGO_TOOLS) if (full || !tool.full) await installCargoTool(tool);
  if (full) await installWebpack();
}

function checkRust() {
  const floor = RUST.join(".");
  if (!find("cargo") || !find("rustc")) {
    const where = "from rustup.rs, then open a new terminal";
    throw new Failure("Rust is missing: cargo and rustc are not on PATH.", `install Rust ${floor} or newer ${where}`);
  }
  const version = execFileSync("rustc", ["--version"], { encoding: "utf8" }).split(" ")[1];
  const [major, minor] = version.split(".").map(Number);
  if (major > RUST[0] || minor >= RUST[1]) return;
  const advice = find("rustup") ? "rustup update stable" : `install Rust ${floor} or newer from rustup.rs`;
  throw new Failure(`Rust ${version} is too old: ${floor} is the oldest that works.`, advice);
}

/** Fails if the disk has too little free space. @param {string} folder */
function checkSpace(folder) {
  const { bavail, bsize } = statfsSync(folder);
  const free = (bavail * bsize) / 1e9;
  if (free >= SPACE) return;
  throw new Failure(`The disk of ${folder} has ${free.toFixed(1)} GB left.`, `free at least ${SPACE} GB there`);
}

async function installNodeModules() {
  const folder = join(root, "node_modules");
  // through a link, npm would empty the folder of another checkout
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  const stamp = join(folder, ".springlab-lock");
  const lock = fingerprint("package-lock.json");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  checkSpace(root);
  checkSpace(cache);
  await run("installing the npm packages", ["npm", "ci"], { advice: "check that npm can reach its registry" });
  writeFileSync(stamp, lock);
}

async function installWasmTarget() {
  const libraries = ["--print", "target-libdir", "--target", "wasm32-unknown-unknown"];
  if (existsSync(execFileSync("rustc", libraries, { cwd: root, encoding: "utf8" }).trim())) return;
  if (!find("rustup")) {
    const advice = "install Rust from rustup.rs, or your distribution's package of that target";
    throw new Failure("This Rust has no target wasm32-unknown-unknown, and there is no rustup to add it.", advice);
  }
  await run("adding Rust's wasm target", ["rustup", "target", "add", "wasm32-unknown-unknown"]);
}

async function installBindgen() {
  const home = join(cache, `bindgen-${fingerprint("tools/bindgen/Cargo.toml", "tools/bindgen/src/main.rs")}`);
  // cargo writes this file last: an interrupted install has none
  if (!existsSync(join(home, ".crates2.json"))) {
    const command = ["cargo", "install", "--path", "tools/bindgen", "--root", home, "--locked"];
    await run("building the glue maker (once, about 1.5 minutes)", command, { env: QUICK_BUILD });
  }
  prefer(join(home, "bin"));
}

/**
 * Uses the tool on PATH if it has the right version, else a prebuilt one by cargo-binstall, else
 * builds it.
 * @param {CargoTool} tool
 */
async function installCargoTool({ name, version, binary, flags, minutes }) {
  if (hasVersion(binary, version)) return;
  const home = join(cache, `${name}-${version}`);
  if (!existsSync(join(home, ".crates2.json"))) {
    const root = ["--version", version, "--root", home];
    const fetched =
      find("cargo-binstall") &&
      (await run(`fetching ${name}`, ["cargo", "binstall", "--no-confirm", ...root, name]).catch(() => undefined));
    if (fetched === undefined) {
      const command = ["cargo", "install", name, ...root, ...flags];
      await run(`building ${name} (once, about ${minutes} minutes)`, command, { env: QUICK_BUILD });
    }
  }
  prefer(join(home, "bin"));
}

async function installWebpack() {
  // npm writes this file last
  if (existsSync(join(WEBPACK, "node_modules/.package-lock.json"))) return;
  mkdirSync(WEBPACK, { recursive: true });
  const install = ["npm", "install", "--prefix", WEBPACK, "--ignore-scripts", "--no-audit", "--no-fund"];
  const advice = "check that npm can reach its registry";
  await run("installing webpack", [...install, basename(WEBPACK).replace("-", "@")], { advice });
}

/** @param {string} binary @param {string} version */
function hasVersion(binary, version) {
  if (!find(binary)) return false;
  try {
    return execFileSync(binary, ["--version"], { encoding: "utf8" }).split(/\s/).includes(version);
  } catch {
    return false;
  }
}

/** @param {Program[]} programs */
async function installPrograms(programs) {
  const linux = process.platform === "linux";
  const missing = programs.filter((program) => (linux || !program.linux) && !find(...program.names));
  if (missing.length === 0) return;
  const names = missing.map(({ names }) => names[0]).join(", ");
  const packages = (/** @type {"apt" | "dnf"} */ manager) => missing.flatMap((program) => program[manager]).join(" ");
  const byHand = !linux
    ? `install ${missing.map(({ elsewhere }) => elsewhere).join(", ")}, with chromedriver on PATH`
    : find("dnf")
      ? `sudo dnf install ${packages("dnf")}`
      : `sudo apt-get install ${packages("apt")} (or these programs by your package manager)`;
  const rights = asRoot();
  if (!find("apt-get") || !rights) throw new Failure(`The tests need programs that are missing: ${names}.`, byHand);
  checkSpace("/");
  const apt = [...rights, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
  await run("reading Debian's package lists", [...apt, "update", "-qq"], { advice: byHand });
  const install = [...apt, "install", "-y", "-qq", "--no-install-recommends", ...packages("apt").split(" ")];
  await run(`installing ${packages("apt")} (about 2 minutes)`, install, { advice: byHand });
}

/** Words before a command that run it as root; undefined if that needs a password. */
function asRoot() {
  if (process.getuid?.() === 0) return [];
  try {
    execFileSync("sudo", ["-n", "true"], { stdio: "ignore" });
    return ["sudo", "-n"];
  } catch {
    return undefined;
  }
}

/** @param {...string} files */
function fingerprint(...files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(join(root, file)));
  return hash.digest("hex").slice(0, 12);
}

if (isMain(import.meta)) {
  await main(async () => {
    await setUpBuild();
    await setUpTests(process.argv.includes("--full"));
  });
}
