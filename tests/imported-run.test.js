// Tables of runs in all usual forms, and refusals with line and reason.
import assert from "node:assert/strict";
import test from "node:test";

await import("./laboratory.js"); // replaces what only bundles have
const { PLAIN, spreadsheet, table } = await import("../www/lab/exports.js");
const { readRun: read } = await import("../www/instruments/solver/imported-run.js");

const LINE = { scene: "oscillator", count: 2, fixed: [0] };

/** Reads a run of one mass on a line. @param {string} text */
function readRun(text) {
  const { parts, ...run } = read(text, LINE);
  const [x, v] = parts;
  assert.deepEqual(
    parts.map(({ index, speed }) => [index, speed]),
    [
      [3, false],
      [3, true],
    ].slice(0, parts.length),
  );
  return { ...run, x, v };
}

const ROWS = [
  [0, 2, 0],
  [0.5, 1.5, -1.25],
  [1, -0.25, 1e-3],
  [1.5, 0.125, 3],
];

/** @param {string} separator @param {(value: number) => string} [write] */
const rows = (separator, write = String) => ROWS.map((row) => row.map(write).join(separator)).join("\n");
const comma = (/** @type {number} */ value) => String(value).replace(".", ",");

/** @param {string} text @param {unknown} [name] */
function assertRead(text, name) {
  const { times, x, v, spacing } = readRun(text);
  assert.deepEqual(
    [[...times], [...x.values], [...(v?.values ?? [])]],
    [0, 1, 2].map((i) => ROWS.map((row) => row[i])),
    String(name),
  );
  assert.equal(spacing, 0.5);
}

test("a run is read with any separator, decimal sign, header and line ends", () => {
  const tables = {
    commas: rows(","),
    "commas and blanks": rows(", "),
    semicolons: rows(";"),
    "decimal commas between semicolons": rows(";", comma),
    tabs: rows("\t"),
    "decimal commas between tabs": rows("\t", comma),
    blanks: rows("   "),
    "decimal commas between blanks": rows(" ", comma),
    "exponents of Fortran": rows(" ", (value) => value.toExponential(3).replace("e", "D")),
    "a minus sign": rows(";", (value) => String(value).replace("-", "−")),
    names: `t,x,v\n${rows(",")}`,
    "names and units": `t [s];x [m];v [m/s]\n${rows(";", comma)}`,
    "names and units between blanks": `time (s)  position (m)  vx (m/s)\n${rows(" ")}`,
    "units in a second line": `t\tx\tv\ns\tm\tm/s\n${rows("\t")}`,
    "quoted names": `"Time","x [m]","Velocity"\r\n${rows(",").replaceAll("\n", "\r\n")}\r\n`,
    "a byte order mark": `\ufeff${rows(";", comma)}`,
    "comments and empty lines": `# my solver\n\n${rows(",")}\n\n`,
    "a separator at the end of each line": rows(",").replaceAll("\n", ",\n").concat(","),
    "line ends of old computers": rows(",").replaceAll("\n", "\r"),
  };
  for (const [name, text] of Object.entries(tables)) assertRead(text, name);
  const reordered = ROWS.map(([t, x, v]) => [7, v, t, x].join(",")).join("\n");
  assertRead(`step,v,t,x\n${reordered}`, "other columns, in another order");
});

test("units are converted", () => {
  const { times, x, v } = readRun("t [ms],x [cm],v [mm/s]\n0,100,0\n500,50,1000\n1000,0,2000\n1500,-50,0");
  assert.deepEqual([times[1], x.values[1], v?.values[1]], [0.5, 0.5, 1]);
});

test("our own tables are read, for programs and for spreadsheets", () => {
  const columns = ["time [s]", "Numerical [m]", "vx [m/s]"].map((name, i) => ({
    name,
    values: ROWS.map((row) => row[i]),
  }));
  const sources = /** @type {any} */ ({
    scene: "oscillator",
    parameters: () => [{ key: "stiffness", unit: "N/m" }],
    get: () => 8.5,
    data: () => ({ columns, spacing: 0.5 }),
    events: () => [],
  });
  for (const format of [PLAIN, spreadsheet(["de"]), spreadsheet(["en"])])
    assertRead(table(sources, format), format.ending);
});

test("the last digit that is written tells how exact a number is", () => {
  const rounded = (/** @type {Float64Array} */ units) => Array.from(units, (unit) => Number(unit.toPrecision(3)));
  const [fixed, general] = [
    readRun("0 2.0000\n1 1.0012\n2 0.0012\n3 1.5"),
    readRun("0 2\n1 1.23456\n2 0.00123456\n3 123.456"),
  ];
  assert.deepEqual(rounded(fixed.x.units), [1e-4, 1e-4, 1e-4, 1e-4]);
  assert.deepEqual(rounded(general.x.units), [1e-5, 1e-5, 1e-8, 1e-3]);
});

test("a bad table is refused with line and reason", () => {
  const good = rows(",");
  const refusals = /** @type {[string, RegExp][]} */ ([
    ["", /^There is no table: no line has numbers\.$/],
    ["hello\nworld", /^Line 1 is no table: no line has two numbers or more\.$/],
    [`${good}\n2,1`, /^Line 5 has 2 cells; the first line has 3\.$/],
    [`t,x,v\n${good}\n2,,1`, /^Line 6, column 2 \(x\) is empty\.$/],
    [`t,x,v\n${good}\n2,a,1`, /^Line 6, column 2 \(x\): "a" is no number with a decimal point\.$/],
    [`t,x,v\n${good}\n2,NaN,1`, /^Line 6, column 2 \(x\): NaN is no finite number; end the table before it\.$/],
    [`${good}\n1.5,2,1`, /^Line 5: the time 1\.5 s does not come after 1\.5 s\.$/],
    ["0,1\n1,2\n2,3", /^A run has at least 4 lines of numbers; 3 were given\.$/],
    ["0,1\n1.0,2\n4.0,3\n5.0,3", /^Line 3: the time step changes; a run is compared at equal time steps\.$/],
    [
      "a,b\n0,1\n1,2\n2,3\n3,4",
      /^A run has a column for the time \(t\) and one for the position \(x\)\. The header has a, b\.$/,
    ],
    ["t [h],x\n0,1\n1,2\n2,3\n3,4", /^The unit of t \[h\] must be one of s, sec, ms, µs, us, min\.$/],
  ]);
  for (const [text, sentence] of refusals)
    assert.throws(
      () => readRun(text),
      ({ message }) => sentence.test(message) || assert.fail(message),
    );
});

test("a later change of the time step ends the run, with a note", () => {
  const text = `${rows(",")}\n1.75,1,0\n2,1,0\n2.25,1,0`;
  const { times, note } = readRun(text);
  assert.deepEqual([times.length, note], [4, "The time step changes at line 5: later lines are left out."]);
});

test("columns are read by scene, with the axis and the number of a mass in any usual form", () => {
  const pair = { scene: "pair", count: 2, fixed: [] };
  const follower = { scene: "follower", count: 4, fixed: [0] };
  const cloth = { scene: "cloth", count: 12, fixed: [0, 3], chosen: 11 };
  const flow = { scene: "rotation", count: 1, fixed: [] };
  const damper = { scene: "damper", count: 2, fixed: [0] };
  const plain = (/** @type {number} */ columns) => [0, 1, 2, 3].map((t) => Array(columns).fill(t).join(";")).join("\n");
  /** Indices of coordinates, then those of velocities. */
  const indices = (/** @type {string} */ names, /** @type {Parameters<typeof read>[1]} */ particles) => {
    const { parts } = read(`${names}\n${plain(names.split(";").length)}`, particles);
    return [false, true].map((which) => parts.filter(({ speed }) => speed === which).map(({ index }) => index));
  };
  const cases = /** @type {[string, Parameters<typeof read>[1], number[], number[]][]} */ ([
    ["t;x;y;vx;vy", damper, [3, 4], [3, 4]],
    ["vy;y;t;x", damper, [4, 3], [4]],
    ["t;pos_x;pos_y;x';y_dot", damper, [3, 4], [3, 4]],
    ["t;X;Y;dx/dt;ẏ", damper, [3, 4], [3, 4]],
    ["t;x1;y1;x2;y2", pair, [0, 1, 3, 4], []],
    ["t;x_1;z_1;x_2;v_x_2;vy2", pair, [0, 2, 3], [3, 4]],
    ["t;x₁;x₂;v₁;v₂", pair, [0, 3], [0, 3]],
    ["time;x of 1;y of 2;vz of 2", pair, [0, 4], [5]],
    ["t;p1x;p2z;v1x", pair, [0, 5], [0]],
    ["t;Alice;v;u;Bob", follower, [3], [3]],
    ["t;x;x2;x of 2", follower, [3, 6], []],
    ["t;x;y;z;vx", cloth, [33, 34, 35], [33]],
    ["t;x_5;y_5;x_1;x_12", cloth, [12, 13, 33], []],
    ["t;x1;x2", flow, [0, 1], []],
    ["t;x;y;vx", flow, [0, 1], []],
    ["t;y", { scene: "decay", count: 1, fixed: [] }, [0], []],
  ]);
  for (const [names, particles, places, speeds] of cases)
    assert.deepEqual(indices(names, particles), [places, speeds], names);
  const counts = (/** @type {number} */ columns, /** @type {Parameters<typeof read>[1]} */ particles) =>
    read(plain(columns), particles)
      .parts.map(({ name }) => name)
      .join(" ");
  assert.equal(counts(3, damper), "x v");
  assert.equal(counts(5, damper), "x y vx vy");
  assert.equal(counts(3, flow), "x1 x2");
  assert.equal(counts(5, pair), "x1 y1 x2 y2");
  assert.equal(counts(13, pair), "x1 y1 z1 x2 y2 z2 vx1 vy1 vz1 vx2 vy2 vz2");
  assert.throws(() => read(`t;x1;x2;x3\n${plain(4)}`, pair), {
    message: "Column 4 (x3): the masses have the numbers 1 to 2.",
  });
  assert.throws(() => read(`t;a;b\n${plain(3)}`, pair), {
    message: "A run has a column for the time (t) and one for the position (x1). The header has t, a, b.",
  });
  assert.throws(() => read(plain(2), pair), {
    message: "A run has a column for the time (t) and one for the position (x1).",
  });
});
