// Runs commands and shows their progress.
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..");

/** Folder of tools that take minutes to build, for all checkouts of this user. */
export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "springlab");

/** A failure, with advice what to do. */
export class Failure extends Error {
  /** @param {string} what @param {string} advice */
  constructor(what, advice) {
    super(advice ? `${what}\n→ ${advice}` : what);
  }
}

/**
 * Finds the path of the first of these programs that is on PATH.
 * @param {...string} names
 */
export function find(...names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // not here
      }
    }
  }
  return undefined;
}

/** Puts a folder first in PATH for all following commands. @param {string} folder */
export function prefer(folder) {
  process.env.PATH = folder + delimiter + process.env.PATH;
}

/**
 * Runs a command. Shows its output if it fails, or with `loud` while it runs, and a line that on a
 * terminal counts the seconds.
 * @param {string} what  for example "building the engine"
 * @param {string[]} command
 * @param {{ env?: Record<string, string>, advice?: string, loud?: boolean }} [options]
 */
export async function run(what, [program, ...parameters], { env = {}, advice = "", loud = false } = {}) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  const terminal = process.stdout.isTTY && !loud;
  process.stdout.write(terminal ? `· ${what} …` : `· ${what} …\n`);
  const ticker = setInterval(
    () => process.stdout.write(terminal ? `\r· ${what} … ${seconds()}` : loud ? "" : `  … ${what}, ${seconds()}\n`),
    terminal ? 1000 : 30_000,
  );
  /** @type {Buffer[]} */
  const output = [];
  const status = await new Promise((done) => {
    const child = spawn(program, parameters, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", loud ? "inherit" : "pipe", loud ? "inherit" : "pipe"],
    });
    child.stdout?.on("data", (data) => output.push(data));
    child.stderr?.on("data", (data) => output.push(data));
    child.on("error", (error) => {
      output.push(Buffer.from(String(error)));
      done(1);
    });
    child.on("close", done);
  });
  clearInterval(ticker);
  const text = Buffer.concat(output).toString();
  if (status !== 0) {
    if (terminal) process.stdout.write("\n");
    throw new Failure(`${text}\n✗ ${what} failed: ${[program, ...parameters].join(" ")}`, advice);
  }
  process.stdout.write(terminal ? `\r✓ ${what} (${seconds()})   \n` : `✓ ${what} (${seconds()})\n`);
  return text;
}

/**
 * Runs the body of a script. A failure is shown without a stack, and exits with status 1.
 * @param {() => Promise<unknown>} body
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
}

/** True if node was started with this file. @param {ImportMeta} meta */
export function isMain(meta) {
  return process.argv[1] === meta.filename;
}
