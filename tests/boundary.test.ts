// The wasm boundary under bad input: views that do no harm, and calls that leave nothing locked.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation, scenes } from "../dist/lib/springlab.js";
import { fuzz } from "./fuzz/calls.ts";
import { MEMBERS, ownerOf } from "./members.ts";

test("random calls with any JavaScript values are answered or refused, and a refusal changes no byte", async () => {
  assert.ok((await fuzz(1, 2)) > 100);
});

test("after garbage is written into its views a simulation goes on, or stops with a sentence", async () => {
  const garbage = [Number.NaN, Number.POSITIVE_INFINITY, 1e308, -0, -1e308, 5e-324, 1e9, 999];
  for (const { id } of await scenes()) {
    for (const value of garbage) {
      const simulation = await createSimulation(id, id === "cloth" ? { width: 6, height: 5 } : {});
      const start = simulation.snapshot();
      const tried = (...calls: (() => unknown)[]) => {
        for (const call of calls) {
          try {
            call();
          } catch (error) {
            assert.match(String(error), /^Error: (?!The simulation failed)[^\n]*\.$/, `${id}, ${value}`);
          }
        }
      };
      for (const key of MEMBERS) {
        tried(() => {
          const shown = ownerOf(simulation, key)[key];
          if (ArrayBuffer.isView(shown)) (shown as Float64Array).fill(value);
        });
      }
      const written = simulation.snapshot();
      tried(
        () => simulation.step(2),
        () => simulation.hand.hold(0, 0.1, 0, 0, 0.1),
        () => simulation.step(2),
        () => simulation.analysis.spectrum(),
        () => simulation.analysis.modes(),
        () => simulation.analysis.matrices(),
        () => simulation.analysis.convergence(0.1, 2),
        () => simulation.analysis.stableRange("stiffness"),
        () => simulation.history.goTo(simulation.history.moment()),
        () => simulation.hand.cut(0),
        () => simulation.history.reverse(),
        () => simulation.step(2),
      );
      simulation.restore(simulation.snapshot());
      simulation.restore(written);
      assert.ok(Buffer.from(simulation.snapshot()).equals(written), `${id}, ${value}`);
      for (const key of MEMBERS) tried(() => ownerOf(simulation, key)[key]);
      simulation.restore(start);
      simulation.step(1);
      simulation.free();
    }
  }
});

test("a view is empty once its array is gone, and writing into it changes no other simulation", async () => {
  const mesh = ["v 0 0 0\nv 1 0 0\nl 1 2\n", ""];
  const reshaped = (simulation: any) => {
    const rope = simulation.history.moment();
    simulation.set("shape", "cloth");
    return rope;
  };
  for (const [scene, end, prepare] of [
    ["damper", (simulation) => simulation.free()],
    ["damper", (simulation) => simulation.restart()],
    ["verlet", (simulation) => simulation.set("shape", "cloth")],
    ["damper", (simulation) => simulation.restore(simulation.snapshot())],
    ["verlet", (simulation, rope) => simulation.history.goTo(rope), reshaped],
    ["mesh", (simulation) => simulation.system.loadMesh(...mesh)],
  ] as [string, (simulation: any, prepared?: any) => void, ((simulation: any) => any)?][]) {
    const simulation = await createSimulation(scene);
    const prepared = prepare?.(simulation);
    const { velocities, positions } = simulation;
    end(simulation, prepared);
    for (const view of [positions, velocities]) {
      assert.equal(view.length, 0, String(end));
      view[0] = 1e300;
    }
    const others = await Promise.all(["mesh", "cloth", "verlet"].map((id) => createSimulation(id)));
    for (const other of others) {
      other.step(10);
      other.free();
    }
    simulation.free();
  }
});

test("arguments that throw or call back leave the simulation unchanged and unlocked", async () => {
  const boom = () => {
    throw new Error("mine");
  };
  class Bytes extends Uint8Array {
    get length() {
      return boom();
    }
  }
  const none = "The snapshot was refused: the bytes are not a snapshot.";
  const noState = "The state was refused: it is not from a simulation with these parameters, springs and links.";
  const list = (key: string, kind: string) => `${key} must be a list of at most 16777216 numbers; ${kind} was given.`;
  const noMoment = (kind: string) => `moment must be what moment() returned and is not freed; ${kind} was given.`;
  const cases = [
    [
      "a transferred snapshot",
      (simulation) => {
        const snapshot = simulation.snapshot();
        structuredClone(snapshot, { transfer: [snapshot.buffer] });
        simulation.restore(snapshot);
      },
      none,
    ],
    ["a proxy of one", (simulation) => simulation.restore(new Proxy(simulation.snapshot(), {})), none],
    ["a proxy that throws", (simulation) => simulation.restore(new Proxy(Bytes.of(), { getPrototypeOf: boom })), none],
    ["a subclass", (simulation) => simulation.restore(new Bytes(9)), none],
    [
      "a transferred state",
      (simulation) => {
        const state = simulation.history.state();
        structuredClone(state, { transfer: [state.buffer] });
        simulation.history.setState(state);
      },
      noState,
    ],
    ["a state of another", (simulation) => simulation.history.setState(simulation.history.state().slice(8)), noState],
    ["all memory that there is", (simulation) => simulation.restore(new Uint8Array(simulation.positions.buffer)), none],
    [
      "a length that is none",
      (simulation) => simulation.restore(Object.defineProperty(simulation.snapshot(), "length", { value: 8 })),
      none,
    ],
    ["2 GB", (simulation) => simulation.restore(new Uint8Array(2 ** 31)), none],
    [
      "2 GB of numbers",
      (simulation) => simulation.analysis.measure(new Float64Array(2 ** 28), [1]),
      list("times", "float64array"),
    ],
    ["no list", (simulation) => simulation.analysis.measure([1], null), list("values", "null")],
    [
      "a length that throws",
      (simulation) => simulation.analysis.measure(Object.defineProperty({}, "length", { get: boom })),
      "mine",
    ],
    [
      "numbers in disguise",
      (simulation) => simulation.analysis.measure([{ valueOf: boom, toString: boom }], [1]),
      "times must be a number from -1000000000 to 1000000000; NaN was given.",
    ],
    [
      "a getter",
      (simulation) => simulation.system.setSpring(0, Object.defineProperty({}, "k", { get: boom, enumerable: true })),
      "mine",
    ],
    [
      "a getter that calls back",
      (simulation) =>
        simulation.system.setSpring(
          0,
          Object.defineProperty({}, "k", { get: () => simulation.step(-1), enumerable: true }),
        ),
      "number of steps must be a whole number from 0 to 1000000; -1 was given.",
    ],
    [
      "a Map",
      (simulation) => simulation.system.setSpring(0, new Map()),
      "own must be an object of keys and values; map was given.",
    ],
    [
      "a freed moment",
      (simulation) => {
        const moment = simulation.history.moment();
        moment.free();
        moment.free();
        simulation.history.goTo(moment);
      },
      noMoment("object"),
    ],
    ["no moment", (simulation) => simulation.history.goTo(null), noMoment("null")],
    [
      "a text as long as texts can be",
      (simulation) => simulation.set("k".repeat(2 ** 29 - 24), 1),
      "A text has at most 134217728 characters; 536870888 were given.",
    ],
  ] as [string, (simulation: any) => unknown, string][];
  for (const [what, action, message] of cases) {
    const simulation = await createSimulation("mesh");
    simulation.step(1);
    const before = simulation.snapshot();
    assert.throws(() => action(simulation), { name: "Error", message }, what);
    assert.deepEqual(simulation.snapshot(), before, what);
    simulation.step(1);
    simulation.free();
  }
});

test("a call without stack does not lock its simulation, and others go on", async () => {
  const [simulation, other] = await Promise.all([createSimulation("pair"), createSimulation("pair")]);
  const dig = () => {
    simulation.step(1);
    dig();
  };
  assert.throws(dig, /RangeError/);
  simulation.free();
  simulation.free();
  other.step(1);
  other.free();
});

test("a call that breaks off says why, and ends its simulation only", async () => {
  const [simulation, other] = await Promise.all([createSimulation("cloth"), createSimulation("cloth")]);
  const { entries } = Object;
  try {
    // the engine calls it to read the argument of setSpring
    Object.entries = () => {
      throw new RangeError("no stack left");
    };
    const message = "The simulation failed and can't go on: RangeError: no stack left";
    assert.throws(() => simulation.system.setSpring(0, { stiffness: 5 }), { name: "Error", message });
  } finally {
    Object.entries = entries;
  }
  const ended = "The simulation failed in an earlier call and has no step any more.";
  assert.throws(() => simulation.step(1), { name: "Error", message: ended });
  simulation.free();
  other.step(1);
  other.free();
});

test("a call with missing or wrong arguments is refused in a sentence, and the simulation goes on", async () => {
  const simulation = (await createSimulation("mesh")) as any;
  const drawing = simulation.system.draw(9, 9, [1, 1, 5, 0, 0, -5, 0, 0], [1e9, 1, 0, 0, 0, 255], [], []);
  const moment = simulation.history.moment();
  const fair = [0, 1, "stiffness", [1], {}, new Uint8Array(9)];
  const any = [undefined, null, "", Number.NaN, true, 5n, Symbol("s"), () => {}, Object.create(null), ...fair];
  const groups = [simulation.analysis, simulation.hand, simulation.history, simulation.system];
  for (const object of [simulation, ...groups, moment, drawing]) {
    for (const [key, { value: method }] of Object.entries(
      Object.getOwnPropertyDescriptors(Object.getPrototypeOf(object)),
    )) {
      if (/^(__|constructor|free)/.test(key) || method === undefined) continue;
      const before = simulation.snapshot();
      for (const given of [[], ...any.map((value) => [value]), ...any.map((value) => [0, value])]) {
        const what = `${key}(${given.map((value) => typeof value)})`;
        try {
          object[key](...given);
          if (!["snapshot", "state", "moment"].includes(key)) simulation.restore(before);
        } catch (error) {
          assert.match(String(error), /^Error: (?!The \w+ failed)[^\n]+\.$/, what);
          assert.ok(Buffer.from(simulation.snapshot()).equals(before), what);
        }
      }
    }
  }
  simulation.step(1);
});

test("a simulation that ends while its arguments are read refuses the call in a sentence", async () => {
  const simulation = (await createSimulation("mesh")) as any;
  const own = {
    get stiffness() {
      simulation.free();
      return 5;
    },
  };
  const message = "The simulation was freed and has no setSpring any more.";
  assert.throws(() => simulation.system.setSpring(0, own), { name: "Error", message });
});

test("a method without its object is refused in a sentence", async () => {
  const simulation = (await createSimulation("damper")) as any;
  const { step } = simulation;
  assert.throws(() => step(1), { message: "step must be called on a simulation, not on undefined." });
  const moment = simulation.history.moment();
  assert.throws(() => step.call(moment, 1), { message: "step must be called on a simulation, not on object." });
  simulation.step(1);
});

test("parameters that are no object of keys and values are refused", async () => {
  const call = createSimulation as any;
  for (const [given, kind] of [
    [null, "null"],
    [new Map([["mass", 1]]), "map"],
    [[1], "array"],
    ["mass", "string"],
  ]) {
    const message = `parameters must be an object of keys and values; ${kind} was given.`;
    await assert.rejects(call("damper", given), { name: "Error", message });
  }
});

test("bad drawing parameters are refused in a sentence, and a drawing is put into a context", async () => {
  const simulation = (await createSimulation("cloth", { width: 4, height: 3 })) as any;
  const view = [10, 10, 50, 0, 0, -50, 0, 0];
  const stroke = [1e9, 1, 0, 0, 0, 255];
  const before = simulation.snapshot();
  for (const [given, message] of [
    [[0, 9, view, stroke, [], []], "width must be a whole number from 1 to 16384; 0 was given."],
    [[9, 1e9, view, stroke, [], []], "height must be a whole number from 1 to 16384; 1000000000 was given."],
    [[9, 9, [1], stroke, [], []], "length of view must be a whole number from 8 to 8; 1 was given."],
    [[9, 9, view, [1, 2, 3], [], []], "number of strokes must be a whole number from 1 to 100; 0.5 was given."],
    [[9, 9, view, stroke, [4], []], "length of masses must be a whole number from 5 to 5; 1 was given."],
    [[9, 9, view, stroke, [], [1, 2]], "length of positions must be a whole number from 36 to 36; 2 was given."],
    [[9, 9, null, stroke, [], []], "view must be a list of at most 16777216 numbers; null was given."],
  ] as [unknown[], string][])
    assert.throws(() => simulation.system.draw(...given), { name: "Error", message });
  assert.deepEqual(simulation.snapshot(), before);
  const drawing = simulation.system.draw(100, 100, view, stroke, [4, 0, 0, 0, 255], []);
  // Node has no canvas
  const message = "context must be that of a canvas for two dimensions.";
  for (const context of [undefined, {}, { putImageData: 1 }])
    assert.throws(() => drawing.put(context), { name: "Error", message });
  // nor ImageData
  let kept = undefined as any;
  const context = { putImageData: (image: unknown) => (kept = image) };
  const { ImageData } = globalThis;
  Reflect.set(
    globalThis,
    "ImageData",
    class {
      constructor(data: Uint8ClampedArray) {
        Reflect.set(this, "data", data);
      }
    },
  );
  drawing.put(context);
  Reflect.set(globalThis, "ImageData", ImageData);
  assert.ok(kept.data.some((part: number) => part > 0));
  drawing.free();
  drawing.free();
  assert.equal(kept.data.length, 0, "a view that is kept shows no memory of others");
  assert.throws(() => drawing.put({}), { message: "The drawing was freed and has no put any more." });
  simulation.step(1);
  simulation.free();
});
