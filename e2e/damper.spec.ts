// The element on the page of the damper: pointer, keys, address, files, and when it rests.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import {
  colored,
  drag,
  enter,
  expect,
  frames,
  lessMotion,
  massOnScreen,
  openDamper,
  openPage,
  passed,
  pause,
  read,
  saved,
  test,
} from "./lab.ts";

test("runs at once, and pauses, resumes, steps and restarts by buttons whose labels follow", {
  tag: "@firefox",
}, async ({ page }) => {
  await openDamper(page);
  await expect.poll(() => read(page, "time")).toBeGreaterThan(0.5);
  await expect.poll(async () => (await read(page, "positions"))[3], "it swings").toBeLessThan(6);
  await expect(page.getByLabel("Time per sim. step")).toHaveText(/^[1-9]\d*(\.\d+)? (ns|µs)$/);
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
  await drag(page, mass, [-40, -40], { held: true });
  await page.keyboard.press("r");
  await page.mouse.move(mass.x - 60, mass.y - 60, { steps: 3 });
  await expect.poll(async () => (await read(page, "velocities"))[3]).not.toBe(0);
  expect((await read(page, "positions"))[4]).toBe(0);
  await page.mouse.up();
});

test("keys act wherever the focus is, but not in a field", async ({ page }) => {
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

test("the mass is dragged, also beyond the edge of the picture, and holds still in hand", { tag: "@firefox" }, async ({
  page,
}) => {
  await openDamper(page);
  await pause(page);
  await page.keyboard.press("r");
  const mass = await massOnScreen(page);
  await drag(page, { x: mass.x + 6, y: mass.y }, [-56, -60], { held: true });
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

test("the mass is thrown with the pointer's velocity while time runs", async ({ page }) => {
  await openDamper(page, "?stiffness=0&timeRate=1");
  // a pointer that pauses before its release throws nothing, so moves don't wait for the page
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

test("Ctrl and the wheel zoom at the pointer, drags and keys move the picture, the wheel alone scrolls", {
  tag: "@firefox",
}, async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 });
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

/**
 * Moves the picture by pointer, keys and buttons until the mass has left it.
 * @param mass  its place in the whole picture
 */
async function movesPicture(page: Page, mass: { x: number; y: number }) {
  const moved = async (dx: number, dy: number, how: string) => {
    const { x, y } = await massOnScreen(page);
    // the centre computed from the disc's pixels is exact to half a pixel
    expect(Math.hypot(x - mass.x - dx, y - mass.y - dy), how).toBeLessThan(1);
  };
  const { x, y } = mass;
  await expect(page.getByRole("button", { name: "Move left" })).toBeHidden();
  await drag(page, { x: x - 100, y: y + 60 }, [-60, 20]);
  await moved(-60, 20, "beside the mass");
  await page.keyboard.down("Shift");
  await drag(page, { x: x - 60, y: y + 20 }, [-60, 20]);
  await page.keyboard.up("Shift");
  await moved(-120, 40, "with Shift, over the mass");
  await drag(page, { x: x - 120, y: y + 40 }, [-60, 20], { button: "middle" });
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

test("the address carries what differs from the defaults, and a reload gives it back", async ({ page }) => {
  await lessMotion(page);
  await openDamper(page, "?Stiffness=8,0&method=runge-kutta-4");
  await expect(page.getByRole("spinbutton", { name: "Stiffness" })).toHaveValue("8");
  await expect(page.getByRole("combobox")).toHaveValue("runge-kutta-4");
  const damping = page.getByRole("spinbutton", { name: "Damping" });
  await enter(damping, "0.7");
  const stiffness = page.getByRole("spinbutton", { name: "Stiffness" });
  await enter(stiffness, "5");
  await expect(page).toHaveURL(/\?damping=0\.7&method=runge-kutta-4$/);
  await page.reload();
  await expect(damping).toHaveValue("0.7");
  await page.getByRole("button", { name: "Reset all" }).click();
  await expect(damping).toHaveValue("0.5");
  await expect(page).toHaveURL(/damper\.html$/);
});

test("takes no steps while it is out of view", async ({ page }) => {
  await openPage(page, "stability");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  // the browser reports a little later that it is out of view
  await expect.poll(() => passed(page, () => read(page, "time"))).toBe(0);
  const before = await read(page, "time");
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(() => read(page, "time")).toBeGreaterThan(before);
});

test("pauses when reduced motion is asked for while it runs", async ({ page, browserName }) => {
  test.skip(browserName === "firefox", "its driver does not tell a page that is open");
  await openDamper(page);
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
});

test("starts paused where reduced motion is asked for, and still draws", { tag: "@firefox" }, async ({ page }) => {
  await lessMotion(page);
  await openDamper(page);
  await frames(page, 10);
  expect(await read(page, "time")).toBe(0);
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  expect((await massOnScreen(page)).x).toBeGreaterThan(0);
});

test("a paused picture is repainted when the colour scheme changes", async ({ page }) => {
  await openDamper(page);
  await pause(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(async () => (await massOnScreen(page)).x).toBeGreaterThan(0);
});

test("CSV has data, units, parameters and version, and PNG has picture, values and plot", { tag: "@firefox" }, async ({
  page,
}) => {
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
  await expect(page.getByText('In Python: pandas.read_csv("springlab-damper.csv", comment="#")')).toBeVisible();
  const sheet = await saved(page, page.getByRole("button", { name: "Spreadsheet" }));
  expect(sheet.name).toBe("springlab-damper-spreadsheet.tsv");
  expect(sheet.bytes.toString()).toContain(`\n${names.join("\t")}\n`);
  expect(names.slice(0, 5)).toEqual(["time [s]", "kinetic [J]", "elastic [J]", "dissipated [J]", "total [J]"]);
  expect(names.slice(5, 7)).toEqual(["work of the hand [J]", "made by the method [J]"]);
  expect(names.slice(-2), "it moves along x alone").toEqual(["x [m]", "vx [m/s]"]);
  expect(new Set(names).size).toBe(names.length);
  expect(lines).toContain("# a sample every 0.01 s and at every change");
  const rows = lines.slice(head + 1).map((line) => line.split(",").map(Number));
  expect(rows.every((row) => row.length === names.length && !row.some(Number.isNaN))).toBe(true);
  const last = rows[rows.length - 1];
  const time = last[0];
  const energy = await read(page, "energy");
  const positions = await read(page, "positions");
  const velocities = await read(page, "velocities");
  expect([time, last[4]]).toEqual([await read(page, "time"), energy.total]);
  expect(last.slice(-2)).toEqual([positions[3], velocities[3]]);
  await page.getByRole("combobox").selectOption("Runge-Kutta 4");
  const changed = await saved(page, page.getByRole("button", { name: "CSV" }));
  expect(changed.bytes.toString().split("\n")).toContain(`# at ${Number(time.toPrecision(12))} s: Runge-Kutta 4`);
  const shown = await page.locator(".legend output").allTextContents();
  expect(shown[3], "in the legend").toBe(`${energy.total.toFixed(2)} J`);
  const png = await saved(page, page.getByRole("button", { name: "PNG" }));
  expect(png.name).toBe("springlab-damper.png");
  expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
  const [width, height] = [16, 20].map((place) => png.bytes.readUInt32BE(place));
  const picture = await page.locator("canvas").first().boundingBox();
  const plot = await page.locator(".plot canvas").first().boundingBox();
  expect(width).toBe(Math.round(picture?.width ?? 0));
  const title = 60; // least height in px of the title and a row of values
  expect(height, "title, values, picture and plot").toBeGreaterThan(
    (picture?.height ?? 0) + ((plot?.height ?? 0) / (plot?.width ?? 1)) * width + title,
  );
});
