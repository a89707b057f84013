// With FULL=1 every test runs in both browsers. Otherwise tests tagged @full are left out, and
// Firefox runs only those tagged @firefox.
import { defineConfig } from "@playwright/test";
import { root } from "../tools/task.js";
import { acknowledge } from "./acknowledge.ts";
import { chromium, darkFirefox, firefox } from "./browsers.ts";

acknowledge();

const PORT = Number(process.env.PORT ?? 4717);
const FULL = Boolean(process.env.FULL);

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "results",
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  // long enough for a busy machine; a condition that is met ends the wait
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: { baseURL: `http://localhost:${PORT}/`, viewport: { width: 1280, height: 900 } },
  projects: [
    { name: "chromium", use: chromium, grepInvert: FULL ? [] : /@full/ },
    {
      name: "firefox",
      use: firefox,
      testIgnore: ["touch.spec.ts", "dev.spec.ts", "monkey.spec.ts"],
      grep: FULL ? /./ : /@firefox/,
      grepInvert: FULL ? /@dark/ : /@dark|@full/,
    },
    // a test can't switch Firefox's color scheme while it runs
    { name: "firefox-dark", use: darkFirefox, grep: /@dark/, grepInvert: FULL ? [] : /@full/ },
  ],
  webServer: {
    command: `vite preview --config www/vite.config.ts --port ${PORT} --strictPort`,
    cwd: root,
    url: `http://localhost:${PORT}/`,
    reuseExistingServer: false,
  },
});
