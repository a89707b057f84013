// Controls of parameters: what is typed into a field, and controls without effect.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Laboratory } from "./laboratory.ts";

const field = (lab: Laboratory, id: string) => lab.one(`#${id}`) as HTMLInputElement;

/** Presses a key in a field. */
const press = (node: HTMLElement, key: string) =>
  node.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));

test("a field reads decimal commas and units, and shows the number that it read", async () => {
  const lab = await Laboratory.open("damper");
  const step = field(lab, "timeStepSize");
  lab.enter("timeStepSize", "1,0 ms");
  assert.equal(step.value, "0.001");
  assert.equal(lab.run.get("timeStepSize"), 0.001);
  lab.enter("timeStepSize", "1.500,5");
  assert.equal(
    lab.alert,
    'Time step size Δt must be a number from 0.000001 to 2 s; "1.500,5" was given: write thousands without points and commas.',
  );
  assert.equal(step.getAttribute("aria-invalid"), "true");
  assert.equal(step.value, "1.500,5", "what was typed can be mended");
  press(step, "Escape");
  assert.deepEqual([lab.alert, step.value, step.hasAttribute("aria-invalid")], ["", "0.001", false]);
  press(step, "ArrowUp");
  assert.equal(step.value, "0.00102");
  step.value = "2 ms";
  press(step, "Enter");
  assert.deepEqual([step.value, lab.run.get("timeStepSize")], ["0.002", 0.002]);
  lab.close();
});

test("a control leads back to its default, and says so while it is there", async () => {
  const lab = await Laboratory.open("damper");
  lab.enter("stiffness", 8);
  const back = lab.one("[title='Back to 5 N/m']") as HTMLButtonElement;
  assert.deepEqual([back.disabled, back.className], [false, "back"]);
  back.click();
  assert.deepEqual([field(lab, "stiffness").value, back.disabled, back.className], ["5", true, "back there"]);
  lab.close();
});

test("a control without effect is disabled and says why, and its value stays", async () => {
  const lab = await Laboratory.open("cloth", { width: 6, height: 5, friction: 0.7, windDirection: 30 });
  const note = (key: string) => lab.text(`#${key}-note`);
  const disabled = (key: string) => field(lab, key).disabled;
  assert.deepEqual([disabled("friction"), field(lab, "friction").value], [true, "0.7"]);
  assert.equal(note("friction"), "there is no obstacle");
  assert.match(String(field(lab, "friction").getAttribute("aria-describedby")), /friction-note/);
  const slider = field(lab, "friction").closest(".control")?.querySelector("input[type=range]");
  assert.equal(slider?.hasAttribute("disabled"), true);
  assert.equal(disabled("solver"), true);
  assert.notEqual(note("solver"), "");
  lab.enter("obstacle", "ground");
  assert.equal(disabled("friction"), false);
  assert.notEqual(note("friction"), "there is no obstacle");
  lab.enter("method", "implicit-euler");
  assert.deepEqual([disabled("solver"), note("solver")], [false, ""]);
  assert.equal(note("windDirection"), "nothing resists the air");
  lab.enter("airResistance", 0.01);
  assert.equal(note("windDirection"), "there is no wind");
  lab.enter("wind", 3);
  assert.deepEqual([disabled("windDirection"), field(lab, "windDirection").value], [false, "30"]);
  lab.close();
});
