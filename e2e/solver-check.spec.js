// An imported run, from the button to the verdict.
import { expect, lessMotion, openPage, test } from "./lab.js";

test("a run from a file is judged, and its file goes nowhere @firefox", async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "oscillator");
  await page.getByRole("button", { name: "Import a run" }).click();
  await expect(page.getByRole("button", { name: "Example A" })).toBeVisible();
  /** @type {string[]} */
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  const lines = ["t;x;v"];
  for (let [i, x, v] = [0, 2, 0]; i < 200; i++) {
    lines.push([0.01 * i, x, v].map((value) => value.toFixed(8).replace(".", ",")).join(";"));
    v -= 0.01 * 10 * x;
    x += 0.01 * v;
  }
  await page
    .getByLabel("File")
    .setInputFiles({ name: "mine.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) });
  await expect(page.getByText(/mine\.csv is Symplectic Euler.* with a step of 0\.01 s\..*certain/)).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Observed ω; exact" })).toBeVisible();
  expect(requests).toEqual([]);
});
