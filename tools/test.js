// npm test: sets up and runs everything, from formatting to real browsers. The first failure ends it.
import { join } from "node:path";
import { build } from "./build.js";
import { setUpBuild, setUpTests } from "./setup.js";
import { find, main, prefer, root, run } from "./task.js";

const WASM = ["--target", "wasm32-unknown-unknown"];
/** A display that has room for the stage: WebKit needs one, and Firefox for WebGL. */
const SCREEN = ["xvfb-run", "-a", "-s", "-screen 0 1400x1000x24"];
const STRICT = { RUSTDOCFLAGS: "-D warnings" };

/** @type {[string, string[], Parameters<typeof run>[2]?][]} */
const BEFORE_BUILD = [
  ["formatting of Rust", ["cargo", "fmt", "--all", "--check"], { advice: "cargo fmt --all" }],
  ["lints of Rust", ["cargo", "clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"]],
  ["lints of Rust for wasm", ["cargo", "clippy", "--locked", "--all-targets", ...WASM, "--", "-D", "warnings"]],
  ["native tests", ["cargo", "test", "--locked", "--quiet"], { loud: true }],
  ["documentation of the crate", ["cargo", "doc", "--locked", "--no-deps"], { env: STRICT }],
  [
    "documentation of the door",
    ["cargo", "doc", "--locked", "--no-deps", "--document-private-items", ...WASM],
    { env: STRICT },
  ],
  ["formatting and lints of JavaScript and CSS", ["biome", "ci", "."], { advice: "npx biome check --write" }],
];

/** @type {[string, string[], Parameters<typeof run>[2]?][]} */
const AFTER_BUILD = [
  ["types of JavaScript", ["tsc", "--noEmit"]],
  ["HTML", ["html-validate", "dist/site/**/*.html"]],
  ["sizes", ["node", "tools/size.js", "--check"], { loud: true }],
  ["the library in Node", ["node", "--test", "tests/"], { loud: true }],
];

await main(async () => {
  let passed = 0;
  const stage = async (/** @type {[string, string[], Parameters<typeof run>[2]?]} */ [what, command, options]) => {
    await run(what, command, options);
    passed += 1;
  };
  try {
    await setUpBuild();
    await setUpTests();
    prefer(join(root, "node_modules", ".bin"));
    for (const check of BEFORE_BUILD) await stage(check);
    await build();
    for (const check of AFTER_BUILD) await stage(check);
    await stage(["the engine in Chromium, Firefox and WebKit", wasmPackTest(), { loud: true }]);
    await stage(["the pages in WebKit", webKitTest(), { loud: true }]);
    await stage(["the pages in Chromium and Firefox", [...SCREEN, "playwright", "test"], { loud: true }]);
    console.log(`\n${passed} passed, 0 failed`);
  } catch (error) {
    console.log(`\n${passed} passed, 1 failed`);
    throw error;
  }
});

function webKitTest() {
  return [...SCREEN, "node", "--test", "--test-concurrency=1", "e2e/webkit/"];
}

/** Those of tests/web.rs: no other is for wasm. WebKit needs a display, which xvfb-run makes up. */
function wasmPackTest() {
  const engines = ["--chrome", "--firefox", "--safari", "--safaridriver", String(find("WebKitWebDriver"))];
  const command = ["xvfb-run", "-a", "wasm-pack", "test", "--mode", "no-install", "--headless"];
  return [...command, ...engines, "--", "--test", "web"];
}
