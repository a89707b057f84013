// npm run count: instructions that pieces of the engine's work take natively, counted by valgrind:
// the same on a busy machine. `-- --check` compares them with measure/counts.json, `-- --write`
// puts them there.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure, find, main, root, run } from "../tools/task.js";
import { buildNatively } from "./native.js";

const FILE = join(root, "measure/counts.json");

/** The function of measure/native/src/bin/count.rs that does one piece of work. */
const COUNTED = "count::counted";

/**
 * Relative difference above which a count has changed. The same source and compiler give the same
 * count, except for the machine's way to copy memory, which is far below a hundredth.
 */
const DRIFT = 0.02;

/** @typedef {{ size: number, each: string, instructions: number }} Count */

/**
 * Fails where a count differs from the stated one, or is only on one side.
 * @param {Record<string, string>} counts
 */
function check(counts) {
  /** @type {{ compiler: string, counts: Record<string, string> }} */
  const stated = JSON.parse(readFileSync(FILE, "utf8"));
  if (stated.compiler !== compiler()) {
    console.log(`Nothing is compared: this is ${compiler()}, and the counts are of ${stated.compiler}.`);
    return;
  }
  const wrong = Object.keys({ ...stated.counts, ...counts }).flatMap((name) => {
    const is = counts[name] ?? "not counted";
    const was = stated.counts[name] ?? "not stated";
    const same = Math.abs(Number.parseFloat(is) / Number.parseFloat(was) - 1) <= DRIFT;
    return same ? [] : [`${name}: ${is}, in counts.json: ${was}`];
  });
  if (wrong.length > 0) throw new Failure(wrong.join("\n"), "mend it, or state it by npm run count -- --write");
  console.log(`${Object.keys(counts).length} counts are as stated.`);
}

/** To three digits, as in "39.1 a spring". @param {Count} count */
function perElement({ instructions, size, each }) {
  return `${Number((instructions / size).toPrecision(3))} a ${each}`;
}

/** Counts per element, by the names of the pieces. @returns {Promise<Record<string, string>>} */
async function count() {
  const valgrind = find("valgrind");
  if (!valgrind) throw new Failure("valgrind is missing.", "install valgrind (Debian: valgrind)");
  const program = await buildNatively("count");
  const folder = mkdtempSync(join(tmpdir(), "springlab-count-"));
  try {
    const out = join(folder, "out");
    const options = ["--collect-atstart=no", `--toggle-collect=${COUNTED}`, `--dump-after=${COUNTED}`];
    const command = [valgrind, "-q", "--tool=callgrind", ...options, `--callgrind-out-file=${out}`, program];
    const text = await run("counting instructions", command);
    const pieces = text.split("\n").filter((line) => line.startsWith("{"));
    return Object.fromEntries(
      pieces.map((line, i) => {
        const [, instructions] = readFileSync(`${out}.${i + 1}`, "utf8").match(/^summary: (\d+)$/m) ?? [];
        const { name, ...piece } = JSON.parse(line);
        return [name, perElement({ ...piece, instructions: Number(instructions) })];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** For example "rustc 1.95.0, x86_64-unknown-linux-gnu". */
function compiler() {
  const text = execFileSync("rustc", ["-vV"], { cwd: root, encoding: "utf8" });
  const [release, host] = ["release", "host"].map((key) => text.match(new RegExp(`^${key}: (.+)$`, "m"))?.[1]);
  return `rustc ${release}, ${host}`;
}

await main(async () => {
  const counts = await count();
  if (process.argv.includes("--check")) return check(counts);
  const text = JSON.stringify({ compiler: compiler(), counts }, null, 2);
  console.log(text);
  if (process.argv.includes("--write")) writeFileSync(FILE, `${text}\n`);
});
