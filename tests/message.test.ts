// The message of a laboratory, and the remedies that it offers after an explosion.
import assert from "node:assert/strict";
import { test } from "node:test";
import { methods, scenes } from "../dist/lib/springlab.js";
import { Messages } from "../www/lab/model/messages.ts";
import { remedy, substeps } from "../www/lab/model/remedy.ts";
import { about, CAUSE, LONG_STEP, RUN } from "../www/lab/model/subject.ts";
import { messageView } from "../www/lab/views/message.ts";
import "./dom.ts";

const { parameters = [] } = (await scenes()).find(({ id }) => id === "cloth") ?? {};

test("the remedy is half the limit in one digit, or implicit Euler where no step is short enough", async () => {
  const all = await methods();
  const take = (step: number, limit: number) => remedy(step, limit, parameters, all);
  assert.deepEqual(take(0.005, 0.00469), { key: "timeStepSize", value: 0.002, text: "Take Δt = 0.002 s" });
  assert.deepEqual(take(0.001, 0.01), { key: "timeStepSize", value: 0.0005, text: "Take Δt = 0.0005 s" });
  assert.deepEqual(take(0.005, 0), { key: "method", value: "implicit-euler", text: "Take Implicit Euler" });
  assert.equal(remedy(0.005, 0, parameters, []), undefined);
});

test("more substeps are offered where they help", () => {
  const few = { substeps: 1, enoughSubsteps: 3 };
  assert.deepEqual(substeps(few, parameters), { key: "substeps", value: "automatic", text: "Take 3 substeps" });
  assert.equal(substeps({ substeps: 3, enoughSubsteps: 3 }, parameters), undefined);
  assert.equal(substeps({ substeps: 1 }, parameters), undefined);
  assert.equal(substeps(few, []), undefined);
});

test("a sentence stays until its own subject succeeds, and names parameters as the page does", () => {
  const message = new Messages();
  message.names = new Map([["mass", "Mass m"]]);
  const heard = [] as string[];
  message.reported = (subject, sentence) => heard.push(`${subject}: ${sentence}`);
  const refuse = (sentence: string) => () => {
    throw new Error(sentence);
  };
  const [, text, offers] = messageView(message).children;
  assert.equal(message.attempt("mass", refuse("mass must be a number.")), false);
  assert.equal(
    message.attempt("damping", () => {}),
    true,
  );
  assert.equal(text.textContent, "Mass m must be a number.");
  message.attempt("mass", refuse("mass must be a number."));
  message.offer(RUN, "the run stopped.", [{ text: "Again", action: () => {} }]);
  assert.equal(text.textContent, "Mass m must be a number. The run stopped.");
  assert.equal(
    message.attempt("mass", () => {}),
    true,
  );
  assert.equal(text.textContent, "The run stopped.");
  message.clear();
  assert.deepEqual([text.textContent, offers.children.length], ["", 0]);
  assert.deepEqual(heard, ["mass: Mass m must be a number.", "run: The run stopped."]);
});

test("a parameter or attribute with the name of another subject is a subject of its own", () => {
  const message = new Messages();
  const heard = [] as string[];
  message.reported = (subject) => heard.push(subject);
  const view = messageView(message);
  const [cause, text] = view.children;
  for (const name of ["step", "cause", "run", "picture"]) message.report(name, `There is no parameter "${name}".`);
  message.report(CAUSE, "Too long a step.");
  message.report(LONG_STEP, "Computing …");
  message.attempt(RUN, () => {});
  message.attempt(about("picture"), () => {});
  message.clear(LONG_STEP);
  assert.equal(cause.textContent, "Too long a step.");
  for (const name of ["step", "cause", "run", "picture"]) assert.match(text.textContent, new RegExp(`"${name}"`));
  assert.deepEqual(heard, ["step", "cause", "run", "picture", "cause"]);
  assert.ok(![...view.classList].includes("calm"));
});
