// Time in a laboratory: seeking in the saved past, *Run to*, and replays of an explosion.
import assert from "node:assert/strict";
import test from "node:test";
import { answers, Laboratory } from "./laboratory.ts";

/** State as text. */
const bits = (lab: Laboratory) => lab.simulation.snapshot().toString();

/** Text of the status for those who can't see the picture, half a second later. */
function status(lab: Laboratory) {
  lab.frames(1, 500);
  return lab.text("[role=status]");
}

/** Runs to a time, as fast as frames come. */
function runTo(lab: Laboratory, time: number) {
  lab.run.runTo(time);
  lab.frames(1).frames(Math.ceil(60 * (time + 1)));
  assert.ok(Math.abs(lab.simulation.time - time) < 1e-9, `${lab.simulation.time} s`);
}

/** Moves the time bar. @param part  of its length */
function slide(lab: Laboratory, part: number) {
  const bar = lab.one("input[aria-label=Time]");
  Object.assign(bar, { valueAsNumber: 10_000 * part }).dispatchEvent(new Event("input"));
  lab.draw();
}

/** Texts of the buttons that an explosion offers. */
const offers = (lab: Laboratory) =>
  lab
    .all("button")
    .map(({ textContent }) => String(textContent))
    .filter((text) => /^(Take|Replay)/.test(text));

/** Damper with a step beyond its limit, run until it explodes. */
async function exploded(values: Record<string, number | string> = {}) {
  const lab = await Laboratory.open("damper", { timeStepSize: 0.7, timeRate: 10, ...values });
  lab.run.play();
  lab.frames(300);
  await answers();
  assert.match(lab.draw().alert, /^The run stopped/);
  return lab;
}

test("the time bar goes back and on to the bit", async () => {
  const lab = await Laboratory.open("damper");
  runTo(lab, 8);
  assert.equal(status(lab), "Reached 8.00 s.");
  const there = bits(lab);
  slide(lab, 0.25);
  assert.ok(Math.abs(lab.simulation.time - 2) < 1e-9);
  slide(lab, 1);
  assert.equal(bits(lab), there);
  slide(lab, 0);
  assert.equal(lab.simulation.time, 0);
  lab.close();
});

test("the status says once where a run goes, pauses, arrives and is put", async () => {
  const lab = await Laboratory.open("damper");
  assert.equal(status(lab), "");
  lab.run.play();
  assert.equal(status(lab), "");
  assert.match(String(status(lab)), /^Runs from \d+\.\d\d s\.$/);
  lab.run.toggle();
  lab.draw();
  assert.match(String(status(lab)), /^Paused at \d+\.\d\d s\.$/);
  lab.run.seek(0.1);
  lab.draw();
  assert.equal(status(lab), "Gone to 0.10 s.");
  lab.close();
});

test("a change at an earlier time starts another future, and each time has the parameters of then", async () => {
  const lab = await Laboratory.open("damper");
  runTo(lab, 4);
  lab.run.seek(2);
  lab.set("damping", 1);
  runTo(lab, 3);
  lab.run.seek(1);
  lab.draw();
  assert.equal(lab.run.get("damping"), 0);
  assert.match(lab.one(".marks > *").title, /^Damping μ 1/);
  lab.run.seek(9);
  lab.draw();
  assert.equal(lab.simulation.time, 3, "the old future is gone");
  assert.equal(lab.run.get("damping"), 1);
  const plot = lab.all("canvas").map((node) => String(node.ariaLabel));
  const total = lab.legend.find(([label]) => label === "total")?.[1];
  assert.match(
    String(plot.find((words) => words.startsWith("Plot of energy"))),
    new RegExp(
      `, 0 to 3 s: kinetic .+; total [^;]+\\b${total}( at the end)?;.+ Changes: at 2 s: Damping μ 1 N·s/m\\.$`,
    ),
  );
  lab.close();
});

test("a run that goes on from a time at which a hand held the mass releases it", async () => {
  const lab = await Laboratory.open("damper");
  const { run, simulation } = lab;
  lab.step(20);
  simulation.hand.hold(1, 7, 0, 0, 0);
  for (let step = 0; step < 20; step++) run.step(1);
  simulation.hand.release(0, 0, 0);
  for (let step = 0; step < 20; step++) run.step(1);
  run.seek(0.35);
  assert.equal(simulation.positions[3], 7);
  run.play();
  lab.frames(10);
  assert.notEqual(simulation.positions[3], 7);
  run.toggle();
  const now = bits(lab);
  run.stepBack();
  run.step();
  assert.equal(bits(lab), now, "the state that is kept does not hold it either");
  lab.close();
});

test("a refused time to run to is named", async () => {
  const lab = await Laboratory.open("damper");
  const field = lab.one("input[aria-label^='Run to']");
  const enter = (value: string) => {
    Object.assign(field, { value });
    lab.one("form").dispatchEvent(new Event("submit"));
    return lab.draw().alert;
  };
  assert.equal(enter("ten"), 'The time to run to must be a number from 0 to 10000 s; "ten" was given.');
  assert.equal(field.getAttribute("aria-invalid"), "true");
  assert.equal(enter("0.5"), "");
  assert.equal(field.hasAttribute("aria-invalid"), false);
  lab.close();
});

test("the clock states the rate of a run that is late, and of no other", async () => {
  const lab = await Laboratory.open("damper");
  lab.run.play();
  lab.frames(60);
  assert.match(lab.readout("Current time"), / s$/);
  lab.frames(1, 5000);
  assert.match(lab.readout("Current time"), / s · 0\.\d+×$/);
  lab.run.toggle();
  assert.match(lab.draw().readout("Current time"), / s$/);
  lab.close();
});

test("after an explosion substeps or a shorter step are offered, and substeps keep the step as it is", async () => {
  const lab = await exploded();
  assert.deepEqual(offers(lab), ["Replay slowly", "Take Δt = 0.3 s", "Take 2 substeps"]);
  lab.button("Take 2 substeps").click();
  lab.draw();
  assert.equal(lab.alert, "");
  assert.deepEqual([lab.run.get("timeStepSize"), lab.run.get("substeps")], [0.7, "automatic"]);
  assert.equal(lab.readout("Step limit"), "2 × 0.35 of 0.632 s");
  lab.frames(300);
  assert.ok(lab.simulation.time > 20);
  lab.close();
});

test("substeps are not offered where the limit does not hold for every motion", async () => {
  const lab = await exploded({ damping: 0.5, method: "explicit-euler" });
  assert.match(String(offers(lab)), /^Replay slowly,Take Δt = [\d.]+ s$/);
  lab.close();
});

test("a slow replay ends where the run stopped, a cure runs on, and Restart explodes again", async () => {
  const lab = await exploded();
  const stopped = lab.simulation.time;
  lab.button("Replay slowly").click();
  assert.ok(lab.simulation.time < stopped);
  const width = Math.max(...lab.simulation.positions.map(Math.abs));
  assert.ok(width <= 1.5 * 6, `it begins where the scene is ${width} m wide, and was 6 m at the start`);
  assert.equal(lab.alert, "");
  lab.frames(300);
  await answers();
  assert.match(lab.alert, /^The run stopped/);
  assert.equal(lab.simulation.time, stopped);
  lab.button("Restart").click();
  assert.equal(lab.draw().alert, "");
  assert.equal(lab.run.playing, true);
  lab.frames(300);
  await answers();
  assert.match(lab.alert, /^The run stopped/);
  lab.button("Take Δt = 0.3 s").click();
  lab.frames(300);
  assert.equal(lab.alert, "");
  assert.ok(lab.simulation.time > stopped);
  lab.set("timeStepSize", 0.7).frames(300);
  assert.match(lab.alert, /^The run stopped/);
  lab.set("stiffness", 1);
  assert.equal(lab.alert, "", "any change of a parameter starts the run again");
  assert.equal(lab.run.playing, true);
  lab.close();
});

test("a run that exploded and one that ran backwards come back as they were kept", async () => {
  const lab = await exploded();
  const back = lab.run.keep();
  lab.set("timeStepSize", 0.01);
  assert.equal(lab.alert, "");
  back();
  assert.equal(lab.run.get("timeStepSize"), 0.7);
  lab.button("Restart").click();
  assert.equal(lab.simulation.time, 0);
  lab.close();
  const other = await Laboratory.open("oscillator");
  other.step(100).button("Backwards").click();
  const { time } = other.simulation;
  const restore = other.run.keep();
  other.set("stiffness", 9).run.restart();
  restore();
  assert.equal(other.draw().simulation.time, time);
  assert.equal(other.button("Forwards").textContent, "Forwards");
  assert.ok(other.step(1).simulation.time < time);
  other.close();
});

test("a cure is that of the present explosion, although the answer about an earlier one comes later", async () => {
  const cloth = { width: 6, height: 5, method: "symplectic-euler", timeStepSize: 0.05 };
  const explode = async (stiffness: number) => {
    const lab = await Laboratory.open("cloth", { ...cloth, stiffness });
    lab.run.play();
    lab.frames(300);
    assert.match(lab.alert, /^The run stopped/);
    return lab;
  };
  const one = await explode(1000);
  await answers();
  const expected = offers(one);
  one.close();
  const lab = await explode(4000);
  lab.set("stiffness", 1000).frames(300);
  assert.match(lab.alert, /^The run stopped/);
  assert.deepEqual(offers(lab), ["Replay slowly"]);
  const replay = lab.button("Replay slowly");
  await answers();
  assert.deepEqual(offers(lab), expected);
  assert.equal(lab.button("Replay slowly"), replay, "a button that stays keeps the focus");
  lab.close();
});
