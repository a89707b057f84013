// Runs that are compared, on the damper's page: by two presses, and by its address.
import { expect, inLab, openPage, test, violations } from "./lab.js";

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
