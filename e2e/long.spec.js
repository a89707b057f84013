// Steps that take seconds: the page goes on meanwhile, tells of them, and they can be stopped.
import { createSimulation } from "../dist/lib/springlab.js";
import { expect, lessMotion, openPage, read, test } from "./lab.js";

/** @import { SpringLab } from "../www/spring-lab.js" */
/** @import { Simulation } from "../www/types.js" */

const NEWTON = "?width=200&height=200&method=implicit-euler&solver=newton&stiffness=100000000&timeStepSize=0.1";
const SWEEPS = "?shape=cloth&width=200&height=200&sweeps=1000";
const SUBSTEPS = "?width=400&height=400";

const COMPUTING = "A step takes longer than a second: computing …";

for (const [name, query] of [
  ["cloth", NEWTON],
  ["verlet", SWEEPS],
  ["drape", SUBSTEPS],
]) {
  test(`${name}${query}: clicks are answered while a step is computed, and it can be stopped`, async ({ page }) => {
    await openPage(page, name, query);
    const alert = page.getByRole("alert");
    await expect(alert).toHaveText(COMPUTING);
    const workers = page.workers().length;
    const details = page.locator("spring-lab details.help");
    // on the page's own thread there would be no answer before the step had ended; some clicks may come at its very end
    await expect(async () => {
      const time = await read(page, "time");
      await details.evaluate((node) => node.removeAttribute("open"));
      for (const open of [true, false]) {
        await details.locator("summary").click();
        await expect(details).toHaveJSProperty("open", open);
      }
      expect(await read(page, "time"), "still the same step").toBe(time);
    }).toPass();
    await expect(alert).toHaveText(COMPUTING);
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(alert).toBeEmpty();
    await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
    const time = await read(page, "time");
    await expect.poll(() => page.workers().length, "nobody computes it any more").toBeLessThan(workers);
    expect(await read(page, "time"), "and none of it comes").toBe(time);
  });
}

/** Firefox wakes who waits a second after 999 ms by its own clock, one time in nine. */
test("a long step is told of, however early the browser's timer comes", async ({ page }) => {
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const early = (/** @type {TimerHandler} */ action, /** @type {number} */ wait = 0) =>
      setTimeout(action, wait >= 1000 ? wait - 100 : wait);
    Object.assign(window, { setTimeout: early });
  });
  await openPage(page, "verlet", SWEEPS);
  await expect(page.getByRole("alert")).toHaveText(COMPUTING);
});

test("long steps are those of the engine, one by one, and come back without being taken again", async ({ page }) => {
  const parameters = { shape: "cloth", width: 60, height: 60, sweeps: 400 };
  const query = Object.entries(parameters).map(([key, value]) => `${key}=${value}`);
  await lessMotion(page);
  await openPage(page, "verlet", `?${query.join("&")}`);
  const engine = await createSimulation("verlet", parameters);
  const forward = page.getByRole("button", { name: "Step", exact: true });
  const start = Array.from(engine.positions);
  for (let step = 1; step <= 3; step++) {
    await forward.click();
    await expect.poll(() => read(page, "time")).toBe(0.01 * step);
    await expect(page.getByRole("button", { name: "Resume" }), "and no farther").toBeVisible();
    engine.step(1);
    expect(await read(page, "positions")).toEqual(Array.from(engine.positions));
  }
  const end = await read(page, "positions");
  await page.getByRole("slider", { name: "Time", exact: true }).press("Home");
  expect([await read(page, "time"), await read(page, "positions")]).toEqual([0, start]);
  await page.getByRole("slider", { name: "Time", exact: true }).press("End");
  expect([await read(page, "time"), await read(page, "positions")]).toEqual([0.03, end]);

  // what a hand or a script changes between two steps, the next one knows
  await page.evaluate(() => {
    const simulation = /** @type {Simulation} */ (
      /** @type {SpringLab} */ (document.querySelector("spring-lab")).simulation
    );
    simulation.setVelocity(1800, 1, 2, 0);
    simulation.positions[3 * 1830] += 0.01;
  });
  engine.setVelocity(1800, 1, 2, 0);
  engine.positions[3 * 1830] += 0.01;
  await forward.click();
  await expect.poll(() => read(page, "time")).toBe(0.04);
  engine.step(1);
  expect(await read(page, "positions")).toEqual(Array.from(engine.positions));
  await page.evaluate(() => /** @type {SpringLab} */ (document.querySelector("spring-lab")).simulation?.cut(3000));
  engine.cut(3000);
  await forward.click();
  await expect.poll(() => read(page, "time")).toBe(0.05);
  engine.step(1);
  expect(await read(page, "positions")).toEqual(Array.from(engine.positions));
});

test("the first step of explicit methods is taken ahead if its stages visit many masses", async ({ page }) => {
  await lessMotion(page);
  await page.addInitScript(() => {
    let workers = 0;
    window.Worker = class extends Worker {
      /** @param {ConstructorParameters<typeof Worker>} parameters */
      constructor(...parameters) {
        super(...parameters);
        Reflect.set(window, "workers", ++workers);
      }
    };
  });
  const started = () => page.evaluate(() => Number(Reflect.get(window, "workers") ?? 0));
  // 62 500 masses in 20 substeps: 1.25 million visits a stage, of three million that may be
  for (const [method, workers] of /** @type {const} */ ([
    ["runge-kutta-2", 0],
    ["runge-kutta-4", 1],
  ])) {
    await openPage(page, "cloth", `?width=250&height=250&timeStepSize=0.01&substeps=20&method=${method}`);
    expect(await started(), "of so many masses no modes are looked at").toBe(0);
    await page.getByRole("button", { name: "Step ×2" }).click();
    await expect.poll(() => read(page, "time")).toBe(0.02);
    expect(await started(), method).toBe(workers);
  }
});

test("what may take minutes is told of before it begins", async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "cloth", NEWTON.replaceAll("200", "400"));
  const workers = page.workers().length;
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    /^With so many masses, each visited so often, a step may take minutes: /,
  );
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("alert")).toBeEmpty();
  expect(await read(page, "time")).toBe(0);
  await expect.poll(() => page.workers().length).toBeLessThanOrEqual(workers);
});

test("what changes while a long step is under way makes another one of it", async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "verlet", SWEEPS);
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText(COMPUTING);
  await page.evaluate(() => /** @type {SpringLab} */ (document.querySelector("spring-lab")).set("sweeps", 4));
  await expect.poll(() => read(page, "time")).toBe(0.01);
  const engine = await createSimulation("verlet", { shape: "cloth", width: 200, height: 200, sweeps: 4 });
  engine.step(1);
  expect(await read(page, "positions")).toEqual(Array.from(engine.positions));
  await expect(page.getByRole("alert")).toBeEmpty();
});
