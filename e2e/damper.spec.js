import { readFileSync } from "node:fs";
import {
  colored,
  enter,
  expect,
  lessMotion,
  massOnScreen,
  openDamper,
  openMore,
  openPage,
  parameter,
  passed,
  pause,
  read,
  saved,
  test,
} from "./lab.js";

/** @import { Page } from "@playwright/test" */
/** @import { SpringLab } from "../www/spring-lab.js" */

test("runs as soon as it is open", async ({ page }) => {
  await openDamper(page);
  await expect.poll(() => read(page, "time")).toBeGreaterThan(0.5);
  await expect.poll(async () => (await read(page, "positions"))[3], "it swings").toBeLessThan(6);
});

// the frames are the test's, so that no load on the machine is seen
test("keeps simulated time with the time of its frames", async ({ page }) => {
  await openDamper(page);
  const passed = await page.evaluate(async () => {
    const { simulation } = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    if (!simulation) throw new Error("not ready");
    /** @type {FrameRequestCallback[]} */
    let asked = [];
    const own = { frame: window.requestAnimationFrame, now: performance.now };
    const last = new Promise(requestAnimationFrame);
    window.requestAnimationFrame = (callback) => asked.push(callback);
    let now = Number(await last);
    performance.now = () => now;
    const show = () => {
      const due = asked;
      asked = [];
      now += 16;
      for (const callback of due) callback(now);
    };
    show();
    const start = simulation.time;
    for (let frame = 0; frame < 125; frame++) show();
    Object.assign(window, { requestAnimationFrame: own.frame });
    Object.assign(performance, { now: own.now });
    return simulation.time - start;
  });
  // what is due but shorter than a step of 10 ms waits for the next frame
  expect(Math.abs(passed - 2), `${passed} s`).toBeLessThan(0.0101);
});

test("has one loop however fast Pause is pressed", async ({ page }) => {
  await page.addInitScript(() => {
    const request = window.requestAnimationFrame.bind(window);
    Reflect.set(window, "frameRequests", 0);
    window.requestAnimationFrame = (callback) => {
      Reflect.set(window, "frameRequests", Reflect.get(window, "frameRequests") + 1);
      return request(callback);
    };
  });
  await openDamper(page);
  await page.evaluate(() => {
    const lab = /** @type {SpringLab} */ (document.querySelector("spring-lab"));
    const button = [...(lab.shadowRoot?.querySelectorAll("button") ?? [])].find((node) => node.textContent === "Pause");
    for (let press = 0; press < 10; press++) button?.click();
  });
  const { frames, requests } = await page.evaluate(async () => {
    const requests = () => Reflect.get(window, "frameRequests");
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    const [before, frames] = [requests(), 60];
    for (let count = 0; count < frames; count++) await frame();
    return { frames, requests: requests() - before - frames };
  });
  expect(Math.abs(requests - frames), `${requests} requests in ${frames} frames`).toBeLessThanOrEqual(1);
});

test("pauses, resumes, steps and restarts by buttons whose labels follow", async ({ page }) => {
  await openDamper(page);
  await pause(page);
  await page.getByRole("button", { name: "Restart" }).click();
  expect(await read(page, "time")).toBe(0);
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await page.getByRole("button", { name: "Step", exact: true }).click();
  expect(await read(page, "time")).toBe(0.02);
  await expect(page.getByLabel("Current time")).toHaveText("0.02 s");
  await page.getByRole("button", { name: "Resume" }).click();
  await expect.poll(() => read(page, "time")).toBeGreaterThan(0.1);
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
});

test("a restart ends a drag", async ({ page }) => {
  await openDamper(page);
  const mass = await massOnScreen(page);
  await page.mouse.move(mass.x, mass.y);
  await page.mouse.down();
  await page.mouse.move(mass.x - 40, mass.y - 40, { steps: 3 });
  await page.keyboard.press("r");
  await page.mouse.move(mass.x - 60, mass.y - 60, { steps: 3 });
  await expect.poll(async () => (await read(page, "velocities"))[3]).not.toBe(0);
  expect((await read(page, "positions"))[4]).toBe(0);
  await page.mouse.up();
});

test("every step shows in the time, however short", async ({ page }) => {
  await openDamper(page, "?timeStepSize=0.001");
  await pause(page);
  await page.keyboard.press("r");
  await page.keyboard.press("s");
  await expect(page.getByLabel("Current time")).toHaveText("0.001 s");
});

test("takes its keys wherever the focus is, but not from a field", async ({ page }) => {
  await openDamper(page);
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  await page.keyboard.press("r");
  expect(await read(page, "time")).toBe(0);
  await page.locator("article a").first().focus();
  await page.keyboard.press("s");
  expect(await read(page, "time")).toBe(0.01);
  await page.locator("canvas").first().focus();
  await page.keyboard.press("s");
  expect(await read(page, "time")).toBe(0.02);
  await page.getByRole("spinbutton", { name: "Mass" }).focus();
  await page.keyboard.press("s");
  await page.keyboard.press("r");
  expect(await read(page, "time")).toBe(0.02);
  await page.getByRole("button", { name: "Resume" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
});

test("moves the mass by arrow keys and says where it is", async ({ page }) => {
  await openDamper(page);
  await pause(page);
  await page.keyboard.press("r");
  const canvas = page.locator("canvas").first();
  await canvas.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Shift+ArrowLeft");
  const [, , , x, y] = await read(page, "positions");
  expect([x, y]).toEqual([5, 0.1]);
  await expect(canvas).toHaveAccessibleDescription(
    "The mass is 5 m to the right of and 0.1 m above the anchor; the spring is stretched by 1 m. It is at rest.",
  );
});

test("drags the mass and throws it, also beyond the edge of the picture", async ({ page }) => {
  await openDamper(page);
  await pause(page);
  await page.keyboard.press("r");
  const mass = await massOnScreen(page);
  await page.mouse.move(mass.x + 6, mass.y);
  await page.mouse.down();
  await page.mouse.move(mass.x - 50, mass.y - 60, { steps: 4 });
  const held = await read(page, "positions");
  expect(held[3]).toBeLessThan(6);
  expect(held[4]).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Step", exact: true }).press("Enter");
  expect(await read(page, "positions")).toEqual(held);
  expect(await read(page, "velocities")).toEqual([0, 0, 0, 0, 0, 0]);
  const shown = await massOnScreen(page);
  expect(Math.abs(shown.x - (mass.x - 56)), `the mass keeps its distance from the pointer: ${shown.x}`).toBeLessThan(2);
  await page.mouse.move(5, 5);
  await page.mouse.up();
  expect(await read(page, "velocities")).toEqual([0, 0, 0, 0, 0, 0]);
  await page.getByRole("button", { name: "Step", exact: true }).click();
  expect((await read(page, "velocities"))[3]).not.toBe(0);
});

test("throws the mass with the pointer's velocity while time runs", async ({ page }) => {
  await openDamper(page, "?stiffness=0&timeRate=1");
  // a hand that pauses before it lets go throws nothing: its moves don't wait for the page, which may be busy
  await expect(async () => {
    await page.getByRole("button", { name: "Restart" }).click();
    const mass = await massOnScreen(page);
    await page.mouse.move(mass.x, mass.y);
    await page.mouse.down();
    const hand = [];
    for (let step = 1; step <= 8; step++) {
      hand.push(page.mouse.move(mass.x - 8 * step, mass.y - 8 * step));
      await page.waitForTimeout(16);
    }
    await Promise.all([...hand, page.mouse.up()]);
    const [, , , vx, vy] = await read(page, "velocities");
    expect(vx).toBeLessThan(-0.5);
    expect(vy).toBeGreaterThan(0.5);
  }).toPass({ timeout: 30_000 });
});

test("zooms with Ctrl and the wheel at the pointer, and scrolls with the wheel alone", async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 600 });
  await openDamper(page);
  await pause(page);
  await page.keyboard.press("r");
  await page.mouse.move(500, 400);
  await page.mouse.wheel(0, 100);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  const mass = await massOnScreen(page);
  await page.mouse.move(mass.x, mass.y);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -150);
  await page.keyboard.up("Control");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const zoomed = await massOnScreen(page);
  expect(Math.hypot(zoomed.x - mass.x, zoomed.y - mass.y), "the mass stays under the pointer").toBeLessThan(2);
  await page.getByRole("button", { name: "Zoom out" }).click();
  expect((await massOnScreen(page)).x).not.toBeCloseTo(mass.x, 0);
  const fit = page.getByRole("button", { name: "Fit the picture" });
  await fit.click();
  expect((await massOnScreen(page)).x).toBeCloseTo(mass.x, 0);
  await movesPicture(page, mass);
});

/** Moves the picture by pointer, keys and buttons, and looks for what has left it. @param {Page} page @param {{ x: number, y: number }} mass  where it is in the whole picture */
async function movesPicture(page, mass) {
  const moved = async (/** @type {number} */ dx, /** @type {number} */ dy, /** @type {string} */ how) => {
    const { x, y } = await massOnScreen(page);
    // a disc's middle by its pixels is good to half of one
    expect(Math.hypot(x - mass.x - dx, y - mass.y - dy), how).toBeLessThan(1);
  };
  const drag = async (
    /** @type {{ x: number, y: number }} */ { x, y },
    /** @type {"left" | "middle"} */ button = "left",
  ) => {
    await page.mouse.move(x, y);
    await page.mouse.down({ button });
    await page.mouse.move(x - 60, y + 20, { steps: 3 });
    await page.mouse.up({ button });
  };
  const { x, y } = mass;
  await expect(page.getByRole("button", { name: "Move left" })).toBeHidden();
  await drag({ x: x - 100, y: y + 60 });
  await moved(-60, 20, "beside the mass");
  await page.keyboard.down("Shift");
  await drag({ x: x - 60, y: y + 20 });
  await page.keyboard.up("Shift");
  await moved(-120, 40, "with Shift, over the mass");
  await drag({ x: x - 120, y: y + 40 }, "middle");
  await moved(-180, 60, "with the middle button");
  await page.locator("canvas").first().focus();
  await page.keyboard.press("l");
  await page.getByRole("button", { name: "Move up" }).click();
  await moved(-154, 34, "by a key and a button");
  expect((await read(page, "positions")).slice(3, 5), "the mass stays where it is").toEqual([6, 0]);
  await page.locator("canvas").first().focus();
  for (let press = 0; press < 20; press++) await page.keyboard.press("k");
  const box = await page.locator("canvas").first().boundingBox();
  const pointer = await colored(page, "--accent");
  expect(pointer.count, "an arrow").toBeGreaterThan(30);
  expect((box?.y ?? 0) + (box?.height ?? 0) - pointer.y, "near the edge, above the buttons").toBeLessThan(75);
  await page.getByRole("button", { name: "Fit the picture" }).click();
  await moved(0, 0, "the whole again");
  await expect(page.getByRole("button", { name: "Move left" })).toBeHidden();
}

test("every control sets its parameter", async ({ page }) => {
  await lessMotion(page);
  await openDamper(page);
  await openMore(page);
  for (const [label, key, value, from, to] of /** @type {const} */ ([
    ["Time step size Δt", "timeStepSize", 0.02, 0.008, 1],
    ["Rest length d", "restLength", 3, 0, 8],
    ["Stiffness k", "stiffness", 8, 0.5, 50],
    ["Damping μ", "damping", 0.5, 0, 10],
    ["Mass m", "mass", 2, 0.05, 5],
    ["Time rate", "timeRate", 0.5, 0.1, 10],
  ])) {
    const number = page.getByRole("spinbutton", { name: label });
    await enter(number, String(value));
    expect(await parameter(page, key)).toBe(value);
    const slider = page.getByRole("slider", { name: label });
    await slider.focus();
    await slider.press("ArrowRight");
    const raised = Number(await parameter(page, key));
    expect(raised).toBeGreaterThan(value);
    await expect(number).toHaveValue(String(raised));
    await slider.press("Home");
    expect(await parameter(page, key)).toBe(from);
    await slider.press("End");
    expect(await parameter(page, key)).toBe(to);
    await enter(number, String(value));
  }
  await page.getByRole("combobox", { name: "Time integration method" }).selectOption("Runge-Kutta 4");
  expect(await parameter(page, "method")).toBe("runge-kutta-4");
});

test("an arrow key on a slider always changes something", async ({ page }) => {
  await lessMotion(page);
  await openDamper(page);
  await openMore(page);
  for (const [label, key, step] of /** @type {const} */ ([
    ["Damping", "damping", 0.1],
    ["Rest length", "restLength", 0.1],
    ["Time step size", "timeStepSize", 0.0001],
  ])) {
    const slider = page.getByRole("slider", { name: label });
    const before = Number(await parameter(page, key));
    await slider.focus();
    await slider.press("ArrowRight");
    const raised = Number(await parameter(page, key));
    expect(raised - before).toBeGreaterThanOrEqual(0.999 * step);
    await slider.press("ArrowLeft");
    expect(raised - Number(await parameter(page, key))).toBeGreaterThanOrEqual(0.999 * step);
  }
});

test("the address carries what differs from the defaults, and a reload gives it back", async ({ page }) => {
  await lessMotion(page);
  await openDamper(page, "?stiffness=8&method=runge-kutta-4");
  await expect(page.getByRole("spinbutton", { name: "Stiffness" })).toHaveValue("8");
  await expect(page.getByRole("combobox")).toHaveValue("runge-kutta-4");
  const damping = page.getByRole("spinbutton", { name: "Damping" });
  await enter(damping, "0.5");
  const stiffness = page.getByRole("spinbutton", { name: "Stiffness" });
  await enter(stiffness, "5");
  await expect(page).toHaveURL(/\?damping=0\.5&method=runge-kutta-4$/);
  await page.reload();
  await expect(damping).toHaveValue("0.5");
});

test("bad keys and values in the address are named and change nothing", async ({ page }) => {
  await openDamper(page, "?stifness=8&mass=-1&damping=&timeStepSize=1e999&method=frog&timeRate=99");
  const alert = page.getByRole("alert");
  for (const sentence of [
    'There is no parameter "stifness"; known: timeStepSize, restLength, stiffness, damping, mass, method, substeps, tolerance, spectralRadius.',
    "Mass m must be a number from 1e-9 to 100 kg; -1 was given.",
    "Damping μ must be a number from 0 to 1000 N·s/m; nothing was given.",
    'Time step size Δt must be a number from 0.000001 to 2 s; "1e999" was given.',
    /Time integration method must be one of explicit-euler, symplectic-euler, [\w, -]+, generalised-alpha; "frog" was given\./,
    "Time rate must be a number from 0.01 to 10 ×; 99 was given.",
  ]) {
    await expect(alert).toContainText(sentence);
  }
  expect(await parameter(page, "mass")).toBe(0.5);
  await expect.poll(() => read(page, "time")).toBeGreaterThan(0.1);
});

test("a refused number is explained, the value before is kept, and the field stays marked until it is right", async ({
  page,
}) => {
  await lessMotion(page);
  await openDamper(page);
  const mass = page.getByRole("spinbutton", { name: "Mass" });
  const alert = page.getByRole("alert");
  for (const [text, sentence] of [
    ["0", "Mass m must be a number from 1e-9 to 100 kg; 0 was given."],
    ["", "Mass m must be a number from 1e-9 to 100 kg; nothing was given."],
    ["1e400", "Mass m must be a number from 1e-9 to 100 kg"],
  ]) {
    await enter(mass, "0.6");
    await expect(alert).toBeEmpty();
    await enter(mass, text);
    await expect(alert).toContainText(sentence);
    await expect(mass).toHaveAttribute("aria-invalid", "true");
    expect(await parameter(page, "mass")).toBe(0.6);
    await mass.blur();
    await expect(mass).toHaveAttribute("aria-invalid", "true");
    await expect(alert).toContainText(sentence);
  }
  await enter(page.getByRole("spinbutton", { name: "Stiffness" }), "8");
  await expect(mass).toHaveAttribute("aria-invalid", "true");
  await expect(alert).toContainText("Mass m must be");
  await enter(mass, "0.6");
  await expect(alert).toBeEmpty();
  await expect(mass).not.toHaveAttribute("aria-invalid");
  await enter(mass, "-1");
  await page.getByRole("button", { name: "Restart" }).click();
  await expect(alert).toBeEmpty();
  await expect(mass).toHaveValue("0.6");
  await expect(mass).not.toHaveAttribute("aria-invalid");
});

test("a run that explodes stops by itself, names the limit, and starts again", async ({ page }) => {
  await openDamper(page, "?timeStepSize=2&method=explicit-euler&timeRate=10");
  await expect(page.getByRole("alert")).toContainText(
    /The run stopped at t = \d+ s: the time step of 2 s exceeds Explicit Euler's limit, which is 0 s here.*6\.4-fold/,
  );
  await expect(page.getByRole("button", { name: "Pause" })).toBeHidden();
  const stopped = await read(page, "time");
  await page.waitForTimeout(300);
  expect(await read(page, "time")).toBe(stopped);
  await expect(page.locator(".gauge")).toContainText("2 of 0 s, grows at every step");
  const step = page.getByRole("spinbutton", { name: "Time step size" });
  await page.getByRole("button", { name: "Restart" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("The run stopped");
  await enter(step, "0.01");
  await expect(page.getByRole("alert")).toBeEmpty();
  await expect.poll(() => read(page, "time")).toBeGreaterThan(0.2);
});

test("readouts agree with the engine", async ({ page }) => {
  await openDamper(page, "?damping=0.5");
  await pause(page);
  await expect(page.locator(".gauge")).toContainText("0.01 of 0.54 s");
  await expect(page.getByLabel("Damping ratio ζ")).toHaveText("0.158 under-damped");
  await expect(page.getByLabel("Time per sim. step")).toHaveText(/^[1-9]\d*(\.\d+)? (ns|µs)$/);
  const { kinetic, elastic, dissipated, total, hand, numerical } = await read(page, "energy");
  const [x] = (await read(page, "exact")).positions.slice(3);
  const exact = 2.5 * (x - 4) ** 2;
  const legend = await page.locator(".legend output").allTextContents();
  const shown = [kinetic, elastic, dissipated, total, hand, numerical, exact].map((energy) => `${energy.toFixed(2)} J`);
  expect(legend).toEqual(shown.map((text) => text.replace("-0.00", "0.00").replace("-", "−")));
  await page.getByRole("combobox").selectOption("Implicit Euler");
  await expect(page.locator(".gauge")).toContainText("none on linear springs, 0.01 s in use");
});

test("rests while nobody sees it", async ({ page }) => {
  await openPage(page, "stability");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  // the browser tells a little later that it is out of view
  await expect.poll(() => passed(page, () => read(page, "time"))).toBe(0);
  const before = await read(page, "time");
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(() => read(page, "time")).toBeGreaterThan(before);
});

test("rests in a hidden tab", async ({ page }) => {
  await openDamper(page);
  const setHidden = (/** @type {boolean} */ hidden) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await setHidden(true);
  const before = await read(page, "time");
  await page.waitForTimeout(400);
  expect(await read(page, "time")).toBe(before);
  await setHidden(false);
  await expect.poll(() => read(page, "time")).toBeGreaterThan(before);
});

test("figures in the theory are those of the engine", async ({ page }) => {
  await openDamper(page);
  await pause(page);
  for (const row of await page.locator(".methods tbody tr").all()) {
    const method = await row.locator("th").innerText();
    const stated = await row.locator("td").last().innerText();
    await page.getByRole("combobox").selectOption(method);
    const limit = await read(page, "stepLimit");
    expect(stated, method).toBe(
      limit === null || !Number.isFinite(limit) ? "none" : `${Number(limit.toPrecision(3))} s`,
    );
  }
  const critical = Number((await page.locator("article").textContent())?.match(/μ\s*=\s*([\d.]+)/)?.[1]);
  await enter(page.getByRole("spinbutton", { name: "Damping" }), String(critical));
  expect(await read(page, "dampingRatio")).toBeCloseTo(1, 2);
  const [stiffness, restLength] = [await parameter(page, "stiffness"), await parameter(page, "restLength")].map(Number);
  const article = await page.locator("article").textContent();
  expect(article).toContain(`with the values at the start ${0.5 * stiffness * restLength ** 2} J of which it has 10 J`);
});

test("a button damps critically, whatever spring and mass", async ({ page }) => {
  await lessMotion(page);
  await openDamper(page, "?stiffness=37&mass=1.3");
  await page.getByRole("button", { name: "Critical damping" }).click();
  expect(await parameter(page, "damping")).toBe(13.87); // 2 √(37 N/m · 1.3 kg)
  await expect(page.getByLabel("Damping ratio ζ")).toHaveText("1 critical");
  await expect(page).toHaveURL(/damping=13\.87/);
});

test("comes to rest when less motion is asked for while it runs", async ({ page, browserName }) => {
  test.skip(browserName === "firefox", "its driver does not tell a page that is open");
  await openDamper(page);
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
});

test("starts paused for those who want less motion, and still draws", async ({ page }) => {
  await lessMotion(page);
  await openDamper(page);
  await page.waitForTimeout(300);
  expect(await read(page, "time")).toBe(0);
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  expect((await massOnScreen(page)).x).toBeGreaterThan(0);
});

test("a dashpot beside the spring grows with the damping, and is none without", async ({ page }) => {
  await lessMotion(page);
  await openDamper(page);
  const damping = page.getByRole("spinbutton", { name: "Damping" });
  let drawn = (await colored(page, "--dissipated")).count;
  expect(drawn).toBe(0);
  for (const value of [0.1, 1, 5, 100]) {
    await enter(damping, String(value));
    const { count } = await colored(page, "--dissipated");
    expect(count, `${value} N·s/m`).toBeGreaterThan(drawn);
    drawn = count;
  }
});

test("repaints in the colours of the scheme, also while paused", { tag: "@dark" }, async ({ page }) => {
  await openDamper(page);
  await pause(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForTimeout(200);
  expect((await massOnScreen(page)).x).toBeGreaterThan(0);
});

test("resets everything to the defaults", async ({ page }) => {
  await openDamper(page, "?stiffness=8&method=runge-kutta-4&timeRate=2");
  await expect.poll(() => read(page, "time")).toBeGreaterThan(0.1);
  await pause(page);
  await page.getByRole("button", { name: "Reset all" }).click();
  expect(await read(page, "time")).toBe(0);
  expect([
    await parameter(page, "stiffness"),
    await parameter(page, "method"),
    await parameter(page, "timeRate"),
  ]).toEqual([5, "symplectic-euler", 1]);
  await expect(page.getByRole("spinbutton", { name: "Stiffness" })).toHaveValue("5");
  await expect(page).toHaveURL(/damper\.html$/);
});

test("saves the plotted data with units, parameters and version, and the picture", async ({ page }) => {
  await openDamper(page, "?stiffness=8");
  await expect.poll(() => read(page, "time")).toBeGreaterThan(0.3);
  await pause(page);
  const csv = await saved(page, page.getByRole("button", { name: "CSV" }));
  expect(csv.name).toBe("springlab-damper.csv");
  const lines = csv.bytes.toString().trimEnd().split("\n");
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  expect(lines[0]).toBe(`# Springlab ${version}, scene damper`);
  for (const line of ["# stiffness = 8 N/m", "# method = symplectic-euler", "# timeStepSize = 0.01 s"]) {
    expect(lines).toContain(line);
  }
  const head = lines.findIndex((line) => !line.startsWith("#"));
  const names = lines[head].split(",");
  expect(names.slice(0, 5)).toEqual(["time [s]", "kinetic [J]", "elastic [J]", "dissipated [J]", "total [J]"]);
  expect(names.slice(5, 7)).toEqual(["work of the hand [J]", "made by the method [J]"]);
  expect(names.slice(-2), "it moves along x alone").toEqual(["x [m]", "vx [m/s]"]);
  expect(new Set(names).size).toBe(names.length);
  expect(lines).toContain("# a sample every 0.01 s and at every change");
  const rows = lines.slice(head + 1).map((line) => line.split(",").map(Number));
  expect(rows.every((row) => row.length === names.length && !row.some(Number.isNaN))).toBe(true);
  const last = rows[rows.length - 1];
  const time = last[0];
  const [energy, positions, velocities] = [
    await read(page, "energy"),
    await read(page, "positions"),
    await read(page, "velocities"),
  ];
  expect([time, last[4]]).toEqual([await read(page, "time"), energy.total]);
  expect(last.slice(-2)).toEqual([positions[3], velocities[3]]);
  await page.getByRole("combobox").selectOption("Runge-Kutta 4");
  const changed = await saved(page, page.getByRole("button", { name: "CSV" }));
  expect(changed.bytes.toString().split("\n")).toContain(`# at ${Number(time.toPrecision(12))} s: Runge-Kutta 4`);
  const png = await saved(page, page.getByRole("button", { name: "PNG" }));
  expect(png.name).toBe("springlab-damper.png");
  expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
  const [width, height] = [16, 20].map((place) => png.bytes.readUInt32BE(place));
  const picture = await page.locator("canvas").first().boundingBox();
  const plot = await page.locator("canvas[role=img]").first().boundingBox();
  expect(width).toBe(Math.round(picture?.width ?? 0));
  const title = 60; // px: its title and a row of values, at least
  expect(height, "title, values, picture and plot").toBeGreaterThan(
    (picture?.height ?? 0) + ((plot?.height ?? 0) / (plot?.width ?? 1)) * width + title,
  );
});

test("a link runs to a time and pauses there, in place and in a new page", async ({ page }) => {
  await openDamper(page);
  const link = page.locator("a[data-lab]").first();
  await link.evaluate((node) => node.setAttribute("href", "?damping=2&restart&run-to=0.3"));
  await link.click();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  await expect(page.getByLabel("Current time")).toHaveText("0.30 s");
  await page.getByRole("button", { name: "Set back" }).click();
  expect(await parameter(page, "damping")).toBe(0);
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible(); // it ran before
  await openDamper(page, "?damping=2&restart&run-to=0.2");
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  await expect(page.getByLabel("Current time")).toHaveText("0.20 s");
  await openDamper(page, "?run-to=soon");
  await expect(page.getByRole("alert")).toHaveText(
    'The time to run to must be a number from 0 to 10000 s; "soon" was given.',
  );
});

test("what a link does to a run that exploded is taken back, and what ran backwards runs on there", async ({
  page,
}) => {
  await openDamper(page, "?timeStepSize=0.1&stiffness=1000");
  await expect(page.getByRole("alert")).toContainText("The run stopped");
  const link = page.locator("a[data-lab]").first();
  await link.click();
  await expect(page.getByRole("alert")).toBeEmpty();
  await page.getByRole("button", { name: "Set back" }).click();
  expect(await parameter(page, "timeStepSize")).toBe(0.1);
  await page.getByRole("button", { name: "Restart" }).click();
  expect(await read(page, "time")).toBe(0);
  await openPage(page, "oscillator");
  await expect.poll(() => read(page, "time")).toBeGreaterThan(0.3);
  await page.getByRole("button", { name: "Backwards" }).click();
  await pause(page);
  const time = await read(page, "time");
  await page.locator("a[data-lab]").first().click();
  await page.getByRole("button", { name: "Set back" }).click();
  expect(await read(page, "time")).toBe(time);
  await expect(page.getByRole("button", { name: "Forwards" })).toBeVisible();
  await page.getByRole("button", { name: "Step", exact: true }).click();
  expect(await read(page, "time")).toBeLessThan(/** @type {number} */ (time));
});
