// Predictions: the answer appears after a choice or a number, and its run begins.
import { expect, inLab, lessMotion, openPage, parameter, test, violations } from "./lab.ts";

test("a choice shows the answer and starts its run, by keys", { tag: "@firefox" }, async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "stability");
  const question = page.locator("#steps-too-long");
  const answer = question.locator(".answer");
  await expect(question.getByRole("radio")).toHaveCount(3);
  await expect(answer).toBeHidden();
  await question.getByRole("radio").first().focus();
  await page.keyboard.press("Space");
  await expect(answer).toBeVisible();
  await expect(question.locator(".verdict")).toHaveText("The answer is: It jumps from side to side and grows.");
  await expect.poll(() => parameter(page, "timeStepSize")).toBe(2.5);
  await question.getByRole("radio", { name: /grows/ }).check();
  await expect(question.locator(".verdict")).toHaveText("You are right.");
  expect(await violations(page)).toEqual([]);
});

test("a number is compared with the run's, and a text that is none is refused", async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "eulers");
  const question = page.locator("#tenth-of-the-step");
  const field = question.getByRole("textbox");
  const verdict = question.locator(".verdict");
  await field.fill("many");
  await field.press("Enter");
  await expect(verdict).toHaveText('Predict a number, for example 2.5; "many" is none.');
  await expect(question.locator(".answer")).toBeHidden();
  await field.fill("2");
  await field.press("Enter");
  await expect(verdict).toHaveText("You said 2 times, and the answer is 20 times.");
  await expect.poll(() => inLab(page, (lab) => lab.get("timeStepSize"))).toBe(0.005);
  await field.fill("18");
  await field.press("Enter");
  await expect(verdict).toHaveText(/well predicted/);
});

test("a drawn curve lies in the plot beside the run, with the distance, by pointer and by keys", {
  tag: "@firefox",
}, async ({ page }) => {
  await openPage(page, "eulers");
  const question = page.locator("#draw-energy");
  const pad = question.getByRole("application");
  const verdict = question.locator(".verdict");
  const predict = question.getByRole("button", { name: "Predict" });
  await predict.click();
  await expect(verdict).toHaveText("Draw a curve first.");
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await pad.boundingBox()) as NonNullable<Awaited<ReturnType<typeof pad.boundingBox>>>;
  await page.mouse.move(x + 2, y + (5 / 6) * height); // 10 J of 0 to 60 J
  await page.mouse.down();
  await page.mouse.move(x + width - 2, y + 0.5 * height, { steps: 8 });
  await page.mouse.up();
  await pad.press("ArrowUp");
  await predict.click();
  await expect(question.locator(".answer")).toBeVisible();
  const kinds = () => inLab(page, (lab) => lab.runs.map(({ kind, name }) => `${kind} ${name}`));
  await expect.poll(kinds).toEqual(["live Explicit Euler", "imported Your prediction"]);
  // the straight line from 10 J to 30 J is 2 J from 10 J · 1.64^t on average
  await expect(verdict).toHaveText(
    /^On average your curve is [1-4](\.\d+)? J away from the run, which spans 34(\.\d)? J\.$/,
    {
      timeout: 20_000,
    },
  );
  await predict.click();
  await expect.poll(kinds).toEqual(["live Explicit Euler", "imported Your prediction"]);
  expect(await violations(page)).toEqual([]);
});

test("one key shows the answer without a prediction", async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "damper");
  const question = page.locator("#more-damping");
  await question.getByRole("radio").first().focus();
  await page.keyboard.press("a");
  await expect(question.locator(".answer")).toBeVisible();
  await expect(question.locator(".verdict")).toBeEmpty();
});
