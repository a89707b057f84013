// Tables of docs/measurements.md, each between <!-- NAME --> and <!-- /NAME -->.
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { Failure, root } from "../tools/task.js";

const FILE = join(root, "docs/measurements.md");

/** The table of this name. @param {string} name @throws {Failure} if there is none */
export function stated(name) {
  const [, table] = readFileSync(FILE, "utf8").match(pattern(name)) ?? [];
  if (table === undefined)
    throw new Failure(`docs/measurements.md has no table “${name}”.`, `add <!-- ${name} --> and <!-- /${name} -->`);
  return table;
}

/**
 * Prints a table; with `--write` among the parameters it replaces the one of this name.
 * @param {string} name @param {string} table
 */
export function report(name, table) {
  console.log(`\n${name}\n\n${table}`);
  if (!process.argv.includes("--write")) return;
  stated(name);
  const text = readFileSync(FILE, "utf8");
  writeFileSync(
    FILE,
    text.replace(pattern(name), () => `<!-- ${name} -->\n${table.trim()}\n<!-- /${name} -->`),
  );
}

/**
 * The origin of a table: date, machine, and a program such as Node.
 * @param {string} [more] @returns {string} a paragraph
 */
export function origin(more = `Node ${process.versions.node.split(".", 1)}`) {
  const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`;
  return `${new Date().toISOString().slice(0, 10)}, ${machine}, ${more}\n\n`;
}

/**
 * A Markdown table, with all columns but the first to the right.
 * @param {string[]} head @param {(string | number)[][]} rows
 */
export function markdown(head, rows) {
  const line = (/** @type {(string | number)[]} */ cells) => `| ${cells.join(" | ")} |\n`;
  return [line(head), `|---|${"--:|".repeat(head.length - 1)}\n`, ...rows.map(line)].join("");
}

/** @param {string} name */
function pattern(name) {
  return new RegExp(`<!-- ${name} -->\n([\\s\\S]*?)<!-- /${name} -->`);
}
