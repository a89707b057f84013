// Runs one command at a time and shows its progress.
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");

/** Folder for tools that take minutes to build; all checkouts of this user share it. */
export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "springlab");

const WINDOWS = process.platform === "win32";

/** A Node that reads TypeScript, and its first parameters. */
export const NODE = ["node", "--enable-source-maps", "--import", "./tools/typescript.js"];

/** A failure with advice on what to do about it. */
export class Failure extends Error {
  /** @param {string} what @param {string} advice */
  constructor(what, advice) {
    super(advice ? `${what}\n→ ${advice}` : what);
  }
}

/** Folders of browsers that their installers leave off PATH. */
const APPLICATIONS = {
  darwin: ["Google Chrome", "Chromium", "Firefox"].map((name) => `/Applications/${name}.app/Contents/MacOS`),
  win32: [process.env.PROGRAMFILES, process.env["PROGRAMFILES(X86)"], process.env.LOCALAPPDATA].flatMap((folder) =>
    folder ? [join(folder, "Google/Chrome/Application"), join(folder, "Mozilla Firefox")] : [],
  ),
};

/**
 * The full path of the first of these programs that is on PATH or, for browsers, in the folder of
 * their installer.
 * @param {...string} names
 */
export function find(...names) {
  const usual = /** @type {Record<string, string[]>} */ (APPLICATIONS)[process.platform] ?? [];
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...usual];
  const endings = WINDOWS ? [".exe", ".cmd", ".bat"] : [""];
  for (const name of names) {
    for (const folder of folders) {
      for (const ending of endings) {
        const path = join(folder, name + ending);
        try {
          accessSync(path, constants.X_OK);
          return path;
        } catch {
          // not here
        }
      }
    }
  }
  return undefined;
}

/** Puts a folder in front of PATH for all later commands. @param {string} folder */
export function prefer(folder) {
  process.env.PATH = folder + delimiter + process.env.PATH;
}

/** Common causes of a failed command, by what it prints, with advice. @type {[RegExp, string][]} */
const CAUSES = [
  [
    /ENOSPC|No space left on device|os error (28|112)/i,
    "the disk is full: free 4 GB in this folder and in the home folder",
  ],
  [/linker `(cc|link\.exe)` not found/, compilerAdvice()],
  [/EADDRINUSE|port \d+ is already in use/i, "another program uses this port: end it, or set PORT to a free one"],
  [/EACCES|EPERM|[Pp]ermission denied/, "this user may not write there: check who owns the folder that is named above"],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|[Cc]ould ?n[o']t resolve host|[Tt]imeout was reached|failed to download|spurious network/,
    "a package registry did not answer: check the network or the proxy, then run the command again; it goes on where it stopped",
  ],
];

function compilerAdvice() {
  if (WINDOWS) return "install the Visual Studio Build Tools with “Desktop development with C++”";
  if (process.platform === "darwin") return "install the compiler: xcode-select --install";
  return "install a C compiler (Debian: build-essential; Fedora: gcc)";
}

/**
 * Advice on a failed command: a cause that its output names, else what the caller advises.
 * @param {string} output
 * @param {string} advice
 */
export function remedy(output, advice) {
  return CAUSES.find(([sign]) => sign.test(output))?.[1] ?? advice;
}

/**
 * Runs a command to its end. Its output is shown if it fails, or while it runs with `loud`. A line
 * says what is being done and, on a terminal, counts the seconds.
 * @param {string} what  what is being done, e.g. "building the engine"
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
  const path = resolve(root, find(program) ?? program);
  /** @type {Buffer[]} */
  const output = [];
  const status = await new Promise((done) => {
    const child = spawn(find(program) ? path : program, parameters, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", loud ? "inherit" : "pipe", loud ? "inherit" : "pipe"],
      // Windows starts scripts such as npm.cmd by a shell only
      shell: /\.(cmd|bat)$/.test(path),
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
    const command = [program, ...parameters].join(" ");
    throw new Failure(`${text}\n✗ ${what} failed: ${command}`, remedy(text, advice));
  }
  process.stdout.write(terminal ? `\r✓ ${what} (${seconds()})   \n` : `✓ ${what} (${seconds()})\n`);
  return text;
}

/**
 * The body of a script. Prints a failure without a stack and sets the exit status to 1.
 * @param {() => Promise<unknown>} body
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    const sentence = error instanceof Failure ? error.message : remedy(String(error), "");
    console.error(error instanceof Failure || !sentence ? sentence || error : `${error}\n→ ${sentence}`);
    process.exitCode = 1;
  }
}

/** The port that the variable PORT asks for, or `usual` without one. @param {number} usual */
export function port(usual) {
  const wanted = process.env.PORT;
  if (!wanted) return usual;
  if (/^\d{1,5}$/.test(wanted) && Number(wanted) >= 1 && Number(wanted) <= 65_535) return Number(wanted);
  throw new Failure(`PORT is “${wanted}”.`, "set PORT to a whole number from 1 to 65535, or leave it unset");
}

/** True if this file is the one that node was started with. @param {ImportMeta} meta */
export function isMain(meta) {
  return Boolean(process.argv[1]) && pathToFileURL(process.argv[1]).href === meta.url;
}
