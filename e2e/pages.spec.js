import AxeBuilder from "@axe-core/playwright";
import { expect, openDamper, pause, ready, test } from "./lab.js";

/** @import { SpringLab } from "../www/lab/spring-lab.js" */

for (const path of ["index.html", "www/damper.html"]) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`${path} has no accessibility violation, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      if (path.includes("damper")) await ready(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
    });
  }

  for (const width of [320, 360, 600, 768, 1440, 1920]) {
    test(`${path} fits into ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path.includes("damper") ? `${path}?method=explicit-euler` : path);
      if (path.includes("damper")) await ready(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const cut = await page.evaluate(() => {
        const lab = document.querySelector("spring-lab")?.shadowRoot?.querySelector(".lab");
        const edge = lab?.getBoundingClientRect().right ?? 0;
        const texts = [...(lab?.querySelectorAll("output, .unit, label, button") ?? [])];
        return texts.filter((node) => node.getBoundingClientRect().right > edge).map((node) => node.outerHTML);
      });
      expect(cut, "texts beyond the edge of the laboratory").toEqual([]);
    });
  }
}

test("the front door leads to the damper page", async ({ page }) => {
  await page.goto("index.html");
  await page.getByRole("heading", { name: "Mass, spring, damper" }).getByRole("link").click();
  await ready(page);
  await expect(page).toHaveTitle(/damper/);
  await page.getByRole("link", { name: "Springlab" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("laboratory");
});

test("formulas are MathML and no TeX is left", async ({ page }) => {
  await page.goto("www/damper.html");
  expect(await page.locator("math").count()).toBeGreaterThan(20);
  expect(await page.locator("article").innerText()).not.toMatch(/\\[a-zA-Z([]/);
});

test("pictures are sharp at any pixel ratio", async ({ browser }) => {
  for (const deviceScaleFactor of [1, 1.5, 3]) {
    const page = await browser.newPage({ deviceScaleFactor });
    await openDamper(page);
    const sizes = await page.evaluate(() => {
      const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
      const canvas = /** @type {HTMLCanvasElement} */ (lab.shadowRoot?.querySelector("canvas"));
      return { width: canvas.width, css: canvas.clientWidth };
    });
    expect(sizes.width).toBe(Math.round(sizes.css * deviceScaleFactor));
    await page.close();
  }
});

test("an element takes its parameters from attributes and names those it does not know", async ({ page }) => {
  await openDamper(page);
  await pause(page);
  await page.evaluate(() => {
    document.querySelector("spring-lab")?.remove();
    const holder = document.createElement("div");
    holder.innerHTML =
      '<spring-lab scene="damper" stiffness="8" time-step-size="0.02" stifness="9" class="x" data-y="1">';
    document.querySelector("main")?.prepend(holder);
  });
  await ready(page);
  const values = await page.evaluate(() => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    return [lab.get("stiffness"), lab.get("timeStepSize")];
  });
  expect(values).toEqual([8, 0.02]);
  await expect(page.getByRole("alert")).toHaveText(/^There is no parameter "stifness"; known: [\w, ]+\.$/);
});

test("an element without a scene says which there are", async ({ page }) => {
  await openDamper(page);
  await page.evaluate(() => {
    const lab = document.createElement("spring-lab");
    lab.setAttribute("scene", "dampr");
    document.querySelector("main")?.replaceChildren(lab);
  });
  await expect(page.getByRole("alert")).toContainText('There is no scene "dampr"; known: damper, oscillator,');
});

test("an element says when a scene has no picture", async ({ page }) => {
  await openDamper(page);
  await page.evaluate(() => {
    const lab = document.createElement("spring-lab");
    lab.setAttribute("scene", "chain");
    document.querySelector("main")?.replaceChildren(lab);
  });
  await expect(page.getByRole("alert")).toHaveText('There is no picture of the scene "chain"; there is one of damper.');
});

test("an element leaves nothing running behind and can come back", async ({ page }) => {
  await openDamper(page);
  const frames = await page.evaluate(async () => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    const parent = lab.parentElement;
    lab.remove();
    lab.remove();
    let requests = 0;
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => {
      requests += 1;
      return request(callback);
    };
    await new Promise((done) => setTimeout(done, 200));
    window.requestAnimationFrame = request;
    const left = [requests, lab.simulation];
    parent?.append(lab);
    return left;
  });
  expect(frames).toEqual([0, undefined]);
  await ready(page);
  await expect(page.getByRole("button", { name: "Pause" })).toHaveCount(1);
});
