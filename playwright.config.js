import { defineConfig } from "@playwright/test";
import { chromium, darkFirefox, firefox } from "./tools/browsers.js";

const PORT = Number(process.env.PORT ?? 4717);

export default defineConfig({
  testDir: "e2e",
  outputDir: "e2e/results",
  forbidOnly: true,
  fullyParallel: true,
  // the clock is tested against real time: two browsers on two cores would disturb each other
  workers: 1,
  timeout: 60_000,
  reporter: [["list"]],
  use: { baseURL: `http://localhost:${PORT}/`, viewport: { width: 1280, height: 900 } },
  projects: [
    { name: "chromium", use: chromium },
    { name: "firefox", use: firefox, testIgnore: "touch.spec.js", grepInvert: /@dark/ },
    // a test can't switch Firefox's scheme while it runs
    { name: "firefox-dark", use: darkFirefox, grep: /@dark/ },
  ],
  webServer: {
    command: `vite preview --port ${PORT} --strictPort`,
    url: `http://localhost:${PORT}/`,
    reuseExistingServer: false,
  },
});
