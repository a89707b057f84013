// Scenes without a page as laboratories, and meshes from files. Other scenes are in the full run.

import type { Page } from "@playwright/test";
import { scenes } from "../dist/lib/springlab.js";
import { PAGES } from "../tools/pages.js";
import { drag, expect, inLab, lessMotion, openLab, pause, picture, read, test, violations } from "./lab.ts";

/** An OBJ of a pyramid that hangs at its tip. */
const TENT = "v 0 1 0\nv -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nf 1 2 3\nf 1 3 4\nf 1 4 5\nf 1 5 2\n";

const positions = (page: Page) => read(page, "positions");

/** Centre of a place where the pointer shows that a mass can be dragged. */
function graspable(page: Page) {
  return inLab(page, ({ shadowRoot }) => {
    const canvas = shadowRoot?.querySelector(".picture:not(.off) canvas");
    if (!canvas) return undefined;
    const { left, top, right, bottom } = canvas.getBoundingClientRect();
    const near: { x: number; y: number }[] = [];
    for (let y = top + 8; y < bottom; y += 8) {
      for (let x = left + 8; x < right; x += 8) {
        canvas.dispatchEvent(new PointerEvent("pointermove", { clientX: x, clientY: y, pointerType: "mouse" }));
        if (canvas.classList.contains("near")) near.push({ x, y });
      }
    }
    const place = near.filter(({ x, y }) => Math.hypot(x - near[0].x, y - near[0].y) < 40);
    const mean = (axis: "x" | "y") => place.reduce((sum, at) => sum + at[axis], 0) / place.length;
    return place.length > 0 ? { x: mean("x"), y: mean("y") } : undefined;
  });
}

/** Scenes that a page shows. Its tests drag them already. */
const SHOWN = [...PAGES.map(({ path }) => path.replace(/www\/|\.html/g, "")), "decay", "rotation"];

for (const { id } of await scenes()) {
  const tag = SHOWN.includes(id) ? "@full" : [];
  test(`${id}: its laboratory loads, runs, is dragged and is accessible`, { tag }, async ({ page }) => {
    await lessMotion(page);
    await openLab(page, { scene: id });
    const lab = page.locator("spring-lab");
    await inLab(page, (lab) => lab.toggle());
    await expect.poll(() => read(page, "time")).toBeGreaterThan(0);
    await pause(page);
    await inLab(page, (lab) => lab.restart());
    const canvas = lab.locator("canvas[role=application]").first();
    await expect(canvas).toHaveAccessibleDescription(/\w.*\.$/);
    await canvas.scrollIntoViewIfNeeded();
    await expect.poll(() => graspable(page)).toBeTruthy();
    const before = await positions(page);
    await drag(page, (await graspable(page)) ?? { x: 0, y: 0 }, [30, 20]);
    expect(await positions(page)).not.toEqual(before);
    await expect(lab.getByRole("alert")).toBeEmpty();
    expect(await violations(page, "spring-lab")).toEqual([]);
  });
}

test("a scene in space can be turned, and one in the plane can not", async ({ page }) => {
  await lessMotion(page);
  await openLab(page, { scene: "chain" });
  await expect(page.getByRole("button", { name: "Turn left" })).toBeHidden();
  await openLab(page, { scene: "mesh" });
  const canvas = page.locator("spring-lab canvas").first();
  await expect(page.getByRole("button", { name: "Turn left" })).toBeVisible();
  await expect(canvas).toHaveAccessibleDescription(/\w.*\.$/); // it is drawn
  const before = await picture(page);
  await page.getByRole("button", { name: "Turn left" }).click();
  await expect.poll(() => picture(page)).not.toBe(before);
  await canvas.focus();
  const [, , z] = (await positions(page)).slice(-3);
  await page.keyboard.press("PageUp");
  expect((await positions(page)).at(-1)).toBeCloseTo(z + 0.1, 12); // roundings of a sum
  await page.keyboard.press("N"); // from the last mass to the first that is free
  await expect(canvas).toHaveAccessibleDescription(/Mass 2 is at/);
  await page.keyboard.press("P");
  await expect(canvas).toHaveAccessibleDescription(/Mass 7 is at/);
});

test("a mesh without a JSON hangs, a note says so, and its button lets it stand", async ({ page }) => {
  await openLab(page, { scene: "mesh" });
  const lab = page.locator("spring-lab");
  const note = lab.locator(".report");
  await expect(note).toBeHidden(); // the cube is no file
  await lab
    .getByLabel("Mesh file")
    .setInputFiles({ name: "tent.obj", mimeType: "model/obj", buffer: Buffer.from(`${TENT}f 1 1 2\nusemtl a\n`) });
  await expect(note.getByRole("status")).toHaveText(
    "No vertex is pinned, so the mesh hangs by its topmost ones. 1 edge without length was left out. 1 statement of another kind was passed over: usemtl.",
  );
  await expect(lab.getByRole("alert")).toBeEmpty();
  const fixed = () => read(page, "fixed");
  expect(await fixed()).toEqual([0]);
  await note.getByRole("button", { name: "Let it stand" }).click();
  await expect(note.getByRole("status")).toContainText("the obstacle is right below the mesh.");
  expect(await fixed()).toEqual([]);
  await expect(lab.getByLabel("Obstacle")).toHaveValue("ground");
  expect(Math.min(...(await positions(page)))).toBeGreaterThan(-2); // it fell 78 m in 4 s before
  await note.getByRole("button", { name: "Let it hang" }).press("Enter");
  await expect(note.getByRole("button", { name: "Let it stand" })).toBeFocused();
  expect(await fixed()).toEqual([0]);
  expect(await violations(page, "spring-lab")).toEqual([]);
});

test("a mesh file is chosen, or dropped on the laboratory", { tag: "@firefox" }, async ({ page }) => {
  await lessMotion(page);
  await openLab(page, { scene: "mesh" });
  const lab = page.locator("spring-lab");
  await lab
    .getByLabel("Mesh file")
    .setInputFiles({ name: "tent.obj", mimeType: "model/obj", buffer: Buffer.from(TENT) });
  await expect.poll(async () => (await positions(page)).length).toBe(15);
  const drop = (name: string, text: string) =>
    lab.evaluate(
      (lab, [name, text]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], name));
        const target = (lab.shadowRoot as ShadowRoot).querySelector(".picture");
        const options = { bubbles: true, cancelable: true, dataTransfer };
        const over = target?.dispatchEvent(new DragEvent("dragover", options));
        const outlined = lab.shadowRoot?.querySelector(".dropping") !== null;
        target?.dispatchEvent(new DragEvent("drop", options));
        return [over, outlined, lab.shadowRoot?.querySelector(".dropping") !== null];
      },
      [name, text],
    );
  expect(await drop("line.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nl 1 2 3\n")).toEqual([false, true, false]);
  await expect.poll(async () => (await positions(page)).length).toBe(9);
  await expect(page.getByRole("button", { name: "Turn left" })).toBeHidden();
  await drop("notes.txt", "hello");
  await expect(lab.getByRole("alert")).toHaveText(/^A mesh is one OBJ file, .*; "notes\.txt" was given\.$/);
  expect(await positions(page)).toHaveLength(9);
});
