// Files of meshes and snapshots: refused in a sentence without a change, or taken and able to run.
import assert from "node:assert/strict";
import test from "node:test";
import { fuzz, tryMesh } from "./fuzz/files.ts";

test("mutated meshes and snapshots are refused and change no byte, or are taken and run", async () => {
  const { files, taken } = await fuzz(1, 2);
  assert.ok(files > 100 && taken > 10 && taken < files, `${taken} of ${files}`);
});

test("extreme meshes are taken or refused in a sentence", async () => {
  const deep = (depth: number) => `{"springs": ${"[".repeat(depth)}${"]".repeat(depth)}}`;
  for (const [obj, json, taken] of [
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
  ] as [string, string, boolean][]) {
    assert.equal(await tryMesh([obj, json]), taken, `${obj.slice(0, 50)} ${json.slice(0, 50)}`);
  }
});
