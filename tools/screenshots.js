// npm run screenshots: pictures of the built pages, wide and narrow, light and dark, in docs/.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { main, root } from "./task.js";

/** @import { SpringLab } from "../www/lab/spring-lab.js" */

const VIEWPORTS = { wide: { width: 1280, height: 960 }, phone: { width: 360, height: 1250 } };

const PAGES = [
  { name: "front", path: "index.html" },
  { name: "damper", path: "www/damper.html?damping=0.1" },
];

await main(async () => {
  const { chromium: playwright } = await import("@playwright/test");
  const { chromium } = await import("./browsers.js");
  const { preview } = await import("vite");
  const server = await preview({ logLevel: "warn", preview: { port: 0 } });
  const browser = await playwright.launch(chromium.launchOptions);
  mkdirSync(join(root, "docs"), { recursive: true });
  for (const { name, path } of PAGES) {
    for (const [size, viewport] of Object.entries(VIEWPORTS)) {
      for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        const page = await browser.newPage({ viewport, colorScheme, reducedMotion: "reduce" });
        await page.goto(`${server.resolvedUrls?.local[0]}${path}`);
        if (path.includes("damper")) await page.evaluate(pose);
        await page.waitForTimeout(2500); // the cost of a step is measured three times, a second apart
        await page.screenshot({ path: join(root, "docs", `${name}-${size}-${colorScheme}.png`) });
        await page.close();
      }
    }
  }
  await browser.close();
  await server.close();
  console.log("✓ docs/*.png");
});

/** Brings the damper to a moment worth a picture: on its way out, with its arrows. */
async function pose() {
  const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
  while (!lab.simulation) await new Promise(requestAnimationFrame);
  const { simulation } = lab;
  simulation.setPosition(1, 5.4, 2.6, 0);
  simulation.setVelocity(1, -0.04, 0.09, 0);
  const worth = ([, , , x, y] = simulation.positions) =>
    simulation.time > 9 && Math.hypot(x, y) > 4.5 && simulation.velocities[3] > 0.5;
  for (let step = 0; step < 4000 && !worth(); step++) lab.step();
  lab.shadowRoot?.querySelectorAll("input").forEach((input) => {
    if (input.type === "checkbox") input.click();
  });
}
