// npm start: sets up, builds, serves, and opens the laboratory.
import { join } from "node:path";
import { build } from "./build.js";
import { setUpBuild } from "./setup.js";
import { main, port, root } from "./task.js";

const hasScreen = process.platform !== "linux" || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;

await main(async () => {
  const wanted = port(4173);
  await setUpBuild();
  await build("engine");
  const { preview } = await import("vite");
  // the next free port, if this one is taken
  const server = await preview({
    configFile: join(root, "www/vite.config.ts"),
    logLevel: "warn",
    preview: { port: wanted, strictPort: false, open: Boolean(process.stdout.isTTY && hasScreen) },
  });
  console.log(`\nThe laboratory is at ${server.resolvedUrls?.local[0]}\nCtrl+C ends it.`);
});
