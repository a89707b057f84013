// The quality of a surface, which follows from the costs of its frames.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import type { Level } from "../www/canvas/quality.ts";
import { FULL, Quality } from "../www/canvas/quality.ts";

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

/**
 * A quality whose frames cost `full` ms, and in motion `pixel` ms times the part of pixels left.
 */
function machine(full: number, pixel: number) {
  const costs = { full, pixel };
  /** Levels of trials. */
  const trials: Level[] = [];
  let redraws = 0;
  const quality = new Quality(() => redraws++);
  const cost = ({ fine, part }: Level) => (fine ? costs.full : costs.pixel / part ** 2);
  let frame = 0;
  const begin = (pixels = 1e5, masses = 2500) =>
    quality.begin(frame, [pixels, masses], (level) => {
      trials.push(level);
      return cost(level);
    });
  /** Levels of some frames. @param pictures  in each */
  const draw = (frames: number, pictures: number = 1) =>
    Array.from({ length: frames }, () => {
      frame += 16;
      const levels = Array.from({ length: pictures }, () => {
        begin();
        const { level } = quality;
        quality.end(level, cost(level));
        return level;
      });
      assert.ok(levels.every((level) => level.fine === levels[0].fine));
      return levels[0];
    });
  const rest = () => {
    mock.timers.tick(1000);
    return redraws;
  };
  return { quality, costs, trials, begin, draw, rest };
}

test("a fast machine draws everything at all times, and measures once", () => {
  const { quality, trials, draw, rest } = machine(8, 5);
  assert.ok(draw(100).every((level) => level === FULL));
  assert.deepEqual(trials, [FULL]);
  assert.ok(!quality.measures);
  assert.equal(rest(), 0);
});

test("a slow machine draws less in motion, and everything in its first frames and after it", () => {
  const { draw, rest } = machine(80, 20);
  const levels = draw(30);
  assert.deepEqual(
    levels.map(({ fine }) => fine),
    [...Array(2).fill(true), ...Array(28).fill(false)],
  );
  assert.ok(
    levels.every(({ part }) => part === 1),
    "20 ms leave all pixels",
  );
  assert.equal(rest(), 1, "one frame after the motion");
  assert.deepEqual(draw(1), [FULL]);
  assert.equal(rest(), 1, "none after a full one");
});

test("all pictures of a frame are as fine, and the last ones are full", () => {
  const { draw, rest } = machine(80, 20);
  assert.deepEqual(
    draw(4, 3).map(({ fine }) => fine),
    [true, true, false, false],
  );
  assert.equal(rest(), 1);
  assert.deepEqual(draw(1, 3), [FULL]);
  assert.equal(rest(), 1);
});

test("pixels are chosen before the first picture so that a frame of a motion costs 25 ms at most", () => {
  for (const cost of [26, 40, 60, 99]) {
    const { draw } = machine(200, cost);
    const { part } = draw(3)[2];
    assert.ok(cost / part ** 2 <= 25 && cost / (part - 0.0625) ** 2 > 25, `${cost} ms: ${part}`);
  }
  assert.equal(machine(2000, 1000).draw(3)[2].part, 2, "at most four pixels in one");
});

test("a machine that becomes slower or faster gets other pixels, by a sixteenth and seldom", () => {
  const { costs, draw } = machine(200, 25);
  costs.pixel = 60;
  const slower = draw(400).map(({ part }) => part);
  costs.pixel = 12;
  const faster = draw(400).map(({ part }) => part);
  const last = slower[399];
  assert.ok(60 / last ** 2 <= 25 && 60 / last ** 2 >= 15, `${last}`);
  assert.equal(faster[399], 1);
  const all = [...slower, ...faster].slice(2);
  const changes = all.flatMap((part, i) => (i > 0 && part !== all[i - 1] ? [i] : []));
  for (const i of changes) assert.ok(Math.abs(all[i] - all[i - 1]) <= 0.0625);
  for (const [i, at] of changes.entries()) assert.ok(i === 0 || at - changes[i - 1] >= 15, `${changes}`);
});

test("a machine that was only busy when it was measured draws everything again", () => {
  const { costs, draw, rest } = machine(200, 100);
  draw(10);
  rest();
  costs.full = 8;
  draw(1);
  costs.full = 200;
  draw(1);
  rest();
  assert.ok(
    draw(10).some(({ fine }) => !fine),
    "one quick frame says little",
  );
  rest();
  costs.full = 8;
  assert.ok(draw(20).every((level) => level === FULL));
});

test("only a picture with many more or fewer pixels or masses is measured again", () => {
  const { trials, begin } = machine(8, 5);
  for (const [pixels, masses, count] of [
    [1e5, 2500, 1],
    [1.4e5, 2500, 1],
    [0.7e5, 3000, 1],
    [2e5, 2500, 2],
    [2e5, 10000, 3],
  ]) {
    begin(pixels, masses);
    assert.equal(trials.length, count, `${pixels} px, ${masses} masses`);
  }
});
