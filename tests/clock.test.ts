// The clock of a laboratory, on frames that the tests make.
import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";
import { Clock } from "../www/lab/model/clock.ts";

/** Frames asked for and not yet run, by id. */
const requests: Map<number, (now: number) => void> = new Map();
let id = 0;
let now = 0;
let steps = 0;
let draws = 0;

/** Time of `performance.now` in ms, which the tests set, so that no machine's speed matters. */
let watch = 0;
performance.now = () => watch;

globalThis.requestAnimationFrame = (callback) => {
  requests.set(++id, callback);
  return id;
};
globalThis.cancelAnimationFrame = (request) => {
  requests.delete(request);
};

/** Shows a frame so many ms later. */
function frame(later: number) {
  now += later;
  const due = [...requests.values()];
  requests.clear();
  for (const callback of due) callback(now);
}

function clockWith(stepSize: number) {
  return new Clock({
    stepSize: () => stepSize,
    advance: (n) => {
      steps += n;
      return n;
    },
    draw: () => {
      draws += 1;
    },
  });
}

beforeEach(() => {
  requests.clear();
  id = 0;
  now = 0;
  steps = 0;
  draws = 0;
});

test("it takes as many steps as the simulated time needs, at any refresh rate", () => {
  for (const [hertz, timeRate] of [
    [60, 1],
    [144, 1],
    [30, 1],
    [60, 0.25],
    [60, 4],
  ]) {
    const clock = clockWith(0.01);
    clock.timeRate = timeRate;
    clock.playing = true;
    frame(0);
    steps = 0;
    for (let i = 0; i < 2 * hertz; i++) frame(1000 / hertz);
    assert.ok(Math.abs(steps - 200 * timeRate) <= 1, `${hertz} Hz, time rate ${timeRate}: ${steps} steps`);
    clock.playing = false;
    frame(10);
  }
});

test("after a pause of the browser it makes up for a quarter of a second at most", () => {
  const clock = clockWith(0.01);
  clock.playing = true;
  frame(0);
  frame(60_000);
  assert.equal(steps, 25);
});

test("a clock that jumps back by an hour takes no step, and goes on from there", () => {
  const clock = clockWith(0.01);
  clock.playing = true;
  frame(0);
  frame(-3.6e6);
  assert.equal(steps, 0);
  for (let i = 0; i < 60; i++) frame(1000 / 60);
  assert.ok(Math.abs(steps - 100) <= 1, `${steps} steps in the second after`);
});

test("after long steps drawing has a frame of its own, and the next steps come in the one after", () => {
  const clock = new Clock({
    stepSize: () => 0.01,
    advance: (n) => {
      steps += n;
      watch += 40;
      return n;
    },
    draw: () => {
      draws += 1;
    },
  });
  clock.playing = true;
  frame(0);
  assert.deepEqual([steps, draws], [0, 1]);
  for (let turn = 1; turn <= 3; turn++) {
    frame(20);
    assert.deepEqual([steps, draws, requests.size], [turn, turn, 1]);
    frame(20);
    assert.deepEqual([steps, draws, requests.size], [turn, turn + 1, 1]);
  }
  frame(20);
  clock.playing = false; // the last steps are still drawn
  frame(20);
  assert.deepEqual([steps, draws, requests.size], [4, 5, 0]);
});

test("the rate of steps that take seconds is known while one is under way, too", () => {
  let under = false;
  const clock = new Clock({
    stepSize: () => 0.05,
    advance: () => {
      if (under) return 0;
      steps += 1;
      under = true;
      // taking over the finished step takes time, too
      watch += 10;
      return 1;
    },
    draw: () => {},
  });
  clock.playing = true;
  frame(0);
  for (let turn = 0; turn < 5; turn++) {
    frame(60); // the next step is due and begins
    for (let i = 0; i < 2; i++) {
      clock.redraw(); // for another reason
      frame(600);
      if (turn > 1) assert.ok(Math.abs(clock.achieved - 0.05 / 1.76) < 0.005, `${clock.achieved} under way`);
    }
    under = false;
    clock.redraw();
    frame(500);
    if (turn > 1) assert.ok(Math.abs(clock.achieved - 0.05 / 1.76) < 0.005, `${clock.achieved} when it has come`);
  }
});

test("it has one request for a frame at a time, however often it is started", () => {
  const clock = clockWith(0.01);
  for (let i = 0; i < 10; i++) {
    clock.playing = !clock.playing;
    clock.playing = true;
    clock.redraw();
    assert.equal(requests.size, 1);
  }
  frame(16);
  assert.deepEqual([requests.size, draws], [1, 1]);
});

test("while paused it draws once when asked, and takes no step", () => {
  const clock = clockWith(0.01);
  clock.redraw();
  frame(16);
  assert.deepEqual([steps, draws, requests.size], [0, 1, 0]);
});

test("the time of a pause or out of view does not count", () => {
  const clock = clockWith(0.01);
  clock.playing = true;
  frame(0);
  clock.playing = false;
  frame(10);
  clock.playing = true;
  frame(5000);
  assert.equal(steps, 0);
  clock.visible = false;
  assert.equal(requests.size, 0);
  clock.visible = true;
  frame(5000);
  assert.equal(steps, 0);
});

test("it is on time with steps longer than its averaging window, and late after five lost seconds", () => {
  const clock = clockWith(0.7);
  clock.playing = true;
  for (let i = 0; i < 200; i++) {
    frame(16);
    assert.equal(clock.achieved, 1);
  }
  frame(5000);
  assert.ok(clock.achieved < 0.25, `${clock.achieved} of five seconds`);
});

test("steps that do not fit into a frame are dropped, and it is late", () => {
  const clock = new Clock({
    stepSize: () => 0.0001,
    advance: (n) => {
      steps += n;
      watch += n;
      return n;
    },
    draw: () => {},
  });
  clock.playing = true;
  frame(0);
  frame(20);
  assert.ok(steps > 0 && steps <= 12, `${steps} steps of a millisecond in 0.6 of 20 ms`);
  for (let i = 0; i < 40; i++) frame(20);
  assert.ok(clock.achieved < 0.2, `${clock.achieved} of what was due`);
});

test("where drawing takes 60 ms, steps that take half of their time keep up, with fewer frames", () => {
  let began = 0;
  const clock = new Clock({
    stepSize: () => 0.005,
    advance: (n) => {
      watch += 2.5 * n;
      return n;
    },
    draw: () => {
      draws += 1;
      watch += 60;
    },
  });
  clock.playing = true;
  // each frame comes as soon as the one before is done
  for (let i = 0; i < 200; i++) {
    frame(watch - began);
    began = now;
  }
  assert.ok(clock.achieved > 0.95, `${clock.achieved} of what was due`);
  assert.ok(now / draws < 130, `${now / draws} ms a frame`);
});

test("steps that were missing at a pause are not made up for", () => {
  let ready = false;
  const clock = new Clock({
    stepSize: () => 0.01,
    advance: (n) => {
      if (!ready) return 0;
      steps += n;
      return n;
    },
    draw: () => {},
  });
  clock.playing = true;
  frame(0);
  frame(200); // 20 steps are due, and a worker has none of them
  assert.equal(steps, 0);
  clock.playing = false;
  frame(20);
  ready = true;
  clock.playing = true;
  frame(1000);
  assert.ok(steps <= 1, `${steps} steps in the first frame after the pause`);
  frame(20);
  assert.ok(steps <= 3, `${steps} steps within 20 ms`);
});

test("while a step is under way no frames are asked for, and the step is taken once", () => {
  let under = true;
  let taken = 0;
  const clock = new Clock({
    stepSize: () => 0.1,
    advance: () => {
      if (under) return 0;
      taken += 1;
      under = true;
      return 1;
    },
    draw: () => {
      draws += 1;
    },
  });
  clock.playing = true;
  frame(0);
  frame(150);
  assert.equal(requests.size, 0, "there is nothing new to draw");
  const drawn = draws;
  for (let i = 0; i < 6; i++) frame(100);
  assert.equal(draws, drawn);
  clock.redraw(); // as a message does
  frame(100);
  assert.deepEqual([taken, requests.size], [0, 0]);
  under = false;
  clock.redraw(); // a worker has taken the step
  frame(1);
  assert.equal(taken, 1);
  assert.equal(requests.size, 1, "on it goes");
  assert.ok(clock.achieved < 0.5, `${clock.achieved}`);
});
