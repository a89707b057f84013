// npm run audit: asks the databases of known faults about all that the project is built of, and says where they can't be asked.
import { spawnSync } from "node:child_process";
import { Failure, isMain, main, root } from "./task.js";

/**
 * Faults that are known and don't matter here, by the address of their advisory, each with its reason. One that is told no more has to go. Those of
 * crates stand in deny.toml.
 * @type {Record<string, string>}
 */
const EXCEPTIONS = {};

/** @typedef {{ vulnerabilities?: Record<string, { via: (string | { url: string, name: string, title: string, severity: string })[] }>, message?: string }} Report */

/**
 * What is wrong by a report of `npm audit --json`, in lines; undefined where it is none.
 * @param {Report} report @param {Record<string, string>} exceptions
 */
export function faults({ vulnerabilities }, exceptions) {
  if (!vulnerabilities) return undefined;
  const told = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((one) => typeof one === "object"));
  const others = told.filter(({ url }) => !(url in exceptions));
  const past = Object.keys(exceptions).filter((exception) => !told.some(({ url }) => url === exception));
  return [
    ...new Set(others.map(({ name, severity, title, url }) => `${name}, ${severity}: ${title} (${url})`)),
    ...past.map((url) => `${url} is an exception, and is told no more`),
  ];
}

/** @param {string} command @param {string[]} parameters */
function ask(command, parameters) {
  const { status, stdout, stderr, error } = spawnSync(command, parameters, { cwd: root, encoding: "utf8" });
  return { status, stdout: stdout ?? "", stderr: stderr ?? String(error) };
}

function askNpm() {
  const { stdout, stderr } = ask("npm", ["audit", "--json"]);
  const report = /** @type {Report} */ (stdout.trim().startsWith("{") ? JSON.parse(stdout) : {});
  const found = faults(report, EXCEPTIONS);
  if (!found) return `not asked: ${report.message ?? stderr.trim()}`;
  if (found.length > 0)
    throw new Failure(`npm\n${found.join("\n")}`, "npm update, or an exception in tools/audit.js with its reason");
  return "no known fault";
}

function askCargo() {
  if (ask("cargo", ["deny", "--version"]).status !== 0) return "not asked: cargo install --locked cargo-deny";
  const { status, stderr } = ask("cargo", ["deny", "check"]);
  if (/failed to (fetch|load|open|clone).*advisory database/s.test(stderr)) return `not asked: ${stderr.trim()}`;
  if (status !== 0) throw new Failure(`cargo\n${stderr}`, "cargo update, or an exception in deny.toml with its reason");
  return "no known fault";
}

if (isMain(import.meta)) {
  await main(async () => {
    console.log(`npm: ${askNpm()}`);
    console.log(`cargo: ${askCargo()}`);
  });
}
