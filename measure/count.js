// npm run count: how many instructions pieces of the engine's work take, natively, as valgrind counts them: the same on a machine at rest and on a busy one.
// With --check compared with those that ARCHITECTURE.md states, with --write written into it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure, find, isMain, main, root, run } from "../tools/task.js";
import { buildNatively } from "./native.js";

const ARCHITECTURE = join(root, "ARCHITECTURE.md");

/** The function that does one piece: measure/native/src/bin/count.rs has it. */
const COUNTED = "count::counted";

/** The same source and compiler give the same count; how memory is copied, which machines do each in their way, is far below a hundredth of any. More than this part is a change. */
const DRIFT = 0.02;

const LIST = /(<!-- counts -->\n)[\s\S]*?(<!-- \/counts -->)/;

/** @typedef {{ name: string, size: number, each: string, instructions: number }} Count */

/**
 * The text with its table of counts anew.
 * @param {string} text
 * @param {string} compiler
 * @param {Count[]} counts
 * @throws {Failure} if it has no place for it
 */
export function written(text, compiler, counts) {
  if (!LIST.test(text))
    throw new Failure(
      "ARCHITECTURE.md has no table of counts.",
      "put <!-- counts --> … <!-- /counts --> where it is to be",
    );
  const head = `| ${compiler} | instructions |\n|---|--:|\n`;
  const rows = counts.map((count) => `| ${count.name} | ${stated(count)} |\n`);
  return text.replace(LIST, (_, before, after) => before + head + rows.join("") + after);
}

/**
 * Compares counts with those that a text states.
 * @param {string} text
 * @param {string} compiler
 * @param {Count[]} counts
 * @returns {string} what was compared, in a sentence
 * @throws {Failure} if it lacks one, or states another, or one that there is not
 */
export function check(text, compiler, counts) {
  const [table = ""] = text.match(LIST) ?? [];
  const [, other = compiler] = table.match(/^\| (.+) \| instructions \|$/m) ?? [];
  if (other !== compiler)
    return `ARCHITECTURE.md states the counts of ${other}, and this is ${compiler}: nothing is compared.`;
  const values = new Map([...table.matchAll(/^\| (.+) \| (\d.*) \|$/gm)].map(([, name, value]) => [name, value]));
  const advice = "mend it, or state it by npm run count -- --write";
  for (const count of counts) {
    const value = values.get(count.name);
    values.delete(count.name);
    if (value?.endsWith(` a ${count.each}`) && Math.abs(each(count) / Number.parseFloat(value) - 1) <= DRIFT) continue;
    const told = value ? `states ${value} for: ${count.name}.` : `does not state: ${count.name}.`;
    throw new Failure(`ARCHITECTURE.md ${told} It is ${stated(count)}.`, advice);
  }
  const [gone] = values.keys();
  if (gone) throw new Failure(`ARCHITECTURE.md states what is not counted: ${gone}.`, advice);
  return `${counts.length} counts are as ARCHITECTURE.md states them.`;
}

/** @param {Count} count */
function stated(count) {
  return `${Number(each(count).toPrecision(3))} a ${count.each}`;
}

/** @param {Count} count */
function each({ instructions, size }) {
  return instructions / size;
}

/** @returns {Promise<Count[]>} */
async function count() {
  const valgrind = find("valgrind");
  if (!valgrind)
    throw new Failure("valgrind is missing, which counts instructions.", "install valgrind (Debian: valgrind)");
  const program = await buildNatively("count");
  const folder = mkdtempSync(join(tmpdir(), "springlab-count-"));
  try {
    const out = join(folder, "out");
    const options = ["--collect-atstart=no", `--toggle-collect=${COUNTED}`, `--dump-after=${COUNTED}`];
    const command = [valgrind, "-q", "--tool=callgrind", ...options, `--callgrind-out-file=${out}`, program];
    const text = await run("counting instructions", command);
    const pieces = text.split("\n").filter((line) => line.startsWith("{"));
    return pieces.map((line, i) => {
      const [, instructions] = readFileSync(`${out}.${i + 1}`, "utf8").match(/^summary: (\d+)$/m) ?? [];
      return { ...JSON.parse(line), instructions: Number(instructions) };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** As in "rustc 1.95.0, x86_64-unknown-linux-gnu". */
function compiler() {
  const text = execFileSync("rustc", ["-vV"], { cwd: root, encoding: "utf8" });
  const [release, host] = ["release", "host"].map((key) => text.match(new RegExp(`^${key}: (.+)$`, "m"))?.[1]);
  return `rustc ${release}, ${host}`;
}

if (isMain(import.meta)) {
  await main(async () => {
    const counts = await count();
    const text = readFileSync(ARCHITECTURE, "utf8");
    for (const count of counts) console.log(`${count.name}: ${stated(count)}`);
    if (process.argv.includes("--check")) console.log(check(text, compiler(), counts));
    if (process.argv.includes("--write")) writeFileSync(ARCHITECTURE, written(text, compiler(), counts));
  });
}
