// Loading the engine from a server that fails.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { test } from "node:test";

const ADDRESS = "https://site.example/assets/springlab_bg-1.wasm";

register(
  `data:text/javascript,${encodeURIComponent(`
    export function resolve(specifier, context, next) {
      if (!specifier.endsWith(".wasm?url")) return next(specifier, context);
      return { url: "data:text/javascript,export default '${ADDRESS}'", shortCircuit: true };
    }
  `)}`,
);

const { createSimulation, load } = await import("../www/engine.ts");
const engine = readFileSync(new URL("../pkg/springlab_bg.wasm", import.meta.url));

/** Serves the engine's file. */
function serve(...answer: ConstructorParameters<typeof Response>) {
  globalThis.fetch = async () => Object.defineProperty(new Response(...answer), "url", { value: ADDRESS });
}

const as = (type: string) => ({ headers: { "content-type": type } });

test("an engine that does not load is reported with the reason, and the next call tries again", async () => {
  for (const [fail, reason] of [
    [() => serve(engine.subarray(0, engine.length / 2), as("application/wasm")), /its file is damaged or cut off/],
    [() => serve(Buffer.alloc(0), as("application/wasm")), /its file is damaged or cut off/],
    [
      () => serve("<html>Please log in.</html>", as("text/html")),
      "its server sends text/html in place of WebAssembly.",
    ],
    [() => serve("", { status: 404 }), "its server answers 404 for /assets/springlab_bg-1.wasm."],
    [
      () => {
        globalThis.fetch = () => Promise.reject(new TypeError("failed"));
      },
      "its server can't be reached.",
    ],
  ] as [() => void, string | RegExp][]) {
    fail();
    await assert.rejects(load(), ({ message }) => {
      const said = message.slice("The engine did not load: ".length);
      assert.ok(message.startsWith("The engine did not load: "), message);
      return typeof reason === "string" ? said === reason : reason.test(said);
    });
  }
  serve(engine, as("application/octet-stream"));
  const simulation = await createSimulation("damper");
  simulation.step(1);
  assert.equal(simulation.time, 0.01);
  simulation.free();
});
