// Other runs on the damper's page: compared by two presses and by its address, and pinned.
import { expect, inLab, openPage, test, violations } from "./lab.ts";

test("three Eulers in two presses, and by the address", { tag: "@firefox" }, async ({ page }) => {
  await openPage(page, "damper");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByRole("button", { name: "Three Eulers" }).click();
  const names = () => inLab(page, (lab) => lab.runs.map(({ name, kind }) => `${kind} ${name}`));
  const three = ["live Symplectic Euler", "compared Explicit Euler", "compared Implicit Euler"];
  await expect.poll(names).toEqual(three);
  await expect(page.getByRole("group", { name: "Compared runs" }).getByRole("row")).toHaveCount(4);
  expect(await violations(page, "spring-lab")).toEqual([]);
  await expect(page).toHaveURL(/compare=explicit-euler\+implicit-euler/);
  await page.reload();
  await expect.poll(names).toEqual(three);
  expect(new Set(await inLab(page, (lab) => lab.runs.map(({ time }) => time))).size).toBe(1);
  await page.getByRole("button", { name: "Remove Explicit Euler" }).click();
  await expect(page).toHaveURL(/compare=implicit-euler/);
  await expect.poll(names).toEqual(["live Symplectic Euler", "compared Implicit Euler"]);
});

test("a pinned run stays beside the next one, is hidden, and is made live again", { tag: "@firefox" }, async ({
  page,
}) => {
  await openPage(page, "damper");
  await inLab(page, (lab) => {
    lab.pause();
    lab.set("damping", 2);
    lab.runTo(3);
  });
  await expect.poll(() => inLab(page, (lab) => lab.playing)).toBe(false);
  const time = await inLab(page, (lab) => lab.time);
  const pin = page.getByRole("button", { name: "Pin this run", exact: true });
  await pin.focus();
  await page.keyboard.press("Enter");
  const runs = () => inLab(page, (lab) => lab.runs.map(({ kind, name }) => `${kind} ${name}`));
  const both = ["live Symplectic Euler", "pinned μ = 2 N·s/m"];
  await expect.poll(runs).toEqual(both);
  await inLab(page, (lab) => {
    lab.set("damping", 0.2);
    lab.restart();
    lab.runTo(1);
  });
  await expect.poll(() => inLab(page, (lab) => lab.playing)).toBe(false);
  expect(await runs()).toEqual(both);
  const legend = page.getByRole("list", { name: "Legend" }).getByText("μ = 2 N·s/m");
  await expect(legend).toBeVisible();
  // no control is half under the picture
  await page.locator(".lab").evaluate((lab) => lab.scrollTo(0, 0));
  expect(await violations(page, "spring-lab")).toEqual([]);
  await page.getByRole("button", { name: "Show μ = 2 N·s/m" }).click();
  await expect(legend).toHaveCount(0);
  await page.getByRole("button", { name: "Make live: μ = 2 N·s/m" }).click();
  expect(await inLab(page, (lab) => [lab.get("damping"), lab.time, lab.runs.length])).toEqual([2, time, 2]);
  await expect(page).toHaveURL(/damping=2/);
});

test("runs that are pinned or compared and then removed leave no node and no listener", async ({ page }) => {
  await openPage(page, "damper");
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const listeners = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "JSEventListeners")?.value;
  };
  const round = () =>
    inLab(page, async (lab) => {
      const passed = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const buttons = [...(lab.shadowRoot as ShadowRoot).querySelectorAll("button")];
      buttons.find(({ textContent }) => textContent === "Pin this run")?.click();
      await passed();
      const remove = lab.shadowRoot?.querySelector("[aria-label^='Remove ']");
      if (remove instanceof HTMLElement) remove.click();
      lab.compare = "verlet";
      await passed();
      lab.compare = "";
      await passed();
    });
  for (let i = 0; i < 2; i++) await round();
  const before = Number(await listeners());
  for (let i = 0; i < 5; i++) await round();
  await expect.poll(listeners).toBeLessThan(before + 30); // every round left 60
});
