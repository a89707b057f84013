// npm run dev: serves the pages from their sources. Changes of JavaScript, CSS and HTML appear at
// once, changes of Rust as soon as they are compiled, with little optimisation.
import { join } from "node:path";
import { buildEngine } from "./build.js";
import { setUpBuild } from "./setup.js";
import { Failure, main, port, root } from "./task.js";

/** Sources of the engine. */
const SOURCES = [join(root, "src/"), join(root, "fast/src/"), join(root, "Cargo.toml"), join(root, "Cargo.lock")];

await main(async () => {
  const wanted = port(5173);
  await setUpBuild();
  const { createServer } = await import("vite");
  const server = await createServer({
    configFile: join(root, "www/vite.config.ts"),
    plugins: [engine()],
    server: { port: wanted },
  });
  await server.listen();
  server.printUrls();
});

/**
 * Compiles the engine at the start and after each change, and reloads the pages. Errors of the
 * compiler appear in the terminal and on the pages.
 * @returns {import("vite").Plugin}
 */
function engine() {
  return {
    name: "engine",
    // cargo and bindgen write thousands of files there
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
      /** Changes during a compilation are compiled together in one more round. */
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
