// Predictions: the answer appears after a choice or a number, and its run begins.
import { expect, inLab, lessMotion, openPage, parameter, test, violations } from "./lab.js";

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
  await expect(question.getByRole("status")).toHaveText("The answer is: It jumps from side to side and grows.");
  await expect.poll(() => parameter(page, "timeStepSize")).toBe(2.5);
  await question.getByRole("radio", { name: /grows/ }).check();
  await expect(question.getByRole("status")).toHaveText("You are right.");
  expect(await violations(page)).toEqual([]);
});

test("a number is compared with the run's, and a text that is none is refused", async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "eulers");
  const question = page.locator("#tenth-of-the-step");
  const [field, verdict] = [question.getByRole("textbox"), question.getByRole("status")];
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

test("one key shows the answer without a prediction", async ({ page }) => {
  await lessMotion(page);
  await openPage(page, "damper");
  const question = page.locator("#more-damping");
  await question.getByRole("radio").first().focus();
  await page.keyboard.press("a");
  await expect(question.locator(".answer")).toBeVisible();
  await expect(question.getByRole("status")).toBeEmpty();
});
