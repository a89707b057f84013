// npm start: sets up, builds, serves, and opens the laboratory.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { build } from "./build.js";
import { setUpBuild } from "./setup.js";
import { main, port, root } from "./task.js";

/** Commands that open an address in the user's browser, by operating system. */
const OPENERS = /** @type {Record<string, string[]>} */ ({
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
  linux: ["xdg-open"],
});

await main(async () => {
  const wanted = port(4173);
  await setUpBuild();
  await build("engine");
  const { preview } = await import("vite");
  // the next free port, if this one is taken
  const server = await preview({
    configFile: join(root, "www/vite.config.js"),
    logLevel: "warn",
    preview: { port: wanted, strictPort: false },
  });
  const address = server.resolvedUrls?.local[0] ?? "";
  console.log(`\nThe laboratory is at ${address}\nCtrl+C ends it.`);
  open(address);
});

/** Opens the browser; without a screen it does nothing. @param {string} address */
function open(address) {
  const [program, ...parameters] = OPENERS[process.platform] ?? OPENERS.linux;
  const screen = process.platform !== "linux" || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!screen || !process.stdout.isTTY) return;
  spawn(program, [...parameters, address], { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
}
