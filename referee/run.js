// npm run referee: compares the engine with independent mathematics in Python, and prints a table
// of the deviations.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "../tools/build.js";
import { setUpBuild } from "../tools/setup.js";
import { cache, Failure, find, main, root, run } from "../tools/task.js";

const HOME = join(root, "referee");
const REQUIREMENTS = join(HOME, "requirements.txt");

await main(async () => {
  const python = await setUpPython();
  if (!existsSync(join(root, "dist/lib/springlab.js"))) {
    await setUpBuild();
    await build();
  }
  const command = [python, HOME, ...process.argv.slice(2)];
  // one thread: small matrices don't profit from more
  const env = { PYTHONDONTWRITEBYTECODE: "1", PYTHONUNBUFFERED: "1", OMP_NUM_THREADS: "1", OPENBLAS_NUM_THREADS: "1" };
  await run("the referee", command, { env, loud: true, advice: "the lines marked with ✗ say which case went too far" });
});

/**
 * Path of Python in an environment with the packages of requirements.txt, kept in the user's cache.
 */
async function setUpPython() {
  const advice = "install Python 3.11 or newer with its venv module (Debian: python3-venv)";
  const system = find("python3", "python");
  if (!system) throw new Failure("Python is missing: there is no python3 on PATH.", advice);
  const version = await run("asking Python for its version", [
    system,
    "-c",
    "import sys; print(*sys.version_info[:2])",
  ]);
  const [major, minor] = version.trim().split(" ").map(Number);
  if (major < 3 || (major === 3 && minor < 11)) throw new Failure(`Python ${major}.${minor} is too old.`, advice);
  const print = createHash("sha256").update(readFileSync(REQUIREMENTS)).update(version).digest("hex").slice(0, 12);
  const home = join(cache, `referee-${print}`);
  const python = join(home, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  const stamp = join(home, "ready");
  if (!existsSync(stamp)) {
    rmSync(home, { recursive: true, force: true });
    await run("making a Python environment (once)", [system, "-m", "venv", home], { advice });
    const install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", REQUIREMENTS];
    await run("installing NumPy and SciPy (once)", install, { advice: "check that pip can reach its registry" });
    writeFileSync(stamp, "");
  }
  return python;
}
