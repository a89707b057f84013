// npm run dev: serves the pages from their sources. What changes in JavaScript, CSS or HTML is there at once; what changes in Rust as
// soon as it is compiled, without much optimisation.
import { join } from "node:path";
import { buildEngine } from "./build.js";
import { setUpBuild } from "./setup.js";
import { Failure, main, port, root } from "./task.js";

/** What the engine is made from. */
const SOURCES = [join(root, "src/"), join(root, "fast/src/"), join(root, "Cargo.toml"), join(root, "Cargo.lock")];

await main(async () => {
  const wanted = port(5173);
  await setUpBuild();
  const { createServer } = await import("vite");
  const server = await createServer({ plugins: [engine()], server: { port: wanted } });
  await server.listen();
  server.printUrls();
});

/**
 * Compiles the engine at the start and after each change. A page that shows an old one loads anew; what the compiler refuses is told in
 * the terminal and on the page.
 * @returns {import("vite").Plugin}
 */
function engine() {
  return {
    name: "engine",
    // cargo and the glue maker write thousands of files there
    config: () => ({ server: { watch: { ignored: ["target", "pkg", "dist"].map((name) => join(root, name, "**")) } } }),
    async configureServer({ watcher, environments: { client }, config: { logger } }) {
      const compile = async () => {
        try {
          await buildEngine("dev");
          client.moduleGraph.invalidateAll();
          client.hot.send({ type: "full-reload" });
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          logger.error(error.message);
          client.hot.send({ type: "error", err: { message: error.message, stack: "", plugin: "engine" } });
        }
      };
      /** What is changed while the compiler is at work waits for the next round; of that there is one. */
      const next = { waiting: false, round: compile() };
      watcher.on("all", (_, path) => {
        if (next.waiting || !SOURCES.some((source) => path.startsWith(source))) return;
        next.waiting = true;
        next.round = next.round.then(() => {
          next.waiting = false;
          return compile();
        });
      });
      await next.round;
    },
  };
}
