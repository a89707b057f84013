import { enter, expect, image, lessMotion, massOnScreen, openPage, saved, test, violations } from "./lab.js";

/** @import { Page } from "@playwright/test" */
/** @import { SpringLab } from "../www/spring-lab.js" */

const [DECAY, ROTATION] = [0, 1];

/** Opens the page with the clocks stopped at t = 0. @param {Page} page @param {string} [query] */
async function open(page, query) {
  await lessMotion(page);
  await openPage(page, "stability", query);
}

/** One of the two laboratories. @param {Page} page @param {number} index */
const laboratory = (page, index) => page.locator("spring-lab").nth(index);

/** Takes steps as the button does, and waits until they are shown. @param {Page} page @param {number} lab @param {number} count */
async function steps(page, lab, count) {
  await laboratory(page, lab).scrollIntoViewIfNeeded();
  await laboratory(page, lab).evaluate(async (node, count) => {
    for (let n = 0; n < count; n++) /** @type {SpringLab} */ (node).step();
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  }, count);
  await seen(page, lab);
}

/**
 * Waits until a laboratory shows its present: one that has come into view just now draws nothing before the browser has told it so. The
 * clock is written after picture and legend.
 * @param {Page} page @param {number} lab
 */
async function seen(page, lab) {
  const [time, step] = await laboratory(page, lab).evaluate((node) => {
    const { time, simulation } = /** @type {SpringLab} */ (node);
    return [Number(time), Number(simulation?.get("timeStepSize"))];
  });
  const shown = async () =>
    Number.parseFloat((await laboratory(page, lab).getByLabel("Current time").textContent()) ?? "");
  await expect.poll(async () => Math.abs((await shown()) - time)).toBeLessThan(step / 2);
}

/** x, y of the chosen method's point. @param {Page} page @param {number} lab */
function point(page, lab) {
  return laboratory(page, lab).evaluate((node) => {
    const [x = Number.NaN, y = Number.NaN] = /** @type {SpringLab} */ (node).simulation?.positions ?? [];
    return { x, y, radius: Math.hypot(x, y) };
  });
}

/** What the legend beside the picture says, by name; what is hidden is left out. @param {Page} page @param {number} lab */
async function legend(page, lab) {
  const texts = await laboratory(page, lab)
    .locator(".legend li:visible")
    .evaluateAll((items) => items.map((item) => ["span", "output"].map((tag) => item.querySelector(tag)?.textContent)));
  return Object.fromEntries(texts);
}

/** @param {Page} page @param {number} lab @param {Record<string, string | number>} values */
async function set(page, lab, values) {
  await laboratory(page, lab).scrollIntoViewIfNeeded();
  await laboratory(page, lab).evaluate(async (node, values) => {
    for (const [key, value] of Object.entries(values)) /** @type {SpringLab} */ (node).set(key, value);
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  }, values);
}

/** The pixels of a laboratory's picture. @param {Page} page @param {number} lab */
async function picture(page, lab) {
  const canvas = laboratory(page, lab).locator("canvas").first();
  return image(await canvas.evaluate((node) => /** @type {HTMLCanvasElement} */ (node).toDataURL()));
}

test("both laboratories run as soon as they are seen", async ({ page }) => {
  await openPage(page, "stability");
  for (const lab of [DECAY, ROTATION]) {
    await laboratory(page, lab).scrollIntoViewIfNeeded();
    const time = () => laboratory(page, lab).evaluate((node) => /** @type {SpringLab} */ (node).simulation?.time ?? 0);
    await expect.poll(time).toBeGreaterThan(0.3);
  }
});

test("decay begins again when it is over, while it plays to no set end", async ({ page, browserName }) => {
  test.skip(browserName !== "chromium", "it takes its time, and no browser can matter");
  await open(page);
  const lab = laboratory(page, DECAY);
  const time = () => lab.evaluate((node) => /** @type {SpringLab} */ (node).simulation?.time ?? 0);
  const description = lab.locator("canvas").first();
  await steps(page, DECAY, 40);
  expect(await time(), "step by step").toBe(20);
  await lab.evaluate((node) => /** @type {SpringLab} */ (node).runTo(30));
  await expect.poll(time, { timeout: 30_000 }).toBe(30);
  await set(page, DECAY, { timeRate: 0.5 });
  await lab.evaluate((node) => /** @type {SpringLab} */ (node).play());
  await expect.poll(time).toBeLessThan(5);
  await expect(description).toHaveAccessibleDescription(/^All had decayed: it begins again\./);
  // beyond 2/k it grows
  await set(page, DECAY, { timeStepSize: 2.1, timeRate: 10 });
  await expect.poll(time, { timeout: 30_000 }).toBeGreaterThan(50);
  await set(page, DECAY, { timeStepSize: 0.5, repeat: "off" });
  await lab.evaluate((node) => /** @type {SpringLab} */ (node).restart());
  await expect.poll(time, { timeout: 30_000 }).toBeGreaterThan(20);
});

test("the gauge compares the step with 1/k and says what becomes of x", async ({ page }) => {
  await open(page);
  const gauge = laboratory(page, DECAY).locator(".gauge");
  await expect(gauge.locator("small")).toHaveText(["1/k", "2/k"]);
  // 1 − z; 1 − z + z²/2; … + z³/6 …; 1/(1 + z); (1 − z/2)/(1 + z/2), and e^−z
  for (const [method, part, verdict] of /** @type {const} */ ([
    ["explicit-euler", 0.5, "falls evenly"],
    ["explicit-euler", 1, "0 after one step"],
    ["explicit-euler", 1.5, "oscillates"],
    ["explicit-euler", 2, "changes sides for ever"],
    ["explicit-euler", 2.5, "oscillates and diverges"],
    ["runge-kutta-2", 1.9, "falls evenly"],
    ["runge-kutta-2", 2, "stands still"],
    ["runge-kutta-2", 2.1, "diverges"],
    ["runge-kutta-4", 2.78, "falls evenly"],
    ["runge-kutta-4", 2.79, "diverges"],
    ["implicit-euler", 16, "falls evenly"],
    ["implicit-midpoint", 1.9, "falls evenly"],
    ["implicit-midpoint", 16, "oscillates"],
    ["exact", 16, "falls evenly"],
  ])) {
    await set(page, DECAY, { method, rate: 4, timeStepSize: part / 4 });
    await expect(gauge).toContainText(`${part}/k: ${verdict}`);
    await expect(gauge).toHaveClass(verdict.endsWith("diverges") ? /exceeded/ : /gauge\s*$/);
  }
});

test("the factors that it shows are those that a step takes", async ({ page }) => {
  await open(page, "?decay.rate=2");
  for (const method of ["explicit-euler", "runge-kutta-2", "runge-kutta-4", "implicit-euler", "implicit-midpoint"]) {
    for (const timeStepSize of [0.2, 1.3]) {
      await set(page, DECAY, { method, timeStepSize });
      const before = (await point(page, DECAY)).x;
      await steps(page, DECAY, 1);
      const factor = (await point(page, DECAY)).x / before;
      const shown = await legend(page, DECAY);
      // three digits are shown
      expect(Math.abs(Number(shown["this step"].replace("−", "-")) / factor - 1)).toBeLessThan(5e-3);
      expect(Math.abs(Number(shown.exact) / Math.exp(-2 * timeStepSize) - 1)).toBeLessThan(5e-3);
    }
  }
});

test("the point is as high in the picture as x is large", async ({ page }) => {
  await open(page, "?decay.timeStepSize=0.5");
  await steps(page, DECAY, 0);
  const places = [];
  for (let step = 0; step < 3; step++) {
    places.push(await massOnScreen(page, DECAY));
    await steps(page, DECAY, 1);
  }
  const [first, second, third] = places; // at x = 1, 1/2 and 1/4
  expect((second.y - first.y) / (third.y - second.y)).toBeCloseTo(2, 1);
  expect((second.x - first.x) / (third.x - second.x)).toBeCloseTo(1, 1);
});

test("x can be dragged and moved by keys, and the exact solution begins anew there", async ({ page }) => {
  await open(page, "?decay.timeStepSize=0.5");
  await steps(page, DECAY, 2);
  const from = await massOnScreen(page, DECAY);
  await page.mouse.move(from.x + 3, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y - 90, { steps: 4 });
  const canvas = laboratory(page, DECAY).locator("canvas").first();
  await expect(canvas).toHaveAccessibleDescription(/It is held\.$/);
  await page.mouse.up();
  const { x, y } = await point(page, DECAY);
  expect(x).toBeGreaterThan(0.4);
  expect(y).toBe(0);
  const to = await massOnScreen(page, DECAY);
  expect(to.y - (from.y - 90)).toBeLessThan(2);
  expect(Math.abs(to.x - from.x), "time stands still").toBeLessThan(1);
  await canvas.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Shift+ArrowDown");
  const moved = (await point(page, DECAY)).x;
  expect(moved).toBeCloseTo(x - 0.8, 12);
  await steps(page, DECAY, 1);
  expect((await point(page, DECAY)).x).toBeCloseTo(0.5 * moved, 12);
  const exact = Number((moved * Math.exp(-0.5)).toPrecision(3));
  await expect(canvas).toHaveAccessibleDescription(
    new RegExp(`The exact solution has ${String(exact).replace("-", "−")} m\\.$`),
  );
});

test("the data have x and the exact x of every step", async ({ page }) => {
  await open(page, "?decay.timeStepSize=0.5&decay.rate=3");
  await steps(page, DECAY, 3);
  const csv = await saved(page, laboratory(page, DECAY).getByRole("button", { name: "CSV" }));
  const rows = csv.bytes
    .toString()
    .split("\n")
    .filter((line) => /^[\d.]/.test(line))
    .map((line) => line.split(",").map(Number));
  expect(rows).toHaveLength(4);
  for (const [n, [time, x, exact]] of rows.entries()) {
    expect(time).toBe(0.5 * n);
    expect(x).toBeCloseTo((-0.5) ** n, 14);
    expect(exact).toBeCloseTo(Math.exp(-1.5 * n), 14);
  }
});

test("a run beyond 2/k explodes, stops and says why", async ({ page }) => {
  await open(page, "?decay.timeStepSize=2.5");
  await steps(page, DECAY, 30);
  await expect(laboratory(page, DECAY).getByRole("alert")).toContainText(
    "the time step of 2.5 s is 1.25 times Explicit Euler's limit of 2 s; the motion grew 1.5-fold per step",
  );
  await laboratory(page, DECAY).getByRole("button", { name: "Restart" }).click();
  await expect(laboratory(page, DECAY).getByRole("alert")).toBeEmpty();
});

test("after an explosion every method can be chosen, and begins anew", async ({ page }) => {
  await open(page, "?rotation.timeStepSize=1");
  const lab = laboratory(page, ROTATION);
  for (const method of ["symplectic-euler", "implicit-euler", "runge-kutta-4"]) {
    await steps(page, ROTATION, 100);
    await expect(lab.getByRole("alert")).toContainText("Explicit Euler's limit, which is 0 s here");
    await set(page, ROTATION, { method });
    await expect(lab.getByRole("alert")).toBeEmpty();
    await set(page, ROTATION, { method: "explicit-euler" });
  }
});

test("tells the growth of the radius of every method", async ({ page }) => {
  await open(page);
  // with h = 0.1 s: √(1 + h²), √(1 + h⁴/4), √(1 − h⁶/72 + …), 1/√(1 + h²), to the power of 2π/h
  for (const [method, step, round] of [
    ["explicit-euler", "+0.499 %", "+36.7 %"],
    ["symplectic-euler", "unchanged", "unchanged"],
    ["runge-kutta-2", "+0.00125 %", "+0.0786 %"],
    ["runge-kutta-4", "−6.94e−7 %", "−0.0000436 %"],
    ["implicit-euler", "−0.496 %", "−26.8 %"],
    ["implicit-midpoint", "unchanged", "unchanged"],
    ["exact", "unchanged", "unchanged"],
  ]) {
    await set(page, ROTATION, { method });
    await expect(page.getByLabel("Radius per step")).toHaveText(step);
    await expect(page.getByLabel("per round")).toHaveText(round);
  }
  await set(page, ROTATION, { method: "runge-kutta-4", timeStepSize: 2.9 });
  await expect(laboratory(page, ROTATION).locator(".gauge")).toContainText("2.9 of 2.83 s, unstable");
});

test("all methods of the set run from the same point at the same step", async ({ page }) => {
  const on = ["explicitEuler", "symplecticEuler", "symplecticEulerAdjoint", "rungeKutta2", "implicitMidpoint"];
  await open(page, `?rotation.timeStepSize=0.5&${on.map((key) => `rotation.${key}=on`).join("&")}`);
  await steps(page, ROTATION, 7);
  const [h, n] = [0.5, 7];
  // with a step (x, y) ← (x − h y, y + h x), where the first or the second takes the other's new value
  let [first, second] = [
    [1, 0],
    [1, 0],
  ];
  for (let step = 0; step < n; step++) {
    const x = first[0] - h * first[1];
    first = [x, first[1] + h * x];
    const y = second[1] + h * second[0];
    second = [second[0] - h * y, y];
  }
  const growth = [1 + h ** 2, 1 + h ** 4 / 4, 1 - h ** 6 / 72 + h ** 8 / 576, 1 / (1 + h ** 2)];
  const [explicit, second4, fourth, implicit] = growth.map((squared) => squared ** (n / 2));
  const shown = await legend(page, ROTATION);
  for (const [name, radius] of /** @type {const} */ ([
    ["Explicit Euler", explicit],
    ["Runge-Kutta 2", second4],
    ["Runge-Kutta 4", fourth],
    ["Implicit Euler", implicit],
    ["Implicit midpoint", 1],
    ["exact", 1],
  ])) {
    expect(shown[name], name).toBe(`${Number(radius.toPrecision(3))} m`);
  }
  const symplectic = [first, second].map(([x, y]) => `${Number(Math.hypot(x, y).toPrecision(3))} m`).sort();
  expect([shown["Symplectic Euler"], shown["… positions first"]].sort()).toEqual(symplectic);
});

test("every method that the scene offers has a box, and a line of its own, by its dash alone where colours are forced", async ({
  page,
  browserName,
}) => {
  await open(page);
  const lab = laboratory(page, ROTATION);
  const lines = await lab.evaluate((node) => {
    const { parameters } = /** @type {SpringLab} */ (node);
    const method = parameters.find(({ key }) => key === "method");
    return method && "options" in method ? method.options.map(({ value, label }) => ({ value, label })) : [];
  });
  for (const { label } of lines.filter(({ value }) => value !== "exact")) {
    await lab.getByRole("checkbox", { name: `+ ${label}`, exact: true }).check();
  }
  await expect.poll(async () => Object.keys(await legend(page, ROTATION)).length).toBe(lines.length);
  const looks = await lab
    .locator(".legend li:visible svg path")
    .evaluateAll((paths) =>
      paths.map((path) => `${getComputedStyle(path).stroke} ${path.getAttribute("stroke-dasharray")}`),
    );
  expect(looks).toHaveLength(lines.length);
  for (const look of looks) expect(look).not.toContain("none");
  expect(new Set(looks).size).toBe(looks.length);
  if (browserName !== "chromium") return; // a test can't force colours in Firefox
  const { own, system } = await forced(page);
  expect(new Set(own["--panel"]), "halos").toEqual(new Set([system.Canvas]));
  expect(own["--ink"]).toEqual([system.CanvasText]);
  expect(own["--accent"]).toEqual([system.LinkText]);
  expect(own["--on-accent"], "numbers on discs").toEqual([system.Canvas]);
  expect(new Set([system.Canvas, system.CanvasText, system.LinkText]).size).toBe(3);
  const plots = await page.locator("spring-lab .legend").evaluateAll((legends) =>
    legends.map((legend) =>
      [...legend.querySelectorAll("li:not([hidden]) path")].map((path) => ({
        stroke: getComputedStyle(path).stroke,
        dash: String(path.getAttribute("stroke-dasharray")),
      })),
    ),
  );
  expect(plots.map((curves) => curves.length)).toEqual([2, lines.length]);
  for (const curves of plots) {
    for (const { stroke } of curves) expect([system.CanvasText, system.LinkText]).toContain(stroke);
    expect(new Set(curves.map(({ dash }) => dash)).size, "dashes").toBe(curves.length);
  }
  const rails = await page.locator("spring-lab .gauged > .rail").evaluateAll((nodes) =>
    nodes.map((node) => {
      const { forcedColorAdjust, backgroundImage } = getComputedStyle(node);
      return [forcedColorAdjust, ...(backgroundImage.match(/\brgb\([^)]*\)/g) ?? [])];
    }),
  );
  expect(rails.length).toBeGreaterThan(1);
  for (const rail of rails) {
    expect(rail[0]).toBe("none");
    expect(rail, "plain, and stripes").toEqual(
      expect.arrayContaining([system.CanvasText, system.LinkText, system.Canvas]),
    );
  }
});

/** Forces the reader's colours on the page: those that roles of the laboratories then have, and those of the system. @param {Page} page */
async function forced(page) {
  await page.emulateMedia({ forcedColors: "active" });
  const exact = page.locator("spring-lab .legend path[style*='--exact']").first();
  await exact.scrollIntoViewIfNeeded(); // what nobody sees is not drawn
  await expect(exact).not.toHaveAttribute("stroke-dasharray", "");
  return page.evaluate(() => {
    const probe = document.createElement("span");
    probe.style.forcedColorAdjust = "none";
    const colour = (/** @type {Element} */ parent, /** @type {string} */ text) => {
      parent.append(probe);
      probe.style.color = text;
      return getComputedStyle(probe).color;
    };
    const roots = [...document.querySelectorAll("spring-lab")].map((lab) => lab.shadowRoot?.firstElementChild);
    const roles = ["--panel", "--ink", "--accent", "--on-accent"].map((role) => [
      role,
      [...new Set(roots.map((root) => colour(/** @type {Element} */ (root), `var(${role})`)))],
    ]);
    const names = ["Canvas", "CanvasText", "LinkText"].map((name) => [name, colour(document.body, name)]);
    probe.remove();
    return {
      own: /** @type {Record<string, string[]>} */ (Object.fromEntries(roles)),
      system: /** @type {Record<string, string>} */ (Object.fromEntries(names)),
    };
  });
}

test("a box adds and removes a method, with what it has done so far", async ({ page }) => {
  await open(page);
  const lab = laboratory(page, ROTATION);
  await steps(page, ROTATION, 10);
  expect(Object.keys(await legend(page, ROTATION))).toEqual([
    "Explicit Euler",
    "Runge-Kutta 4",
    "Implicit Euler",
    "exact",
  ]);
  const before = await picture(page, ROTATION);
  await lab.getByRole("checkbox", { name: "+ Runge-Kutta 2" }).check();
  await expect.poll(async () => (await legend(page, ROTATION))["Runge-Kutta 2"]).toBe("1 m");
  expect(await picture(page, ROTATION)).not.toBe(before);
  await lab.getByRole("checkbox", { name: "+ Runge-Kutta 2" }).uncheck();
  await expect.poll(() => picture(page, ROTATION)).toBe(before);
  await lab.getByRole("checkbox", { name: "+ Implicit Euler" }).uncheck();
  await expect.poll(async () => Object.keys(await legend(page, ROTATION))).not.toContain("Implicit Euler");
});

test("dragging the point gives all methods a new start, and the exact circle goes through it", async ({ page }) => {
  await open(page, "?rotation.timeStepSize=0.5&rotation.implicitEuler=off");
  await steps(page, ROTATION, 5);
  const canvas = laboratory(page, ROTATION).locator("canvas").first();
  await canvas.scrollIntoViewIfNeeded();
  const from = await massOnScreen(page, ROTATION);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 30, { steps: 4 });
  await page.mouse.up();
  const start = (await point(page, ROTATION)).radius;
  const radius = `${Number(start.toPrecision(3))} m`;
  await expect(canvas).toHaveAccessibleDescription(
    `The exact circle has a radius of ${radius}. From the centre: Runge-Kutta 4 ${radius}, Explicit Euler ${radius}.`,
  );
  await steps(page, ROTATION, 4);
  const shown = await legend(page, ROTATION);
  const growth = 1 - 0.5 ** 6 / 72 + 0.5 ** 8 / 576;
  expect(shown["Runge-Kutta 4"]).toBe(`${Number((start * growth ** 2).toPrecision(3))} m`);
  expect(shown.exact).toBe(radius);
  await canvas.focus();
  await page.keyboard.press("ArrowLeft");
  const moved = Number((await point(page, ROTATION)).radius.toPrecision(3));
  await expect(canvas).toHaveAccessibleDescription(new RegExp(`^The exact circle has a radius of ${moved} m\\.`));
});

test("the stages of the next step are drawn for the methods that have them", async ({ page }) => {
  await open(page, "?rotation.timeStepSize=1&rotation.rungeKutta4=off&rotation.implicitEuler=off");
  const box = laboratory(page, ROTATION).getByRole("checkbox", { name: "Stages of the next step" });
  await laboratory(page, ROTATION).scrollIntoViewIfNeeded();
  for (const [method, has] of /** @type {const} */ ([
    ["explicit-euler", true],
    ["runge-kutta-2", true],
    ["heun", true],
    ["runge-kutta-4", true],
    ["leapfrog", false],
    ["implicit-euler", false],
  ])) {
    await set(page, ROTATION, { method, stages: "off" });
    const without = await picture(page, ROTATION);
    await box.check();
    await set(page, ROTATION, {}); // until it is drawn
    expect((await picture(page, ROTATION)) !== without, method).toBe(has);
  }
});

test("the step of the stages leads where the next step goes", async ({ page }) => {
  await open(page, "?rotation.timeStepSize=0.6&rotation.rungeKutta4=off&rotation.implicitEuler=off&rotation.stages=on");
  for (const method of ["explicit-euler", "runge-kutta-2", "runge-kutta-4"]) {
    await set(page, ROTATION, { method });
    await laboratory(page, ROTATION).getByRole("button", { name: "Restart" }).click();
    await steps(page, ROTATION, 0);
    const end = await ring(page, `--${method}`);
    await set(page, ROTATION, { stages: "off" });
    await steps(page, ROTATION, 1);
    const next = await massOnScreen(page, ROTATION);
    // the ring is drawn over, in part
    expect(Math.hypot(end.x - next.x, end.y - next.y), method).toBeLessThan(4);
    await set(page, ROTATION, { stages: "on" });
  }
});

/** The end of what is drawn in a colour that is farthest from the point. @param {Page} page @param {string} property */
async function ring(page, property) {
  const from = await massOnScreen(page, ROTATION);
  const canvas = laboratory(page, ROTATION).locator("canvas").first();
  const box = await canvas.boundingBox();
  if (!box) throw new Error("the picture is not on the screen");
  const start = { x: from.x - box.x, y: from.y - box.y };
  const end = await canvas.evaluate(
    (node, { property, start }) => {
      const canvas = /** @type {HTMLCanvasElement} */ (node);
      const probe = document.createElement("span");
      probe.style.color = `var(${property})`;
      document.body.append(probe);
      const [r, g, b] = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? [];
      probe.remove();
      const ratio = canvas.width / canvas.clientWidth;
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
        copy.getContext("2d", { willReadFrequently: true })
      );
      context.drawImage(canvas, 0, 0);
      const { data, width } = context.getImageData(0, 0, canvas.width, canvas.height);
      let far = { x: 0, y: 0, distance: 0 };
      for (let i = 0; i < data.length; i += 4) {
        if (data[i] !== r || data[i + 1] !== g || data[i + 2] !== b) continue;
        const [x, y] = [((i / 4) % width) / ratio, Math.floor(i / 4 / width) / ratio];
        const distance = Math.hypot(x - start.x, y - start.y);
        if (distance > far.distance) far = { x, y, distance };
      }
      // the far side of a ring of 5 px
      const inwards = 5 / far.distance;
      return { x: far.x + inwards * (start.x - far.x), y: far.y + inwards * (start.y - far.y) };
    },
    { property, start },
  );
  return { x: box.x + end.x, y: box.y + end.y };
}

test("a method of the set that runs away stops alone", async ({ page }) => {
  await open(page, "?rotation.timeStepSize=3&rotation.method=implicit-midpoint&rotation.explicitEuler=on");
  await steps(page, ROTATION, 60);
  const lab = laboratory(page, ROTATION);
  await expect(lab.getByRole("alert")).toBeEmpty();
  expect((await point(page, ROTATION)).radius).toBeCloseTo(1, 12);
  // a laboratory is drawn when it is known to be seen, which may be later than two frames
  await expect
    .poll(async () => Object.keys(await legend(page, ROTATION)))
    .toEqual(["Implicit Euler", "Implicit midpoint", "exact"]);
  await expect(lab.locator("canvas").first()).toHaveAccessibleDescription(
    /Explicit Euler ran away, Runge-Kutta 4 ran away/,
  );
  await lab.getByRole("button", { name: "Restart" }).click();
  await steps(page, ROTATION, 1);
  expect((await legend(page, ROTATION))["Explicit Euler"]).toBe("3.16 m");
});

test("a bad option in the address is named by the laboratory that it is for", async ({ page }) => {
  await open(page, "?rotation.stages=maybe&decay.rate=0");
  await expect(laboratory(page, ROTATION).getByRole("alert")).toHaveText(
    'Stages of the next step must be one of off, on; "maybe" was given.',
  );
  await expect(laboratory(page, DECAY).getByRole("alert")).toHaveText(
    "Rate k must be a number from 0.01 to 100 1/s; 0 was given.",
  );
  const rate = laboratory(page, DECAY).getByRole("spinbutton", { name: "Rate k" });
  await enter(rate, "2");
  await expect(laboratory(page, DECAY).getByRole("alert")).toBeEmpty();
});

test("a legend that is longer than its place is read by keys", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page);
  const list = laboratory(page, ROTATION).getByRole("list", { name: "Legend" });
  await expect(list).toHaveAttribute("tabindex", "0");
  expect(await violations(page)).toEqual([]);
  await list.focus();
  await page.keyboard.press("End");
  await expect.poll(() => list.evaluate((node) => node.scrollTop)).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1280, height: 1100 });
  await expect(list).not.toHaveAttribute("tabindex");
});
