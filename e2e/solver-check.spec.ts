// An imported run, from the address that opens the import to the verdict.
import { expect, lessMotion, openPage, test } from "./lab.ts";

test("a run from a file is judged, and its file goes nowhere @firefox", async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "oscillator", "?import"); // the front page links to it
  await expect(page.getByRole("button", { name: "Example A" })).toBeVisible();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const lines = ["t;x;v"];
  for (let i = 0, x = 2, v = 0; i < 200; i++) {
    lines.push([0.01 * i, x, v].map((value) => value.toFixed(8).replace(".", ",")).join(";"));
    v -= 0.01 * 10 * x;
    x += 0.01 * v;
  }
  await page
    .getByLabel("File")
    .setInputFiles({ name: "mine.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) });
  await expect(page.getByText(/mine\.csv is Symplectic Euler.* with a step of 0\.01 s\..*certain/)).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Observed ω; exact" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "mine.csv" }).first()).toBeVisible();
  await page.getByRole("button", { name: "Remove the run" }).click();
  await expect(page.getByText("mine.csv")).toHaveCount(0);
  // the browser asks for the icon again when the address changes
  expect(requests.filter((url) => !url.includes("/icon-"))).toEqual([]);
});
