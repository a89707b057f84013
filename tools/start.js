// npm start: sets up, builds, serves and opens the pages.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { build } from "./build.js";
import { setUpBuild } from "./setup.js";
import { main, root } from "./task.js";

/** Programs that open an address in the user's browser, by operating system. */
const OPENERS = /** @type {Record<string, string[]>} */ ({
  darwin: ["open"],
  win32: ["cmd", "/c", "start"],
  linux: ["xdg-open"],
});

await main(async () => {
  await setUpBuild();
  await build("engine");
  const { preview } = await import("vite");
  const server = await preview({ configFile: join(root, "tools/vite.config.js"), logLevel: "warn" });
  const address = server.resolvedUrls?.local[0] ?? "";
  console.log(`\nThe lab is at ${address}\nCtrl+C ends it.`);
  open(address);
});

/** Opens the address, if there is a screen. @param {string} address */
function open(address) {
  const [program, ...parameters] = OPENERS[process.platform] ?? OPENERS.linux;
  const screen = process.platform !== "linux" || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!screen || !process.stdout.isTTY) return;
  spawn(program, [...parameters, address], { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
}
