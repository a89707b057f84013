// A drawn prediction: its verdict, with a laboratory that the test moves.
import assert from "node:assert/strict";
import test from "node:test";
import { frame, until } from "./dom.ts";
import "./laboratory.ts";

const { SpringQuestion } = await import("../www/spring-question.ts");

/** A laboratory whose curve rises from 0 to 2 m within a second. */
function laboratory() {
  const lab = document.createElement("div") as any;
  Object.assign(lab, {
    time: 0,
    open: async () => true,
    layCurve: (_: string, quantity: string) => {
      if (quantity !== "x") throw new Error(`There is no quantity "${quantity}".`);
    },
    curve: () => ({ times: new Float64Array([0, 1]), values: new Float64Array([0, lab.height]) }),
    height: 2,
  });
  return lab;
}

/** A question with a field to draw in, and its laboratory. */
async function ask(quantity: string) {
  const lab = laboratory();
  const all = document.querySelectorAll.bind(document);
  document.querySelectorAll = ((selector: string) => (selector === "spring-lab" ? [lab] : all(selector))) as any;
  const question = new SpringQuestion();
  const settings = { draw: quantity, unit: "m", from: "0", to: "4", until: "1" };
  for (const [name, value] of Object.entries(settings)) question.setAttribute(name, value);
  question.innerHTML = '<p class="answer">It rises.</p>';
  document.body.append(question);
  frame();
  const pad = question.querySelector("[role=application]") as Element;
  pad.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", cancelable: true }));
  const predict = [...question.querySelectorAll("button")].find(({ textContent }) => textContent === "Predict");
  (predict as HTMLButtonElement).click();
  const verdict = () => question.querySelector(".verdict")?.textContent ?? "";
  await until(() => verdict() !== "");
  const passes = (time: number) => {
    lab.time = time;
    lab.dispatchEvent(new Event("springlab-time"));
  };
  return { lab, question, verdict, passes };
}

test("the verdict of a drawn curve comes at the end of the time, and stays when the run goes on", async (t) => {
  const { lab, question, verdict, passes } = await ask("x");
  t.after(() => question.remove());
  assert.match(verdict(), /^Your curve is in the plot/);
  passes(0.9);
  assert.match(verdict(), /^Your curve is in the plot/);
  passes(1);
  const told = verdict();
  assert.match(told, /^On average your curve is .* which spans 2 m\.$/);
  lab.height = 50;
  passes(1.5);
  assert.equal(verdict(), told);
});

test("a curve of a quantity that the laboratory lacks is refused in its words, and the answer stays hidden", async (t) => {
  const { question, verdict } = await ask("y");
  t.after(() => question.remove());
  assert.equal(verdict(), 'There is no quantity "y".');
  assert.ok(question.querySelector(".answer")?.hasAttribute("hidden"));
});
