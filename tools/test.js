// npm test: what every commit must pass. npm run test:full: the rest, before a release.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.js";
import { setUpBuild, setUpTests } from "./setup.js";
import { find, main, NODE, prefer, root, run } from "./task.js";

/** @typedef {[name: string, command: string[], options?: Parameters<typeof run>[2]]} Stage */

/** Limit on two quiet cores, in s: longer, and people stop running it before a commit. */
const TEST_SECONDS = 900;

const FULL = process.argv.includes("--full");

const CARGO_TEST = ["cargo", "test", "--locked", "--quiet"];
const WASM = ["--target", "wasm32-unknown-unknown"];
const CLIPPY = ["cargo", "clippy", "--locked"];
const STRICT = ["--", "-D", "warnings"];
const NIGHTLY = ["rustup", "toolchain", "install", "nightly", "--profile", "minimal", "--component", "miri,rust-src"];
/** Interprets the tests of the modules with unsafe code, which take seconds. */
const MIRI = ["cargo", "+nightly", "miri", ...CARGO_TEST.slice(1), "--package", "springlab-fast", "--lib"];
const UNSAFE = ["--", "blocks", "columns", "layout", "network"];
const DOC = ["cargo", "doc", "--locked", "--no-deps"];
const NODE_TEST = [...NODE, "--test", "--test-reporter=spec"];
const WASM_PACK = ["wasm-pack", "test", "--mode", "no-install", "--headless"];
/** On Linux, a display large enough for the stage: WebKit needs one, and Firefox for WebGL. */
const SCREEN = process.platform === "linux" ? ["xvfb-run", "-a", "-s", "-screen 0 1400x1000x24"] : [];
const PLAYWRIGHT = [...SCREEN, "playwright", "test", "--config", "e2e"];

/** @type {Stage[]} */
const RUST = [
  ["formatting of Rust", ["cargo", "fmt", "--all", "--check"], { advice: "cargo fmt --all" }],
  ["lints of Rust", [...CLIPPY, "--workspace", "--all-targets", "--test", "slow", ...STRICT]],
  ["laws in Rust", [...CARGO_TEST, "--lib", "--test", "laws"]],
  ["examples in Rust's documentation", [...CARGO_TEST, "--doc"]],
];

/** @type {Stage[]} */
const SOURCES = [
  ["formatting and lints of JavaScript and CSS", ["biome", "ci", "."], { advice: "npx biome check --write" }],
  ["comments", ["node", "measure/comments.js"]],
];

/** @type {Stage[]} */
const BUILT = [
  ["types of JavaScript", ["tsc", "--noEmit"]],
  ["HTML", ["html-validate", "--preset", "standard", "--rule", "long-title:off", "dist/site/**/*.html"]],
  ["budgets", [...NODE, "measure/budgets.js"], { loud: true }],
  ["lints of Rust for wasm", [...CLIPPY, "--lib", ...WASM, ...STRICT]],
  [
    "logic, texts and figures in Node",
    [...NODE_TEST, "--test-concurrency=2", ...files("tests"), ...files("tests/figures")],
  ],
];

/** @type {Stage[]} */
const BROWSERS = [
  ["engine in Chromium", [...WASM_PACK, "--chrome", "--", "--test", "web"]],
  ["pages in Chromium and Firefox", PLAYWRIGHT],
];

/** @returns {Stage[]} */
function rest() {
  const engines = ["--chrome", "--firefox", "--safari", "--safaridriver", String(find("WebKitWebDriver"))];
  const strict = { env: { RUSTDOCFLAGS: "-D warnings" } };
  return [
    ["documentation of the crate", DOC, strict],
    ["documentation of the wasm boundary", [...DOC, "--document-private-items", ...WASM], strict],
    ["slow laws in Rust", [...CARGO_TEST, "--test", "slow"]],
    ["Miri", NIGHTLY],
    ["unsafe loops under Miri", [...MIRI, ...UNSAFE]],
    ["unsafe loops under Miri with 32 bits", [...MIRI, "--target", "i686-unknown-linux-gnu", ...UNSAFE]],
    ["instruction counts", ["node", "measure/count.js", "--check"]],
    ["package", ["publint", "--strict"]],
    ["package in other projects", [...NODE_TEST, ...files("tests/full")]],
    ["engine in Chromium, Firefox and WebKit", [...SCREEN, ...WASM_PACK, ...engines, "--", "--test", "web"]],
    ["pages in WebKit", [...SCREEN, ...NODE_TEST, "--test-concurrency=1", ...files("e2e/webkit")]],
    ["all tests of pages in Chromium and Firefox", PLAYWRIGHT, { env: { FULL: "1" } }],
    ["fuzzing for 5 minutes", [...NODE, "tests/fuzz/fuzz.ts", "100"]],
    ["referee", ["node", "referee/run.js"]],
  ];
}

/** Tests of a folder. @param {string} folder */
function files(folder) {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(".test.ts"));
  return names.map((name) => `${folder}/${name}`);
}

/** Finished stages. @type {{ stage: string, seconds: number, tests: number }[]} */
const done = [];
let failed = false;

/** Runs stages one after the other, until any stage fails. @param {Stage[]} stages */
async function runAll(stages) {
  for (const [what, command, options] of stages) if (!failed) await timed(what, () => run(what, command, options));
}

/** @param {string} stage @param {() => Promise<string | void>} body */
async function timed(stage, body) {
  const start = performance.now();
  try {
    const output = await body();
    done.push({ stage, seconds: Math.round((performance.now() - start) / 1000), tests: passed(output ?? "") });
  } catch (error) {
    failed = true;
    throw error;
  }
}

/** The number of passed tests that cargo, Node and Playwright state. @param {string} output */
function passed(output) {
  const counts = output.matchAll(/(\d+) passed|^(?:#|ℹ) pass (\d+)$/gm);
  return [...counts].reduce((sum, [, one, other]) => sum + Number(one ?? other), 0);
}

/** Prints the finished stages, and writes them into target/stages.json. @param {number} start */
function summarise(start) {
  const total = Math.round((performance.now() - start) / 1000);
  console.log("\n  s   tests  stage");
  for (const { stage, seconds, tests } of done)
    console.log(`${String(seconds).padStart(4)}  ${String(tests || "").padStart(5)}  ${stage}`);
  console.log(`\n${total} s in all${FULL ? "" : `, of ${TEST_SECONDS} s at most on two quiet cores`}`);
  const file = join(root, `target/stages${FULL ? "-full" : ""}.json`);
  const seconds = Object.fromEntries(done.map(({ stage, seconds }) => [stage, seconds]));
  mkdirSync(join(root, "target"), { recursive: true }); // a first stage may fail before anything is built
  writeFileSync(file, `${JSON.stringify({ ...seconds, total }, null, 1)}\n`);
}

await main(async () => {
  const start = performance.now();
  try {
    await timed("set-up", async () => {
      await setUpBuild();
      await setUpTests(FULL);
    });
    prefer(join(root, "node_modules", ".bin"));
    if (FULL) {
      await timed("build", () => build("all"));
      await runAll(rest());
    } else {
      await runAll(SOURCES);
      process.stdout.isTTY = false; // two lines can't count seconds at the same time
      // compiling the engine uses one core, so the stages of Rust run at the same time
      const results = await Promise.allSettled([
        runAll(RUST),
        timed("build", () => build("all")).then(() => runAll(BUILT)),
      ]);
      for (const result of results) if (result.status === "rejected") throw result.reason;
      await runAll(BROWSERS);
    }
  } finally {
    summarise(start);
  }
});
