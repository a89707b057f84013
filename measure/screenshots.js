// npm run screenshots: pictures of the built pages in docs/, in three sizes and full screen, light
// and dark; and the preview card for social networks.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { FRONT, PAGES } from "../tools/pages.js";
import { main, root } from "../tools/task.js";
import { onSite } from "./site.js";

/** @import { SpringLab } from "../www/spring-lab.ts" */

/** Sizes of a laptop, a phone, a projector, and of the laboratory alone on a projector. */
const VIEWPORTS = {
  wide: { width: 1366, height: 768 },
  phone: { width: 360, height: 740 },
  projector: { width: 1920, height: 1080 },
  full: { width: 1920, height: 1080 },
};

/** Size of the preview card. */
const CARD = { width: 1200, height: 630 };

/** Parameters that make a good picture, and the simulated time in s. */
const POSES = /** @type {Record<string, { query: string, time: number }>} */ ({
  oscillator: { query: "?method=explicit-euler&arrow=on", time: 4.1 },
  damper: { query: "?damping=0.1&force=on&velocity=on", time: 11.85 },
  resonance: { query: "?drivingFrequency=4&drive=anchor", time: 24.2 },
  cloth: { query: "?method=symplectic-euler&timeStepSize=0.005&strain=on", time: 0.8 },
  drape: { query: "?obstacle=box", time: 2.5 },
  follower: { query: "?path=eight&followers=5", time: 2.4 },
  pair: { query: "?restLength=3.2", time: 0 },
  stability: { query: "?decay.timeStepSize=1.5&rotation.inside=space", time: 6 },
  verlet: { query: "?shape=cloth&obstacle=sphere&beside=springs", time: 1.6 },
});

await main(() => {
  mkdirSync(join(root, "docs"), { recursive: true });
  return onSite(async (browser, address) => {
    /** @param {string} path @param {string} file @param {object} look @param {boolean} [full] */
    const shoot = async (path, file, look, full) => {
      const name = path.replace(/.*\/|\.html/g, "");
      const { query, time } = POSES[name] ?? { query: "", time: 2 };
      const page = await browser.newPage({ reducedMotion: "reduce", ...look });
      await page.goto(address + path + query);
      await page.evaluate(pose, time);
      if (full) await page.keyboard.press("f");
      await page.evaluate(drawn);
      await page.waitForTimeout(2500); // the cost of a step is measured three times, a second apart
      await page.screenshot({ path: join(root, file) });
      await page.close();
      console.log(`✓ ${file}`);
    };
    for (const path of [FRONT, ...PAGES.map((page) => page.path)]) {
      const name = path === FRONT ? "front" : path.replace(/.*\/|\.html/g, "");
      for (const [size, viewport] of Object.entries(VIEWPORTS)) {
        if (path === FRONT && size === "full") continue;
        for (const colorScheme of ["light", "dark"]) {
          const file = `docs/${name}-${size}-${colorScheme}.png`;
          await shoot(path, file, { viewport, colorScheme }, size === "full");
        }
      }
    }
    await shoot("www/drape.html", "www/card.png", { viewport: CARD, colorScheme: "light" }, true);
  });
});

/** Steps every laboratory to a time. @param {number} time  in s */
async function pose(time) {
  for (const lab of /** @type {SpringLab[]} */ ([...document.querySelectorAll("spring-lab")])) {
    while (!lab.simulation) await new Promise(requestAnimationFrame);
    while (lab.simulation.time < time) lab.step();
  }
}

/** Waits until the small pictures of examples are drawn. */
async function drawn() {
  const labs = [...document.querySelectorAll("spring-lab")];
  const pictures = /** @type {HTMLCanvasElement[]} */ (
    labs.flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll(".presets canvas") ?? [])])
  );
  const isBlank = (/** @type {HTMLCanvasElement} */ canvas) => {
    const { width, height } = canvas;
    return Object.assign(document.createElement("canvas"), { width, height }).toDataURL() === canvas.toDataURL();
  };
  const isMissing = (/** @type {HTMLCanvasElement} */ canvas) => canvas.checkVisibility() && isBlank(canvas);
  while (pictures.some(isMissing)) await new Promise((resolve) => setTimeout(resolve, 100));
}
