// Sliders and fields, with their marks, buttons and explanations.
import { enter, expect, lessMotion, openDamper, openMore, openPage, parameter, test } from "./lab.ts";

/** Diameter of the thumb in px. The thumb's middle moves over the rest of the slider's width. */
const THUMB = 18;

test("a mouse drags the thumb by pixels, from where it takes hold of it", { tag: "@firefox" }, async ({ page }) => {
  await lessMotion(page);
  await openDamper(page);
  const slider = page.getByRole("slider", { name: "Stiffness k" });
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  if (!box) throw new Error("the slider is not on the screen");
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  await page.mouse.move(x + 3, y);
  await page.mouse.down();
  expect(await parameter(page, "stiffness"), "holding it changes nothing").toBe(5);
  const values = [5];
  for (let pixel = 1; pixel <= 20; pixel++) {
    await page.mouse.move(x + 3 + pixel, y);
    values.push(Number(await parameter(page, "stiffness")));
  }
  await page.mouse.up();
  for (const [i, value] of values.slice(1).entries()) {
    expect(value).toBeGreaterThan(values[i]);
    expect(value / values[i]).toBeLessThanOrEqual(1.0201);
  }
  await expect(slider).toBeFocused();
  // a click elsewhere on the track moves the thumb there: three quarters from 0.5 to 50 N/m
  await page.mouse.click(box.x + THUMB / 2 + 0.75 * (box.width - THUMB), y);
  expect(Number(await parameter(page, "stiffness")) / (0.5 * 100 ** 0.75)).toBeCloseTo(1, 1);
});

test("one press or a double click leads back to the default", async ({ page }) => {
  await lessMotion(page);
  await openDamper(page);
  const slider = page.getByRole("slider", { name: "Stiffness" });
  const field = page.getByRole("spinbutton", { name: "Stiffness" });
  const back = page.getByRole("button", { name: "Back to 5 N/m" });
  await expect(back).toBeHidden();
  await enter(field, "8");
  // relative to the field, because a click may scroll the page
  const place = async () => {
    const track = await slider.boundingBox();
    const number = await field.boundingBox();
    if (!track || !number) throw new Error("the control is not on the screen");
    return [track.x - number.x, track.y - number.y, track.width].map(Math.round);
  };
  const before = await place();
  await back.click();
  await expect(field).toHaveValue("5");
  await expect(back).toBeHidden();
  await expect(slider).toBeFocused();
  expect(await place()).toEqual(before);
  await slider.press("ArrowRight");
  await expect(field).toHaveValue("5.1");
  await slider.locator("..").dblclick({ position: { x: 30, y: 10 } });
  await expect(field).toHaveValue("5");
});

test("a parameter's effect and whole range are shown by keys and clicks", async ({ page }) => {
  await lessMotion(page);
  await openDamper(page);
  const ask = page.getByRole("button", { name: "About Mass", exact: true });
  const text = page.locator("#mass-effect");
  await expect(text).toBeHidden();
  await ask.press("Enter");
  await expect(text).toBeVisible();
  await expect(text).toHaveText("A heavier mass swings slower and allows longer steps. 1e−9 to 100 kg; at first 0.5.");
  await page.keyboard.press("Escape");
  await expect(text).toBeHidden();
  await ask.click();
  await expect(text).toBeInViewport();
});

test("a control without effect is disabled, says why, and keeps its place", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await lessMotion(page);
  await openPage(page, "cloth", "?friction=0.7&windDirection=30");
  await openMore(page);
  const friction = page.getByRole("spinbutton", { name: "Friction" });
  const reason = page.locator("#friction-note");
  const places = () =>
    page.evaluate(() => {
      const controls = document.querySelector("spring-lab")?.shadowRoot?.querySelectorAll(".parameters .control") ?? [];
      const top = controls[0].getBoundingClientRect().y;
      return [...controls]
        .map((control) => control.getBoundingClientRect())
        .map(({ x, y }) => [x, y - top].map(Math.round));
    });
  const before = await places();
  await expect(friction).toBeDisabled();
  await expect(friction).toHaveValue("0.7");
  await expect(friction).toHaveAccessibleDescription(/there is no obstacle/);
  await expect(page.getByRole("slider", { name: "Friction" })).toBeDisabled();
  await expect(reason).toHaveText("there is no obstacle");
  await expect(page.getByRole("combobox", { name: "Implicit equations" })).toBeDisabled();
  // no reason is cut off
  const cut = await page.evaluate(() =>
    [...(document.querySelector("spring-lab")?.shadowRoot?.querySelectorAll(".idle small") ?? [])]
      .filter(
        (note) =>
          note.textContent === "" || note.scrollWidth > note.clientWidth || note.getBoundingClientRect().height > 32,
      )
      .map((note) => note.id),
  );
  expect(cut).toEqual([]);
  // a press on the track does nothing
  const track = page.getByRole("slider", { name: "Friction" }).locator("..");
  await track.click({ position: { x: 30, y: 10 }, force: true });
  expect(await parameter(page, "friction")).toBe(0.7);
  await page.getByRole("combobox", { name: "Obstacle" }).selectOption("ground");
  await expect(friction).toBeEnabled();
  await expect(reason).not.toHaveText("there is no obstacle");
  await page.getByRole("combobox", { name: "Time integration method" }).selectOption("implicit-euler");
  await expect(page.getByRole("combobox", { name: "Implicit equations" })).toBeEnabled();
  await expect(page.locator("#solver-note")).toBeEmpty();
  expect(await places()).toEqual(before);
  await expect(page.locator("#windDirection-note")).toHaveText("nothing resists the air");
  await enter(page.getByRole("spinbutton", { name: "Air resistance" }), "0.01");
  await expect(page.locator("#windDirection-note")).toHaveText("there is no wind");
  await enter(page.getByRole("spinbutton", { name: /^Wind$/ }), "3");
  await expect(page.getByRole("spinbutton", { name: "Wind direction" })).toBeEnabled();
});

test("controls fit into 280 px", async ({ page }) => {
  await page.setViewportSize({ width: 280, height: 740 });
  await lessMotion(page);
  await openPage(page, "cloth");
  await openMore(page);
  const beyond = await page.evaluate(() => {
    const panel = document.querySelector("spring-lab")?.shadowRoot?.querySelector(".parameters");
    const right = panel?.getBoundingClientRect().right ?? 0;
    return [...(panel?.querySelectorAll("*:not([popover])") ?? [])]
      .filter((node) => node.getBoundingClientRect().right > right + 0.5)
      .map((node) => node.outerHTML.slice(0, 80));
  });
  expect(beyond).toEqual([]);
});
