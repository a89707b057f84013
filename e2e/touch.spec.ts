// Touch, which tests can send only to Chromium.
import {
  expect,
  fingers,
  inLab,
  lessMotion,
  massOnScreen,
  openDamper,
  openMore,
  parameter,
  read,
  windowTest as test,
} from "./lab.ts";

test.use({ hasTouch: true, isMobile: true, viewport: { width: 400, height: 700 } });

const scrolled = (page: import("@playwright/test").Page) => page.evaluate(() => scrollY);

test.beforeEach(async ({ page }) => {
  await lessMotion(page);
  await openDamper(page);
  await page.waitForTimeout(200);
});

test("a finger on the mass drags it, one beside it scrolls the page, and two zoom the picture", async ({ page }) => {
  const { move, lift } = await fingers(page);
  const { x, y } = await massOnScreen(page);
  await move([{ from: { x: x + 20, y }, by: [-50, 50] }], { held: true });
  const [, , , massX, massY] = await read(page, "positions");
  expect(massX).toBeLessThan(5.5);
  expect(massY).toBeLessThan(-0.5);
  await lift();
  expect(await scrolled(page)).toBe(0);
  await page.getByRole("button", { name: "Restart" }).tap();
  await move([
    { from: { x: x - 180, y: y + 50 }, by: [20, 0] },
    { from: { x: x - 100, y: y + 50 }, by: [-20, 0] },
  ]);
  await page.waitForTimeout(100);
  expect((await massOnScreen(page)).x).toBeLessThan(x - 10);
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  await move([{ from: { x: x - 150, y: y + 60 }, by: [0, -160] }]);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(40);
  expect((await read(page, "positions"))[3]).toBe(6);
});

test("a pinch that begins on the mass puts it back", async ({ page }) => {
  const { move } = await fingers(page);
  const { x, y } = await massOnScreen(page);
  await move([{ from: { x, y }, by: [-20, 20] }], { held: true });
  await move([
    { from: { x: x - 20, y: y + 20 }, by: [20, 0] },
    { from: { x: x - 120, y: y + 20 }, by: [-20, 0] },
  ]);
  expect((await read(page, "positions")).slice(3)).toEqual([6, 0, 0]);
});

test("a finger that scrolls over a slider leaves its value, and one along it changes it", async ({ page }) => {
  const { move } = await fingers(page);
  await openMore(page);
  const place = (key: string) =>
    inLab(
      page,
      ({ shadowRoot }, key) => {
        const slider = shadowRoot?.getElementById(key)?.closest(".control")?.querySelector(".slider");
        slider?.scrollIntoView({ block: "center" });
        const { x = 0, y = 0, width = 0, height = 0 } = slider?.getBoundingClientRect() ?? {};
        return { from: { x: x + 0.3 * width, y: y + height / 2 }, scroll: scrollY };
      },
      key,
    );
  for (const key of ["stiffness", "damping", "mass"]) {
    const before = await parameter(page, key);
    const { from, scroll } = await place(key);
    await move([{ from, by: [24, -120] }]); // a swipe that is not quite vertical
    await expect.poll(() => scrolled(page), key).toBeGreaterThan(scroll + 20);
    expect(await parameter(page, key), key).toBe(before);
  }
  await place("stiffness");
  // the page scrolls on for a while after the last swipe
  const rests = async () => {
    const before = await scrolled(page);
    await page.waitForTimeout(300);
    return (await scrolled(page)) === before;
  };
  await expect.poll(rests).toBe(true);
  const { from, scroll } = await place("stiffness");
  await move([{ from, by: [80, 0] }]);
  expect(await parameter(page, "stiffness")).not.toBe(5);
  expect(await scrolled(page)).toBe(scroll);
});

test("a finger's tap on the track sets a value", async ({ page }) => {
  const slider = page.getByRole("slider", { name: "Stiffness" }).locator("..");
  await slider.scrollIntoViewIfNeeded();
  await slider.tap({ position: { x: 60, y: 12 } });
  expect(await parameter(page, "stiffness")).toBeLessThan(5);
});

test("on a plot a finger along it puts the cursor, one across scrolls the page, and two zoom in time", async ({
  page,
}) => {
  await inLab(page, (lab) => {
    lab.pause();
    for (let i = 0; i < 400; i++) lab.step();
  });
  const plot = page.locator(".plot canvas");
  await plot.scrollIntoViewIfNeeded();
  const { move } = await fingers(page);
  const middle = async () => {
    const box = await plot.boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 3, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  const text = () => plot.getAttribute("aria-valuetext");
  const before = await scrolled(page);
  await move([{ from: await middle(), by: [2, -60] }]);
  await expect.poll(() => scrolled(page)).not.toBe(before);
  expect(await text()).toBe("no cursor");
  await move([{ from: await middle(), by: [40, 0] }]);
  await expect.poll(text).toMatch(/^\d/);
  const there = await text();
  const { x, y } = await middle();
  await move([
    { from: { x: x - 30, y }, by: [-30, 0] },
    { from: { x: x + 30, y }, by: [30, 0] },
  ]);
  expect(await text(), "two fingers leave the cursor").toBe(there);
  await page.keyboard.press("Home");
  await expect.poll(async () => Number(await plot.getAttribute("aria-valuenow")), "zoomed").toBeGreaterThan(0);
});

test("a phone shows one view at a time, by tab, by swipe and by a link, and the strip folds", async ({ page }) => {
  const tabs = page.getByRole("group", { name: "Large view" });
  const isLarge = (selector: string) => page.locator(`spring-lab .scene > ${selector}`);
  await expect(isLarge(".picture")).toBeVisible();
  await tabs.getByRole("button", { name: "energy" }).click();
  await expect(isLarge(".plot")).toBeVisible();
  await tabs.getByRole("button", { name: "picture" }).click();
  await expect(isLarge(".picture")).toBeVisible();
  const { x, y, height } = (await isLarge(".picture").boundingBox()) as { x: number; y: number; height: number };
  const { move } = await fingers(page);
  await move([{ from: { x: x + 200, y: y + 0.2 * height }, by: [-120, 5] }]);
  await expect(isLarge(".plot")).toBeVisible();
  await tabs.getByRole("button", { name: "picture" }).click();
  await inLab(page, (lab) => lab.lead("plot"));
  await expect(isLarge(".plot")).toBeVisible();
  await tabs.getByRole("button", { name: "Fold" }).click();
  await expect(isLarge(".plot")).toBeHidden();
  await tabs.getByRole("button", { name: "Unfold" }).click();
  await expect(isLarge(".plot")).toBeVisible();
});
