// Moments: a run at one time as JSON or as an address, which goes on to the same bits.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { scenes } from "../dist/lib/springlab.js";
import { until } from "./dom.ts";
import { mutatedText } from "./fuzz/files.ts";
import { randoms } from "./fuzz/random.ts";
import { Laboratory } from "./laboratory.ts";

const { entriesOf, MAX_ADDRESS, unpacked } = await import("../www/sharing.ts");

/** Runs to compare, and other changes, for scenes that have them. */
const CHANGES: Record<string, [string, Record<string, number | string>]> = {
  damper: ["explicit-euler time-step-size=0.0137 verlet,damping=1", { damping: 0.3 }],
  cloth: ["implicit-euler", { strain: "on" }],
  oscillator: ["runge-kutta-4", { stiffness: 7 }],
  resonance: ["damping=1", { mass: 2, split: "off" }],
  pair: ["", { damping: 0.5 }],
  verlet: ["time-step-size=0.0137", { beside: "springs" }], // a run beside, and a compared one
  rotation: ["", { explicitEuler: "on" }],
};

/** Scenes whose moments are too large for an address. */
const LARGE = ["cloth", "drape", "verlet"];

/** A laboratory in motion: compared runs, a change on the way, and a mass that was thrown. */
async function moved(scene: string) {
  const lab = await Laboratory.open(scene);
  const [words, values] = CHANGES[scene] ?? ["", {}];
  lab.page.compare(words);
  lab.step(3);
  for (const [key, value] of Object.entries(values)) lab.set(key, value);
  lab.step(2);
  const last = lab.simulation.positions.length / 3 - 1;
  const [x, y, z] = lab.simulation.positions.subarray(3 * last);
  lab.run.act(() => {
    lab.simulation.hand.hold(last, x + 0.1, y + 0.01, z, 0);
    lab.simulation.hand.release(0.2, 0, 0);
  });
  return lab.step(4);
}

/** Fingerprints of the states of all runs; references begin anew. */
const bits = ({ run }: Laboratory) =>
  run.motion.saved.map(({ simulation }) => createHash("sha1").update(simulation.snapshot()).digest("hex"));

const stored = (lab: Laboratory) => JSON.parse(JSON.stringify(lab.page.moment));

for (const { id } of await scenes()) {
  test(`${id}: a moment goes on to the same bits as the run that it is of`, async () => {
    const lab = await moved(id);
    const other = await Laboratory.open(id);
    other.step(2);
    const moment = stored(lab);
    assert.equal(other.page.resume(moment), true, other.draw().alert);
    assert.deepEqual([bits(other), other.run.settings.values], [bits(lab), lab.run.settings.values]);
    assert.equal(other.page.comparison.words, lab.page.comparison.words);
    assert.equal(other.run.playing, false);
    for (const one of [lab, other]) one.run.step(8); // enough that a run that is behind takes one more
    assert.deepEqual(bits(other), bits(lab));
    const element = { runs: lab.page.runs } as any;
    const [[key, text]] = (await entriesOf(element, moment, [])) ?? [["moment", "x".repeat(MAX_ADDRESS)]];
    assert.deepEqual([key, text.length < MAX_ADDRESS], ["moment", !LARGE.includes(id)], `${text.length} characters`);
    if (!LARGE.includes(id)) assert.deepEqual(await unpacked(text), moment);
    lab.close();
    other.close();
  });
}

test("a moment that is reached by its settings is a time to run to, and one after a change is not", async () => {
  const lab = await Laboratory.open("damper", { damping: 1 });
  lab.page.compare("explicit-euler time-step-size=0.0137");
  const entries = () => entriesOf({ runs: lab.page.runs } as any, stored(lab), [["damping", "1"]]);
  lab.step(70);
  assert.deepEqual(await entries(), [["damping", "1"], ["run-to", "0.7"]]); // biome-ignore format: pairs
  const other = await Laboratory.open("damper", { damping: 1 });
  other.page.compare(lab.page.comparison.words);
  other.run.runTo("0.7");
  other.frames(60);
  assert.deepEqual(bits(other), bits(lab));
  lab.set("damping", 2).set("damping", 1).step(1);
  assert.equal((await entries())?.at(-1)?.[0], "run-to", "it came back before a step");
  lab.set("damping", 2).step(1).set("damping", 1).step(1);
  assert.equal((await entries())?.at(-1)?.[0], "moment");
  lab.close();
  other.close();
});

test("what is no moment of this laboratory is refused in a sentence, and all stays", async () => {
  const lab = await moved("damper");
  const cloth = await Laboratory.open("cloth");
  const moment = stored(lab);
  const before = bits(lab);
  const [own, , led] = moment.state;
  for (const [given, sentence] of [
    [undefined, /^The moment was refused: it is none of Springlab's\.$/],
    [[1], /^The moment was refused: it is none of Springlab's\.$/],
    [{ ...moment, springlab: { toString: 5 } }, /^The moment was refused: it has version a value of type object,/],
    [{ ...moment, scene: { toString: 5 } }, /^The moment was refused: it is of the scene a value of type object,/],
    [{ ...moment, springlab: 2 }, /^The moment was refused: it has version 2, and this is version 1\.$/],
    [stored(cloth), /^The moment was refused: it is of the scene "cloth", and this is "damper"\.$/],
    [{ ...moment, state: [] }, /^The moment was refused: it is damaged\.$/],
    [{ ...moment, state: own }, /^The moment was refused: it is damaged\.$/],
    [{ ...moment, state: ["?"] }, /^The moment was refused: it is damaged\.$/],
    [{ ...moment, state: [own, led.slice(0, -8)] }, /^The snapshot was refused: it is damaged\.$/],
    [{ ...moment, state: [own] }, /^The moment was refused: it lacks the state of a run\.$/],
    [{ ...moment, state: cloth.page.moment?.state }, /^The snapshot was refused: it is of the scene "cloth"/],
    [{ ...moment, state: [own, own, own, own] }, /^The moment was refused: .+ is not what its state has\.$/],
    [{ ...moment, compare: "nonsense" }, /^Compare must have words of .+; "nonsense" was given\.$/],
    [{ ...moment, parameters: { damping: 2 } }, /^The moment was refused: damping = 2 is not what its state has\.$/],
    [{ ...moment, parameters: { timeRate: 99 } }, /^Speed must be a number from 0\.01 to 10 ×; 99 was given\.$/],
    [{ ...moment, parameters: { speed: 1 } }, /^The moment was refused: there is no parameter "speed"\.$/],
  ] as [any, RegExp][]) {
    assert.equal(lab.page.resume(given), false);
    assert.match(lab.draw().alert, sentence);
    assert.deepEqual([bits(lab), lab.run.motion.span[0]], [before, 0], String(sentence));
  }
  lab.run.settings.arrange({ locked: true, controls: ["damping"] });
  assert.equal(lab.page.resume(moment), false);
  assert.equal(lab.page.moment, undefined);
  assert.match(lab.draw().alert, /^The moment was refused: some parameters are locked here\.$/);
  lab.close();
  cloth.close();
});

test("a link to a moment that was cut off, is too long or unpacks to megabytes says so", async () => {
  const lab = await moved("damper");
  const before = bits(lab);
  const element = { runs: lab.page.runs } as any;
  const [[, text]] = (await entriesOf(element, stored(lab), [])) ?? [];
  const huge = deflateRawSync(Buffer.alloc(14e6, "[")).toString("base64url");
  const began = process.hrtime.bigint();
  for (const [link, reason] of [
    ["%%%", /its link was cut off or changed on the way/],
    ...[1, 2, 3, 50, 700].map((less) => [text.slice(0, -less), /its link was cut off or changed on the way/]),
    ["A".repeat(1e5), /its link has 100000 characters for it, and at most 20000 are read/],
    [huge, /its link unpacks to more than 1 MB/],
  ] as [string, RegExp][]) {
    assert.equal(lab.page.resume(await unpacked(link)), false);
    assert.match(lab.draw().alert, reason);
    assert.deepEqual(bits(lab), before);
  }
  assert.ok(huge.length < 20_000, `${huge.length}`);
  assert.ok(process.hrtime.bigint() - began < 2_000_000_000n);
  lab.close();
});

test("mutated moments are refused in a sentence and change no bit, or are taken and run", async () => {
  const lab = await moved("damper");
  const [text, other] = [lab, await moved("verlet")].map((one) => JSON.stringify(one.page.moment));
  const choices = randoms(7);
  const count = { taken: 0, refused: 0 };
  for (let i = 0; i < 300; i++) {
    const before = bits(lab);
    const mutant = mutatedText(text, other, choices);
    const files = [{ name: "a.springlab.json", text: mutant }];
    await lab.page.open(Promise.resolve(files));
    lab.draw();
    if (lab.alert === "") {
      count.taken += 1;
      lab.step(2);
    } else {
      count.refused += 1;
      assert.match(lab.alert, /^[A-Z].+\.$/s, mutant);
      assert.deepEqual(bits(lab), before, mutant);
    }
  }
  assert.ok(count.taken > 10 && count.refused > 100, JSON.stringify(count));
  lab.close();
});

test("files are told apart by their endings and contents", async () => {
  const lab = await Laboratory.open("damper");
  const mesh = await Laboratory.open("mesh");
  const open = async (one: Laboratory, name: string, text: string) => {
    await one.page.open(Promise.resolve([{ name, text }]));
    return one.draw().alert;
  };
  lab.step(5);
  const damper = JSON.stringify(stored(lab));
  lab.step(5);
  assert.equal(await open(lab, "saved (1).json", damper), "");
  assert.ok(Math.abs(lab.simulation.time - 0.05) < 1e-12);
  lab.step(5);
  const files = [new File([damper], "a.springlab.json")];
  lab.element.dispatchEvent(Object.assign(new Event("drop"), { dataTransfer: { types: ["Files"], files } }));
  await until(() => Math.abs(lab.simulation.time - 0.05) < 1e-12);
  assert.match(await open(mesh, "a.json", damper), /it is of the scene "damper", and this is "mesh"\.$/);
  assert.match(await open(mesh, "a.json", "{}"), /^A mesh is one OBJ file/);
  assert.match(await open(lab, "a.springlab.json", "{"), /^The moment was refused: it is damaged\.$/);
  assert.match(await open(lab, "a.csv", "t,x"), /./);
  assert.ok(Math.abs(lab.simulation.time - 0.05) < 1e-12);
  lab.close();
  mesh.close();
});

test("what is kept comes back in every run, also in motion and beside the laboratory's", async () => {
  for (const scene of ["pair", "verlet", "rotation", "follower"]) {
    const lab = await moved(scene);
    const before = bits(lab);
    const back = lab.run.keep();
    lab.set("timeStepSize", 0.02).step(3);
    back();
    assert.deepEqual(bits(lab), before, scene);
    lab.close();
  }
});

test("what is kept is not given to a run that is compared since", async () => {
  const lab = await moved("damper");
  lab.page.compare("verlet");
  const [own] = bits(lab);
  const back = lab.run.keep();
  lab.page.compare("implicit-euler");
  lab.step(3);
  back();
  const [live, other] = lab.run.motion.runners.map(({ simulation }) => simulation);
  assert.equal(bits(lab)[0], own);
  assert.deepEqual([other.get("method"), other.time], ["implicit-euler", live.time]);
  lab.close();
});
