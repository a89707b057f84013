// Memory that is refused before it is taken, and memory that is given back.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { createSimulation } from "../dist/lib/springlab.js";

const library = new URL("../dist/lib/springlab.js", import.meta.url).href;

/** Takes more than half a gigabyte. */
const LARGE = { width: 1000, height: 1000, method: "implicit-euler" };

const REFUSAL = /^Error: 1000000 particles may take 1500 MB of memory, and (\d+) MB are left\.$/;

/**
 * Output of a process that makes eight large cloths and frees none.
 * @param after  done after each
 */
function forgetful(after: string) {
  const program = `
    import { createSimulation } from ${JSON.stringify(library)};
    let made = 0;
    try {
      for (; made < 8; made++) {
        await createSimulation("cloth", ${JSON.stringify(LARGE)});
        ${after}
      }
      console.log(made);
    } catch (error) {
      console.log(String(error));
    }`;
  return execFileSync(process.execPath, ["--expose-gc", "--input-type=module", "--eval", program], {
    encoding: "utf8",
  }).trim();
}

test("memory that is not there is refused in a sentence, and unused simulations are freed with the garbage", () => {
  assert.match(forgetful(""), REFUSAL, "there is memory for fewer than eight");
  assert.equal(
    forgetful("await new Promise((go) => setTimeout(go)); gc(); await new Promise((go) => setTimeout(go, 20));"),
    "8",
  );
});

test("`using` frees, also where TypeScript's library does not declare it", async () => {
  const [simulation, other] = await Promise.all([0, 1].map(() => createSimulation("damper")));
  const moment = simulation.history.moment();
  moment[Symbol.dispose]();
  simulation[Symbol.dispose]();
  simulation[Symbol.dispose]();
  assert.throws(() => simulation.step(1), { message: "The simulation was freed and has no step any more." });
  other.step(1);
  other.free();
  const folder = mkdtempSync(join(tmpdir(), "springlab-"));
  const program = `
    import { createSimulation } from ${JSON.stringify(fileURLToPath(library).replace(/\.js$/, ""))};
    export async function time(): Promise<number> {
      using simulation = await createSimulation("damper");
      using moment = simulation.history.moment();
      simulation.history.goTo(moment);
      return simulation.time;
    }`;
  writeFileSync(join(folder, "using.ts"), program);
  const usual = {
    strict: true,
    noEmit: true,
    types: [],
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
  };
  try {
    for (const lib of [
      ["es2022", "dom"],
      ["es2022", "dom", "esnext.disposable"],
    ]) {
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...usual, lib } }));
      const compiler = fileURLToPath(new URL("../node_modules/.bin/tsc", import.meta.url));
      const { stdout } = spawnSync(compiler, ["--project", folder], { encoding: "utf8" });
      assert.equal(stdout, "", String(lib));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
