// Tables of measurements, which are printed and kept in target/measurements/.
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { root } from "../tools/task.js";

const FOLDER = join(root, "target/measurements");

/**
 * Prints a table, and writes it into the file of its name.
 * @param {string} name @param {string} table
 */
export function report(name, table) {
  console.log(`\n${name}\n\n${table}`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.md`), table);
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
