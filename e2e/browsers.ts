// Options with which Playwright starts the installed browsers, for tests and measurements.
import { find } from "../tools/task.js";

/** Without these flags Chromium connects to its maker's servers at every start. */
const CHROMIUM = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const chromium = {
  browserName: "chromium" as const,
  launchOptions: { executablePath: find("chromium", "chromium-browser", "google-chrome"), args: CHROMIUM },
};

/** The usual policy for files: Playwright would let files of a folder read each other. */
const STRICT = { "security.fileuri.strict_origin_policy": true };

export const firefox = {
  browserName: "firefox" as const,
  channel: "moz-firefox",
  launchOptions: { executablePath: find("firefox-esr", "firefox"), firefoxUserPrefs: STRICT },
};

export const darkFirefox = {
  ...firefox,
  launchOptions: {
    ...firefox.launchOptions,
    firefoxUserPrefs: { ...STRICT, "layout.css.prefers-color-scheme.content-override": 0 },
  },
};
