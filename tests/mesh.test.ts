// Meshes as other programs write them: what keeps them in place, and the report on their reading.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation } from "../dist/lib/springlab.js";

/** Two tetrahedra above each other, with vertices of their own for every face. */
const PIECES = [0, -3]
  .flatMap((y) => {
    const corners = [`0 ${y + 1} 0`, `-1 ${y} 1`, `1 ${y} 1`, `0 ${y} -1`];
    const faces = [
      [0, 1, 2],
      [0, 2, 3],
      [0, 3, 1],
      [3, 2, 1],
    ];
    return faces.map((face) => `${face.map((i) => `v ${corners[i]}\n`).join("")}f -3 -2 -1\n`);
  })
  .join("");

/** Lowest y of a simulation in m. */
const lowest = ({ positions }: { positions: Float64Array }) => Math.min(...positions.filter((_, i) => i % 3 === 1));

test("a mesh without a JSON hangs, then stands, and is still there after 4 s", async () => {
  const simulation = await createSimulation("mesh");
  const { support, pieces, welded, sentences } = simulation.system.loadMesh(PIECES);
  assert.deepEqual([support, pieces, welded, simulation.positions.length], ["hangs", 2, 16, 24]);
  assert.deepEqual(sentences, [
    "No vertex is pinned, so the mesh hangs by its topmost ones.",
    "The mesh has 2 pieces that no spring joins.",
    "16 vertices were welded to another at the same place.",
  ]);
  assert.deepEqual([...simulation.system.fixed], [0, 4]); // the tip of each piece
  simulation.step(800);
  assert.ok(Math.abs(lowest(simulation) + 3) < 0.5, `${lowest(simulation)}`);
  simulation.set("obstacle", "ground");
  simulation.set("support", "stand");
  const stands = simulation.system.meshReport as NonNullable<typeof simulation.system.meshReport>;
  assert.deepEqual([stands.support, simulation.system.fixed.length], ["stands", 0]);
  assert.equal(stands.sentences[0], "No vertex is pinned, and the obstacle is right below the mesh.");
  simulation.step(800);
  assert.ok(lowest(simulation) > -3.2, `${lowest(simulation)}`);
  simulation.set("obstacle", "none");
  assert.equal(simulation.system.meshReport?.support, "falls");
  simulation.step(800);
  const h = 0.005;
  const y = lowest(simulation) + 3;
  assert.ok(Math.abs(y + (9.81 * h * h * 800 * 801) / 2) < 1e-6, `${y}`); // symplectic Euler's fall
  simulation.free();
});

/** A spring of 1 m that hangs swings between its length and that with twice the extension mg/k. */
test("a vertical line without a JSON swings about its extension under its weight", async () => {
  const simulation = await createSimulation("mesh", { damping: 0, timeStepSize: 0.0005 });
  simulation.system.loadMesh("v 0 -1 0\nv 0 0 0\nl 1 2\n");
  let low = -1;
  for (let i = 0; i < 1000; i++) {
    simulation.step(1);
    low = Math.min(low, lowest(simulation));
  }
  const expected = -1 - (2 * 0.5 * 9.81) / 500;
  assert.ok(Math.abs(low - expected) < 1e-4, `${low}, ${expected}`); // the swing's step error, (ωh)²
  simulation.free();
});

test("files that tell what is fixed or moves are left as they are", async () => {
  const simulation = await createSimulation("mesh");
  for (const json of ['{"pinned": []}', '{"b": [1]}', `{"velocities": [${"[0, 0, 0], ".repeat(23)}[1, 0, 0]]}`]) {
    const { support, sentences } = simulation.system.loadMesh(PIECES, json);
    assert.equal(support, "given");
    assert.ok(!sentences.some((sentence) => sentence.startsWith("No vertex")), json);
    assert.equal(simulation.analysis.idle("support"), "the mesh's JSON says it");
  }
  for (const json of [undefined, "", " ", "{}", '{"stiffness": 70}'])
    assert.equal(simulation.system.loadMesh(PIECES, json).support, "hangs", json);
  assert.equal(simulation.analysis.idle("support"), undefined);
  simulation.free();
});

test("welding can be switched off, before and after a mesh is loaded, and a snapshot keeps it", async () => {
  const simulation = await createSimulation("mesh", { weld: "off" });
  const apart = simulation.system.loadMesh(PIECES);
  assert.deepEqual([apart.welded, apart.doubled, apart.pieces, simulation.positions.length], [0, 16, 8, 72]);
  assert.ok(apart.sentences.includes("16 vertices are at the place of another and not welded to it."));
  const other = await createSimulation("mesh");
  other.restore(simulation.snapshot());
  assert.deepEqual(other.system.meshReport, apart);
  simulation.set("weld", "on");
  assert.deepEqual([simulation.system.meshReport?.welded, simulation.positions.length], [16, 24]);
  for (const one of [simulation, other]) one.free();
});

test("a report counts what was passed over, and tells unknown keys and a shift", async () => {
  const simulation = await createSimulation("mesh");
  assert.equal(simulation.system.meshReport, undefined); // the cube is no file
  const report = simulation.system.loadMesh(
    "o far\nv 5e6 0 0 1 1 1\nv 5000001 0 0\nv 5e6 1 0\nv 0 0 0\nusemtl a\nf 1 2 3 3\ncstype bezier\nend\n",
    '{"png": 1, "__proto__": 2, "b": [1]}',
  );
  const { shift, ...counts } = report;
  assert.deepEqual([...shift], [5000001, 1, 0]); // the centre, rounded
  assert.deepEqual(counts, {
    support: "given",
    pieces: 1,
    welded: 0,
    doubled: 0,
    stray: 1,
    empty: 1,
    skipped: 5,
    keys: 2,
    sentences: [
      "1 vertex without an edge was left out.",
      "1 edge without length was left out.",
      "5 statements of other kinds were passed over: o, colours, usemtl, cstype, end.",
      "2 unknown keys of the JSON were passed over: png, __proto__.",
      "The mesh was far from the origin: (5000001, 1, 0) m were subtracted from its positions.",
    ],
  });
  simulation.free();
});

test("arguments that are no texts are refused in a sentence", async () => {
  const simulation = await createSimulation("mesh");
  const load = ((...given) => simulation.system.loadMesh(...(given as [string]))) as (...given: unknown[]) => void;
  const refused = (what: string) => ({
    message: `${what.split(" ")[0]}: the file has to be given as a text, and ${what.split(" ")[1]} was given.`,
  });
  assert.throws(() => load(), refused("OBJ undefined"));
  assert.throws(() => load(PIECES, { pinned: [1] }), refused("JSON object"));
  assert.throws(() => load(PIECES, null), refused("JSON null"));
  assert.equal(simulation.positions.length, 24);
  simulation.free();
});
