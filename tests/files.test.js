// What files promise: they are refused in a sentence and nothing has changed, or taken and what comes of them goes on.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation } from "../dist/lib/springlab.js";
import { fuzz, sealed, tryMesh, trySnapshot } from "../fuzz/files.mjs";

test("mutated meshes and snapshots are refused and change no byte, or taken and go on", async () => {
  const { files, taken } = await fuzz(1, 2);
  assert.ok(files > 100 && taken > 10 && taken < files, `${taken} of ${files}`);
});

/** A snapshot with another number in the last place of one, and the sum to it. @param {Uint8Array} snapshot @param {number} from @param {number} to */
function forged(snapshot, from, to) {
  const body = snapshot.slice(0, -8);
  const place = Buffer.from(body).lastIndexOf(new Uint8Array(new Float64Array([from]).buffer));
  assert.ok(place > 0, `it has no ${from}`);
  new DataView(body.buffer).setFloat64(place, to, true);
  return sealed(body);
}

test("a spring that is damped beyond all numbers has an exact motion that is none, and harms nobody", async () => {
  const simulation = await createSimulation("resonance", { damping: 0.375 });
  simulation.step(3);
  assert.ok(await trySnapshot("resonance", forged(simulation.snapshot(), 0.375, 1e308)));
  simulation.free();
});

test("meshes at the edge of what can be are taken or refused in a sentence", async () => {
  const deep = (/** @type {number} */ depth) => `{"springs": ${"[".repeat(depth)}${"]".repeat(depth)}}`;
  for (const [obj, json, taken] of /** @type {[string, string, boolean][]} */ ([
    ["v 0 0 0\nv 5e-324 0 0\nl 1 2", "", false],
    ["v 0 0 0\nv 1e6 1e6 1e6\nl 1 2", '{"velocities": [[1e6, 1e6, 1e6], [-1e6, 0, 0]]}', true],
    ["v 0 0 0\nv 1 0 0\nl 1 2", '{"pinned": [1, 2]}', true],
    ["v 0 0 0\nv 1 0 0\nl 1 2", '{"pinned": [1, 1, 1]}', true],
    ["v 0 0 0\nv 1 0 0\nl 1 2", deep(15), false],
    ["v 0 0 0\nv 1 0 0\nl 1 2", deep(100_000), false],
    [`v 0 0 0\nv 1 0 0\nl${" 1 2".repeat(20_000)}`, "", true],
    ["v 0 0 0\nv 1 0 0\nl 9223372036854775808 -9223372036854775808", "", false],
    ["v 0 0 0 \\", "", false],
    ["", "{}", false],
  ])) {
    assert.equal(await tryMesh([obj, json]), taken, `${obj.slice(0, 50)} ${json.slice(0, 50)}`);
  }
});
