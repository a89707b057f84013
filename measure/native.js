// Builds the programs of measure/native/, and lets the native engine take part in the race of
// measure/race/, as a process that takes a turn on request.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { run } from "../tools/task.js";
import { CALL, STEP, TURN } from "./race/race.js";
import { NET } from "./race/shuffled-mesh.js";

/**
 * Builds a program, with the profile of the pages' engine if none is given.
 * @param {string} name @param {string} [profile]  of Cargo.toml
 * @returns {Promise<string>} its path
 */
export async function buildNatively(name, profile = "release") {
  const build = ["cargo", "build", "--locked", "--profile", profile, "--package", "springlab-bench", "--bin", name];
  const messages = await run(`building ${name}, natively`, [...build, "--message-format", "json-render-diagnostics"]);
  return messages.match(/"executable":"([^"]+)"/)?.[1] ?? "";
}

/**
 * Opens the cloth and, if given, the shuffled mesh, both in both precisions. A round is one turn of
 * each, in ns per spring and step.
 * @param {string} program
 * @param {[number, number]} size
 * @param {{ obj: string, json: string }} [net]
 */
export async function raceNatively(program, [width, height], net) {
  const folder = mkdtempSync(join(tmpdir(), "springlab-race-"));
  const child = spawn(program, [CALL, TURN].map(String), { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ask = async (/** @type {string} */ line) => {
    child.stdin.write(`${line}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`The native engine ended at: ${line}`);
    return Number(value);
  };
  const step = { timeStepSize: STEP, substeps: 1 };
  const cloth = (/** @type {string} */ precision) => `cloth\t${query({ width, height, precision, ...step })}`;
  const opens = [cloth("double"), cloth("single")];
  const names = ["engine natively, double", "engine natively, single"];
  if (net) {
    const obj = join(folder, "net.obj");
    writeFileSync(obj, net.obj);
    for (const precision of ["double", "single"]) {
      opens.push(`mesh\t${query({ ...NET, ...step, precision })}\t${obj}\t${net.json}`);
      names.push(`engine natively, in no order, ${precision}`);
    }
  }
  const springs = [];
  for (const open of opens) springs.push(await ask(open));
  return {
    names,
    springs,
    async round() {
      const times = [];
      for (const i of names.keys()) times.push(await ask(String(i)));
      return times;
    },
    end() {
      child.stdin.end();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * Parameters in the form that a page's address has.
 * @param {Record<string, number | string>} parameters
 */
function query(parameters) {
  return Object.entries(parameters)
    .map(([key, value]) => `${key}=${value}`)
    .join("&");
}
