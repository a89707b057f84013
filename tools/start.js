// npm start: sets up, builds, serves, and opens the lab.
import { spawn } from "node:child_process";
import { build } from "./build.js";
import { setUpBuild } from "./setup.js";
import { main } from "./task.js";

/** Programs that show an address in the user's browser, by operating system. */
const OPENERS = /** @type {Record<string, string[]>} */ ({
  darwin: ["open"],
  win32: ["cmd", "/c", "start"],
  linux: ["xdg-open"],
});

await main(async () => {
  await setUpBuild();
  await build();
  const { preview } = await import("vite");
  const server = await preview({ logLevel: "warn" });
  const address = server.resolvedUrls?.local[0] ?? "";
  console.log(`\nThe lab is at ${address}\nCtrl+C ends it.`);
  open(address);
});

/** A machine without a screen shows nothing, and that is no error. @param {string} address */
function open(address) {
  const [program, ...parameters] = OPENERS[process.platform] ?? OPENERS.linux;
  const screen = process.platform !== "linux" || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!screen || !process.stdout.isTTY) return;
  spawn(program, [...parameters, address], { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
}
