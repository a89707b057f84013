// The message about a run that exploded, with the remedies that it offers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { History } from "../www/lab/history.js";
import { remedy, substeps } from "../www/lab/remedy.js";
import { open, settled } from "./laboratory.js";

const { Explosion } = await import("../www/lab/explosion.js");
const { Message } = await import("../www/lab/message.js");

/** The demo's method and step, too long with this damping. */
const TOO_LONG = { timeStepSize: 0.005, method: "symplectic-euler", damping: 15 };

test("the message says why the run stopped and offers remedies, however its steps fall into frames", async (t) => {
  /** @type {unknown[]} */
  const said = [];
  for (const steps of [1, 7, 50]) {
    const lab = await open(t, "cloth", TOO_LONG);
    const message = new Message();
    const history = new History({
      runners: () => [lab.simulation],
      lived: () => lab.simulation.time,
      stepSize: () => 0.005,
      step: lab.step,
      changed: () => {},
    });
    history.restart();
    const set = /** @type {[string, number | string][]} */ ([]);
    const replays = /** @type {number[]} */ ([]);
    const explosion = new Explosion({
      ...{ scene: "cloth", simulation: lab.simulation, settings: lab.settings, methods: lab.lab.methods },
      ...{ history, message },
      replay: (good, head) => replays.push(good, head),
      set: (key, value) => set.push([key, value]),
    });
    while (!explosion.now) {
      history.leave(false);
      try {
        lab.step(steps);
        history.arrive();
      } catch (error) {
        explosion.begin(error, true);
      }
    }
    await settled();
    const [cause, text, offers] = message.element.children;
    const buttons = /** @type {HTMLButtonElement[]} */ ([...offers.children]);
    for (const button of buttons) button.onclick?.(/** @type {any} */ (undefined));
    said.push([cause.textContent, text.textContent, buttons.map((button) => button.textContent), set]);
    assert.ok(explosion.ran);
    const [good, head] = replays;
    // the last step at which the scene is at most 1.5 times as wide as at the start
    assert.deepEqual([good.toFixed(3), head.toFixed(3)], ["0.360", "0.415"]);
    explosion.end();
    assert.equal(cause.textContent, "");
    explosion.destroy();
    history.destroy();
  }
  assert.deepEqual(said[0], [
    "The time step of 0.005 s is 1.07 times Symplectic Euler's limit of 0.00469 s; the motion grew 1.34-fold per step.",
    "The run stopped at t = 0.415 s: the motion left the scene.",
    ["Replay slowly", "Take Δt = 0.001 s", "Take 2 substeps"],
    [
      ["timeStepSize", 0.001],
      ["substeps", "automatic"],
    ],
  ]);
  assert.deepEqual(said[1], said[0]);
  assert.deepEqual(said[2], said[0]);
});

test("the remedy is half the limit in one digit, or implicit Euler where no step is short enough", async (t) => {
  const { settings, lab } = await open(t, "cloth");
  const take = (/** @type {number} */ step, /** @type {number} */ limit) =>
    remedy(step, limit, settings.all, lab.methods);
  assert.deepEqual(take(0.005, 0.00469), { key: "timeStepSize", value: 0.002, text: "Take Δt = 0.002 s" });
  assert.deepEqual(take(0.001, 0.01), { key: "timeStepSize", value: 0.0005, text: "Take Δt = 0.0005 s" });
  assert.deepEqual(take(0.005, 0), { key: "method", value: "implicit-euler", text: "Take Implicit Euler" });
  assert.equal(remedy(0.005, 0, settings.all, []), undefined);
});

test("more substeps are offered where they help", async (t) => {
  const { settings } = await open(t, "cloth");
  assert.deepEqual(substeps({ substeps: 1, enoughSubsteps: 3 }, settings.all), {
    ...{ key: "substeps", value: "automatic", text: "Take 3 substeps" },
  });
  assert.equal(substeps({ substeps: 3, enoughSubsteps: 3 }, settings.all), undefined);
  assert.equal(substeps({ substeps: 1 }, settings.all), undefined);
  assert.equal(substeps({ substeps: 1, enoughSubsteps: 3 }, []), undefined);
});

test("a message stays until its own subject succeeds, names parameters as the page does, and keeps its buttons", () => {
  const message = new Message();
  message.names = new Map([["mass", "Mass m"]]);
  const heard = /** @type {string[]} */ ([]);
  message.told = (subject, sentence) => heard.push(`${subject}: ${sentence}`);
  const refuse = (/** @type {string} */ sentence) => () => {
    throw new Error(sentence);
  };
  const [, text, offers] = message.element.children;
  assert.equal(message.attempt("mass", refuse("mass must be a number.")), false);
  assert.equal(
    message.attempt("damping", () => {}),
    true,
  );
  assert.equal(text.textContent, "Mass m must be a number.");
  message.attempt("mass", refuse("mass must be a number."));
  message.offer("run", "the run stopped.", [{ text: "Again", action: () => {} }]);
  const [again] = offers.children;
  assert.equal(text.textContent, "Mass m must be a number. The run stopped.");
  message.offer("run", "the run stopped.", [
    { text: "Again", action: () => {} },
    { text: "Less", action: () => {} },
  ]);
  assert.equal(offers.children[0], again);
  assert.equal(offers.children.length, 2);
  assert.equal(
    message.attempt("mass", () => {}),
    true,
  );
  assert.equal(text.textContent, "The run stopped.");
  message.clear();
  assert.deepEqual([text.textContent, offers.children.length], ["", 0]);
  assert.deepEqual(heard, ["mass: Mass m must be a number.", "run: The run stopped."]);
});
