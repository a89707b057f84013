// The package as users have it: packed, installed into new projects, bundled, run and type-checked.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build as esbuild } from "esbuild";
import { chromium as playwright } from "playwright-core";
import type { InlineConfig } from "vite";
import { createServer, build as vite } from "vite";
import * as library from "../../dist/lib/springlab.js";
import { chromium } from "../../e2e/browsers.ts";
import { cache } from "../../tools/task.js";
import { OWN, PARTS } from "../../www/lab/attributes.ts";
import { kebabCase } from "../../www/lab/model/names.ts";

/** Folder of webpack: with its dependencies it would be a fifth of every installation. */
const WEBPACK = join(cache, "webpack-5.112.2");

// npm writes this file last
if (!existsSync(join(WEBPACK, "node_modules/.package-lock.json"))) {
  mkdirSync(WEBPACK, { recursive: true });
  execFileSync("npm", [
    "install",
    "--prefix",
    WEBPACK,
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "webpack@5.112.2",
  ]);
}
const webpack = createRequire(join(WEBPACK, "package.json"))("webpack");

const root = fileURLToPath(new URL("../..", import.meta.url));

const temporary = mkdtempSync(join(tmpdir(), "springlab-"));
after(() => rmSync(temporary, { recursive: true }));

/** Ten seconds of an undamped mass on a spring of 8 N/m, elongated by 2 m. */
const RUN = `
  const run = (simulation) => {
    simulation.step(1000);
    return [simulation.time, simulation.energy.total, ...simulation.positions];
  };
`;

const ENGINE = `
  import { createSimulation } from "springlab";
  ${RUN}
  const simulation = await createSimulation("damper", { stiffness: 8, method: "runge-kutta-4" });
  console.log(JSON.stringify([run(simulation)]));
`;

/** The engine, and the element with its own. */
const BOTH = `
  import { createSimulation } from "springlab";
  import "springlab/element";
  ${RUN}
  const simulation = await createSimulation("damper", { stiffness: 8, method: "runge-kutta-4" });
  const lab = document.createElement("spring-lab");
  for (const [name, value] of Object.entries({ scene: "damper", stiffness: 8, method: "runge-kutta-4", paused: "" }))
    lab.setAttribute(name, value);
  document.body.append(lab);
  await lab.open();
  console.log(JSON.stringify([run(simulation), run(lab.simulation)]));
`;

/** The result of a run with the built library. */
let expected: number[];

let tarball: string;

/** A project without tools. */
let plain: string;

before(async () => {
  const simulation = await library.createSimulation("damper", { stiffness: 8, method: "runge-kutta-4" });
  simulation.step(1000);
  expected = [simulation.time, simulation.energy.total, ...simulation.positions];
  assert.ok(Math.abs(expected[0] - 10) < 1e-12 && Math.abs(expected[1] - 16) < 1e-4, "½ · 8 N/m · (2 m)² after 10 s");
  const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", temporary];
  [{ filename: tarball }] = JSON.parse(run(root, "npm", ...pack));
  plain = project("plain", { "main.js": ENGINE });
});

/** The output of a command. */
function run(cwd: string, program: string, ...parameters: string[]) {
  return execFileSync(program, parameters, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Makes a project with nothing but the package and these files. */
function project(name: string, files: Record<string, string>) {
  const folder = join(temporary, name);
  const all = { "package.json": JSON.stringify({ name, private: true, type: "module" }), ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  run(folder, "npm", "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", join(temporary, tarball));
  return folder;
}

function ran(line: string, what: "engine" | "both") {
  assert.deepEqual(JSON.parse(line), what === "both" ? [expected, expected] : [expected]);
}

const INDEX = '<!doctype html><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">';

const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript" };

/**
 * The first line that a page logs in Chromium. Rejects with the page's error.
 * @param folder  serves these files at the address
 */
async function printed(address: string, folder?: string) {
  const browser = await playwright.launch(chromium.launchOptions);
  try {
    const page = await browser.newPage();
    if (folder) {
      await page.route(`${address}**`, (route) => {
        const path = join(folder, new URL(route.request().url()).pathname);
        const contentType = TYPES[extname(path)];
        return existsSync(path)
          ? route.fulfill({ contentType, body: readFileSync(path) })
          : route.fulfill({ status: 404 });
      });
    }
    const line = page.waitForEvent("console", { predicate: (message) => message.type() === "log", timeout: 60_000 });
    const failure = new Promise<never>((_, reject) => page.once("pageerror", reject));
    const [message] = await Promise.all([Promise.race([line, failure]), page.goto(`${address}index.html`)]);
    return message.text();
  } finally {
    await browser.close();
  }
}

/** Bundles by webpack, without errors and warnings. */
async function bundle(configuration: object) {
  const stats = await promisify(webpack)({ mode: "production", performance: false, ...configuration });
  assert.deepEqual(stats.toJson({ all: false, errors: true, warnings: true }), { errors: [], warnings: [] });
}

test("it runs in Node", () => {
  ran(run(plain, process.execPath, "main.js"), "engine");
});

test("it runs in a page that Vite builds, and in one that it serves while it is written", async () => {
  const page = `${INDEX}<script type="module" src="./main.js"></script>`;
  const folder = project("vite", { "index.html": page, "main.js": BOTH });
  const shared: InlineConfig = { root: folder, configFile: false, logLevel: "error" };
  await vite({ ...shared, build: { target: "es2022" } });
  ran(await printed("http://vite.test/", join(folder, "dist")), "both");

  const server = await createServer({ ...shared, cacheDir: join(folder, "cache"), server: { host: "127.0.0.1" } });
  try {
    await server.listen();
    ran(await printed(String(server.resolvedUrls?.local[0])), "both");
  } finally {
    await server.close();
  }
});

test("it runs in bundles by esbuild, in a page and in Node", async () => {
  const folder = project("esbuild", { "browser.js": BOTH, "node.js": ENGINE });
  for (const platform of ["browser", "node"] as const) {
    const outfile = join(folder, platform, "main.js");
    const options = {
      bundle: true,
      minify: true,
      format: "esm" as const,
      target: "es2022",
      logLevel: "silent" as const,
    };
    const { warnings } = await esbuild({
      ...options,
      entryPoints: [join(folder, `${platform}.js`)],
      platform,
      outfile,
    });
    assert.deepEqual(warnings, []);
  }
  writeFileSync(join(folder, "browser/index.html"), `${INDEX}<script type="module" src="main.js"></script>`);
  ran(await printed("http://esbuild.test/", join(folder, "browser")), "both");
  ran(run(folder, process.execPath, "node/main.js"), "engine");
});

test("it runs in bundles by webpack, in a page and in Node", async () => {
  const folder = project("webpack", { "web.js": BOTH, "node.js": ENGINE });
  for (const [target, filename] of [
    ["web", "main.js"],
    ["node", "main.cjs"],
  ])
    await bundle({
      context: folder,
      entry: `./${target}.js`,
      target,
      output: { path: join(folder, target), filename },
    });
  writeFileSync(join(folder, "web/index.html"), `${INDEX}<script defer src="main.js"></script>`);
  ran(await printed("http://webpack.test/", join(folder, "web")), "both");
  ran(run(folder, process.execPath, "node/main.cjs"), "engine");
});

test("bundles leave out an engine that nothing uses", async () => {
  const folder = project("unused", {
    "main.js": 'import { createSimulation } from "springlab"; console.log("alone");',
  });
  const [entry, outfile] = ["main.js", "esbuild.js"].map((name) => join(folder, name));
  await esbuild({ entryPoints: [entry], bundle: true, format: "esm", outfile, logLevel: "silent" });
  await bundle({ context: folder, entry, output: { path: folder, filename: "webpack.js" } });
  for (const name of ["esbuild.js", "webpack.js"]) {
    const text = readFileSync(join(folder, name), "utf8");
    assert.ok(text.includes("alone") && text.length < 100, `${name}: ${text.length} characters`);
  }
});

/** Uses the library as its declarations allow it, and in ways that they refuse. */
const TYPED = `
  import * as library from "springlab";
  import { createSimulation, load, methods, scenes, stability } from "springlab";
  import type { Energy, Moment, Parameter, Simulation } from "springlab";

  export async function use(): Promise<number> {
    await load(await load());
    const simulation: Simulation = await createSimulation("damper", { stiffness: 8 });
    const before: Moment = simulation.history.moment();
    simulation.step(10);
    const energy: Energy = simulation.energy;
    simulation.history.goTo(before);
    before[Symbol.dispose]();
    simulation.free();
    const parameters: Parameter[] = (await scenes())[0].parameters;
    const order: number = (await methods())[0].order;
    const factor: Float64Array | undefined = await stability("explicit-euler", -1, 0);
    return energy.total + parameters.length + order + (factor?.length ?? 0);
  }

  export const values: Record<keyof typeof library, true> = { VALUES };

  // @ts-expect-error a count is a number
  export const one = (simulation: Simulation) => simulation.step("one");
  // @ts-expect-error simulations are opened by createSimulation
  export const none = () => new library.Simulation();
  // @ts-expect-error a type of the glue's
  export type Glue = library.InitOutput;
`;

/** The same of the element. */
const TYPED_PAGE = `
  import { load, type Simulation } from "springlab";
  import { SpringLab } from "springlab/element";

  export async function compiled(): Promise<WebAssembly.Module> {
    return load();
  }

  export function use(): Simulation | undefined {
    const lab: SpringLab | null = document.querySelector("spring-lab");
    const made: SpringLab = document.createElement("spring-lab");
    made.addEventListener("springlab-ready", ({ detail }) => detail satisfies null);
    made.addEventListener("springlab-change", ({ detail }) => detail.key.length);
    made.addEventListener("springlab-time", ({ detail }) => detail.time.toFixed());
    made.addEventListener("springlab-error", ({ detail }) => detail.subject + detail.sentence);
    document.addEventListener("springlab-time", ({ detail }) => detail.time.toFixed());
    window.addEventListener("springlab-error", ({ detail }) => detail.subject + detail.sentence);
    Object.assign(made, { paused: true }).paused satisfies boolean;
    made.show = "picture plot";
    // @ts-expect-error a flag is no text
    made.locked = "false";
    const taken: boolean = made.set("stiffness", 8);
    // @ts-expect-error a value is a number or a text
    made.set("stiffness", taken);
    return lab?.simulation;
  }
`;

test("its types are whole and strict, with and without a browser's, however modules are resolved", () => {
  const values = Object.keys(library).map((name) => `${name}: true`);
  const main = TYPED.replace("VALUES", values.join(", "));
  const folder = project("types", { "main.ts": main, "page.ts": TYPED_PAGE });
  const types = { typeRoots: [join(root, "node_modules/@types")] };
  const node = { ...types, lib: ["es2022"], types: ["node"] };
  const dom = { ...types, lib: ["es2022", "dom"], types: [] };
  const bundler = { module: "es2022", moduleResolution: "bundler" };
  /** TypeScript 7 has no `node10` any more. */
  const cases: [string, object, string[]][] = [
    ["typescript-5", { ...dom, module: "es2022", moduleResolution: "node10" }, ["main.ts", "page.ts"]],
    ["typescript-5", { ...node, module: "node16" }, ["main.ts"]],
    ["typescript", { ...node, ...bundler, types: [] }, ["main.ts"]],
    ["typescript", { ...dom, ...bundler, lib: ["esnext", "dom"] }, ["main.ts", "page.ts"]],
    ["typescript", { ...dom, module: "nodenext" }, ["main.ts", "page.ts"]],
  ];
  for (const [compiler, options, files] of cases) {
    const compilerOptions = { strict: true, noEmit: true, skipLibCheck: false, target: "es2022", ...options };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    try {
      run(folder, process.execPath, join(root, "node_modules", compiler, "bin/tsc"), "--pretty", "false");
    } catch (error) {
      const { stdout } = error as { stdout: string };
      assert.fail(`${compiler}, ${JSON.stringify(options)}:\n${stdout}`);
    }
  }
});

/** Types of React as far as the element's use them. */
const REACT = `
  export interface HTMLAttributes<T> { id?: string; onClick?: (event: { target: T }) => void }
  export type DetailedHTMLProps<E, T> = E & { ref?: (element: T) => void };
  export namespace JSX { interface IntrinsicElements {} }
`;

const JSX = `
  import type {} from "springlab/jsx";
  export const good = <spring-lab scene="damper" damping={0.4} time-step-size="0.01" id="lab" />;
  // @ts-expect-error a misspelt attribute
  export const bad = <spring-lab dampign={0.4} />;
`;

test("JSX knows the element and its attributes", () => {
  const folder = project("jsx", { "page.tsx": JSX });
  const react = join(folder, "node_modules/react");
  mkdirSync(react, { recursive: true });
  writeFileSync(join(react, "package.json"), '{ "name": "react", "types": "index.d.ts" }');
  writeFileSync(join(react, "index.d.ts"), REACT);
  writeFileSync(join(react, "jsx-runtime.d.ts"), 'export type { JSX } from "react";');
  const compilerOptions = {
    strict: true,
    noEmit: true,
    jsx: "react-jsx",
    target: "es2022",
    types: [],
    module: "es2022",
    moduleResolution: "bundler",
    lib: ["es2022", "dom"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["page.tsx"] }));
  try {
    run(folder, process.execPath, join(root, "node_modules/typescript/bin/tsc"), "--pretty", "false");
  } catch (error) {
    assert.fail((error as { stdout: string }).stdout);
  }
});

test("a file beside package.json leads bundlers that do not read its exports to the element", () => {
  const folder = join(plain, "node_modules/springlab");
  const [, target] = readFileSync(join(folder, "element.js"), "utf8").match(/from "(.+)"/) ?? [];
  assert.ok(existsSync(join(folder, target)));
});

test("the engine is also a file of its own, which the streaming library loads", async () => {
  const bytes = readFileSync(join(plain, "node_modules/springlab/dist/lib/springlab.wasm"));
  const streaming = await import(new URL("../../dist/lib/springlab.streaming.js", import.meta.url).href);
  await streaming.load(await WebAssembly.compile(bytes)); // Node fetches no files
  const simulation = await streaming.createSimulation("damper");
  simulation.step(10);
  assert.ok(simulation.time > 0.09);
  simulation.free();
});

test("the README in the package finds its pictures there", () => {
  const folder = join(plain, "node_modules/springlab");
  const pictures = [...readFileSync(join(folder, "README.md"), "utf8").matchAll(/!\[[^\]]*\]\(([^)]+)/g)];
  assert.ok(pictures.length > 0);
  for (const [, path] of pictures) assert.ok(existsSync(join(folder, path)), path);
});

test("its manifest has all that the element offers, and all parameters of all scenes as attributes", async () => {
  const folder = join(plain, "node_modules/springlab");
  const file = (path: string) => readFileSync(join(folder, path), "utf8");
  const manifest = JSON.parse(file(JSON.parse(file("package.json")).customElements));
  const [{ path, declarations }] = manifest.modules;
  const [{ tagName, members, attributes, events, cssParts }] = declarations;
  assert.ok(existsSync(join(folder, path)));
  assert.equal(tagName, "spring-lab");
  const names = (list: { name: string }[]) => list.map(({ name }) => name).sort();

  const [own] = file("dist/lib/spring-lab.d.ts").split("\ndeclare global");
  const declared = [...own.matchAll(/^ {4}(?:get )?(\w+)\(/gm)].map(([, name]) => name);
  const callbacks = ["connectedCallback", "disconnectedCallback", "connectedMoveCallback"];
  const methods = declared.filter((name) => !callbacks.includes(name));
  assert.deepEqual(names(members), [...methods, ...Object.keys(OWN)].sort());
  assert.deepEqual(
    names(events),
    ["change", "error", "point", "ready", "time"].map((name) => `springlab-${name}`),
  );

  const keys = (await library.scenes()).flatMap(({ parameters }) => parameters.map(({ key }) => kebabCase(key)));
  assert.deepEqual(names(attributes), [...new Set([...Object.keys(OWN), ...keys])].sort());
  assert.deepEqual(names(cssParts), [...PARTS, "play", "message"].sort());
  for (const { name, description } of [...members, ...attributes, ...events, ...cssParts]) assert.ok(description, name);
});
