import { defineConfig } from "@playwright/test";
import { acknowledge } from "./e2e/acknowledge.js";
import { chromium, darkFirefox, firefox } from "./tools/browsers.js";

acknowledge();

/** True in `npm run test:full`: all tests in both engines, those tagged `@full` too. */
const FULL = process.env.FULL === "1";

const PORT = Number(process.env.PORT ?? 4717);

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.js",
  outputDir: "e2e/results",
  forbidOnly: true,
  fullyParallel: true,
  // times are compared with those of frames, so that a busy machine makes a test slow and not wrong
  workers: 2,
  timeout: 60_000,
  // a busy machine runs late; what is there sooner costs no time
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: { baseURL: `http://localhost:${PORT}/`, viewport: { width: 1280, height: 900 } },
  projects: [
    { name: "chromium", use: chromium, ...(FULL ? {} : { grepInvert: /@full/ }) },
    {
      name: "firefox",
      use: firefox,
      testIgnore: ["touch.spec.js", "dev.spec.js", "monkey.spec.js"],
      ...(FULL ? { grepInvert: /@dark/ } : { grep: /@firefox/, grepInvert: /@full|@dark/ }),
    },
    // a test can't switch Firefox's scheme while it runs
    { name: "firefox-dark", use: darkFirefox, grep: /@dark/, ...(FULL ? {} : { grepInvert: /@full/ }) },
  ],
  webServer: {
    command: `vite preview --port ${PORT} --strictPort`,
    url: `http://localhost:${PORT}/`,
    reuseExistingServer: false,
  },
});
