// npm run house: the size of every room, its functions, and tests. `npm run house -- COMMIT` also
// prints what the rooms had at an earlier commit.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { parseSync } from "rolldown/experimental";
import { main, root } from "../tools/task.js";

const CODE = new Set([".rs", ".js", ".mjs", ".ts", ".py", ".css", ".html"]);

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), "utf8");

/** @param {string} program @param {string[]} parameters */
const output = (program, parameters) => execFileSync(program, parameters, { cwd: root, maxBuffer: 1e9 }).toString();

const tracked = output("git", ["ls-files"])
  .trim()
  .split("\n")
  .filter((path) => existsSync(join(root, path)));
const code = tracked.filter((path) => CODE.has(extname(path)));

/**
 * The room of a file: its top-level folder, one level deeper within src and www.
 * @param {string} path
 */
function room(path) {
  const parts = path.split("/");
  if (parts.length === 1) return "(top level)";
  const deep = parts.length > 2 && ["src", "www"].includes(parts[0]);
  return parts.slice(0, deep ? 2 : 1).join("/");
}

/** @param {string} text */
const lineCount = (text) => text.split("\n").length - 1;

/**
 * Characters of code, without comments and white space.
 * @param {string} path @param {string} [text]
 */
function codeSize(path, text = read(path)) {
  const kind = extname(path);
  const block = kind === ".html" ? /<!--.*?-->/gs : kind === ".py" ? /(^|\s)#.*$/gm : /\/\*.*?\*\//gs;
  const line = [".rs", ".js", ".mjs", ".ts"].includes(kind) ? /(?<=^|[\s;{}(,])\/\/.*$/gm : /$^/g;
  return text.replace(block, "").replace(line, "").replace(/\s+/g, "").length;
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** @template T @param {T[]} items @param {(item: T) => string} key @returns {Map<string, T[]>} */
function grouped(items, key) {
  const groups = new Map();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

/** @param {number[]} numbers @param {number} share */
function quantile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** @param {string} title @param {string[]} head @param {(string | number)[][]} rows */
function table(title, head, rows) {
  const cells = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const line = (/** @type {string[]} */ row) =>
    row.map((cell, column) => (column ? cell.padStart(widths[column]) : cell.padEnd(widths[column]))).join("  ");
  console.log(`\n${title}\n${cells.map((row) => `  ${line(row)}`).join("\n")}`);
}

/**
 * @typedef {{ path: string, line: number, length: number }} Span  a function and its length in
 * lines
 */

/**
 * Functions of a Rust file: from `fn` to the brace that closes its body.
 * @param {string} path @returns {Span[]}
 */
function rustFunctions(path) {
  const lines = read(path).split("\n");
  return lines.flatMap((line, at) => {
    const start = /^(\s*)(?:pub(?:\([a-z]+\))? )?(?:const |unsafe |async )*fn \w/.exec(line);
    if (!start) return [];
    // rustfmt puts the closing brace below the beginning of `fn`
    const end = /[{;]\s*}?$/.test(line) && line.includes("}") ? at : lines.indexOf(`${start[1]}}`, at);
    return end < at ? [] : [{ path, line: at + 1, length: end - at + 1 }];
  });
}

/**
 * Functions of a JavaScript file that have a body of statements.
 * @param {string} path @returns {Span[]}
 */
function scriptFunctions(path) {
  const text = read(path);
  /** @type {Span[]} */
  const found = [];
  const visit = (/** @type {any} */ node) => {
    if (!node || typeof node !== "object") return;
    if (/Function/.test(node.type ?? "") && node.body?.type === "BlockStatement") {
      const line = lineCount(`${text.slice(0, node.start)}\n`);
      found.push({ path, line, length: lineCount(`${text.slice(node.start, node.end)}\n`) });
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(path, text).program);
  return found;
}

/** @param {string} path */
const functions = (path) =>
  path.endsWith(".rs") ? rustFunctions(path) : /\.m?[jt]s$/.test(path) ? scriptFunctions(path) : [];

/** Characters of code by room at a commit. @param {string} commit @returns {Map<string, number>} */
function sizesAt(commit) {
  const paths = output("git", ["ls-tree", "-r", "--name-only", commit]).trim().split("\n");
  const sizes = paths
    .filter((path) => CODE.has(extname(path)))
    .map((path) => ({ path, size: codeSize(path, output("git", ["show", `${commit}:${path}`])) }));
  const rooms = [...grouped(sizes, ({ path }) => room(path))];
  return new Map(rooms.map(([name, files]) => [name, sum(files.map(({ size }) => size))]));
}

function printRooms() {
  const [commit] = process.argv.slice(2);
  const before = commit ? sizesAt(commit) : new Map();
  const rooms = [...grouped(code, room)].map(([name, paths]) => {
    const spans = paths.flatMap(functions);
    const longest = spans.toSorted((a, b) => b.length - a.length)[0];
    const lengths = spans.map(({ length }) => length);
    return [
      name,
      paths.length,
      before.get(name) ?? "–",
      sum(paths.map((path) => codeSize(path))),
      sum(paths.map(read).map(lineCount)),
      lengths.length > 0 ? quantile(lengths, 0.5) : "–",
      longest ? `${longest.length} (${longest.path}:${longest.line})` : "–",
    ];
  });
  const texts = tracked.filter((path) => !/\.(png|woff2)$/.test(path)).map(read);
  const all = sum(code.map((path) => codeSize(path)));
  const allBefore = commit ? sum([...before.values()]) : "–";
  rooms.push(["all", texts.length, allBefore, all, sum(texts.map(lineCount)), "–", "–"]);
  const head = [
    "room",
    "files",
    commit ? `at ${commit}` : "before",
    "characters of code",
    "lines",
    "median function",
    "longest function",
  ];
  table("Rooms", head, rooms);
}

function printTests() {
  const count = (/** @type {RegExp} */ files, /** @type {RegExp} */ test) =>
    tracked.filter((path) => files.test(path)).reduce((sum, path) => sum + (read(path).match(test)?.length ?? 0), 0);
  const rows = [
    ["Rust", count(/\.rs$/, /^\s*#\[(test|wasm_bindgen_test)\]/gm)],
    ["Node, calls of test()", count(/\.test\.m?[jt]s$/, /^\s*test\(/gm)],
    ...browserRuns(),
  ];
  table("Tests", ["level", "tests"], rows);
  const stages = join(root, "target/stages.json");
  if (!existsSync(stages)) return console.log("\nStages: run `npm test` for their seconds.");
  table("Stages of the last test run", ["stage", "s"], Object.entries(JSON.parse(readFileSync(stages, "utf8"))));
}

/** @returns {(string | number)[][]} */
function browserRuns() {
  if (!existsSync(join(root, "dist/lib"))) return [["browser runs", "known after `npm run build`"]];
  const config = tracked.find((path) => /playwright\.config\.[jt]s$/.test(path));
  const list = (/** @type {string} */ full) =>
    execFileSync("npx", ["playwright", "test", "--list", "--config", String(config)], {
      cwd: root,
      env: { ...process.env, FULL: full },
      maxBuffer: 1e9,
    }).toString();
  const runs = (/** @type {string} */ text) =>
    [...grouped(text.match(/^ {2}\[[\w-]+\]/gm) ?? [], (project) => project.trim())].map(([project, { length }]) => [
      project,
      length,
    ]);
  return [
    ...runs(list("")).map(([project, length]) => [`npm test ${project}`, length]),
    ...runs(list("1")).map(([project, length]) => [`npm run test:full ${project}`, length]),
  ];
}

await main(async () => {
  printRooms();
  printTests();
});
