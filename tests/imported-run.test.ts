// Tables of runs in all usual forms, and refusals with line and reason.
import assert from "node:assert/strict";
import test from "node:test";

await import("./laboratory.ts"); // replaces what only bundles have
const { PLAIN, spreadsheet, table } = await import("../www/lab/views/exports.ts");
const { chosenColumns, readRun: read, runOf, tableOf } = await import("../www/instruments/solver/imported-run.ts");
const { decoded } = await import("../www/base/decode.ts");

const LINE = { scene: "oscillator", count: 2, fixed: [0] };

/** Reads a run of one mass on a line. */
function readRun(text: string) {
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

const rows = (separator: string, write: (value: number) => string = String) =>
  ROWS.map((row) => row.map(write).join(separator)).join("\n");
const comma = (value: number) => String(value).replace(".", ",");

function assertRead(text: string, name?: unknown) {
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
  const sources = {
    scene: "oscillator",
    parameters: () => [{ key: "stiffness", unit: "N/m" }],
    get: () => 8.5,
    data: () => ({ columns, spacing: 0.5 }),
    events: () => [],
  } as any;
  for (const format of [PLAIN, spreadsheet(["de"]), spreadsheet(["en"])])
    assertRead(table(sources, format), format.ending);
});

test("the last digit that is written tells how exact a number is", () => {
  const rounded = (units: Float64Array) => Array.from(units, (unit) => Number(unit.toPrecision(3)));
  const fixed = readRun("0 2.0000\n1 1.0012\n2 0.0012\n3 1.5");
  const general = readRun("0 2\n1 1.23456\n2 0.00123456\n3 123.456");
  assert.deepEqual(rounded(fixed.x.units), [1e-4, 1e-4, 1e-4, 1e-4]);
  assert.deepEqual(rounded(general.x.units), [1e-5, 1e-5, 1e-8, 1e-3]);
});

test("a bad table is refused with line and reason", () => {
  const good = rows(",");
  const refusals = [
    ["", /^There is no table: no line has numbers\.$/],
    ["hello\nworld", /^There is no table: no line has two decimal numbers or more\.$/],
    [`${good}\n2,1\n3,1,1`, /^Line 5 has 2 cells; the others have 3\.$/],
    [`${good}\n2\n3,1,1`, /^Line 5 has 1 cell; the others have 3\.$/],
    [`t,x,v\n${good}\n2,,1\n3,1,1`, /^Line 6, column 2 \(x\) is empty\.$/],
    [`t,x,v\n${good}\n2,a,1\n3,1,1`, /^Line 6, column 2 \(x\): "a" is no number with a decimal point\.$/],
    [`t,x,v\n${good}\n2,NaN,1\n3,1,1`, /^Line 6, column 2 \(x\): NaN is no finite number\.$/],
    [`t,x,v\n${good}\n1.5,1,1`, /^Line 6 has the time 1\.5 s of the line before it; it needs more digits\.$/],
    [`${good}\n1,2,1`, /^Line 5: the time 1 s does not come after 1\.5 s\.$/],
    ["0,1\n1,2\n2,3", /^A run has at least 4 lines of numbers; 3 were given\.$/],
    ["0,1", /^A run has at least 4 lines of numbers; 1 was given\.$/],
    [
      "a,b\n0,1\n1,2\n2,3\n3,4",
      /^A run has a column for the time \(t\) and one for the position \(x\)\. The header has a, b\.$/,
    ],
    [
      "t [h],x\n0,1\n1,2\n2,3\n3,4",
      /^Column 1 \(t \[h\]\): the unit must be one of s, sec, seconds, ms, µs, us, min; it is "h"\.$/,
    ],
    [
      "t,x [constructor]\n0,1\n1,2\n2,3\n3,4",
      /^Column 2 .*the unit must be one of m, cm, mm, km; it is "constructor"\.$/,
    ],
    ["t,constructor\n0,1\n1,2\n2,3\n3,4", /^A run has .* The header has t, constructor\.$/],
  ] as [string, RegExp][];
  for (const [text, sentence] of refusals)
    assert.throws(
      () => readRun(text),
      ({ message }) => sentence.test(message) || assert.fail(message),
    );
});

test("a later change of the time step ends the run, with a note", () => {
  const text = `${rows(",")}\n1.75,1,0\n2,1,0\n2.25,1,0`;
  const { times, notes } = readRun(text);
  assert.deepEqual([times.length, notes], [4, ["The time step changes at line 5: later lines are left out."]]);
});

test("columns are read by scene, with the axis and the number of a mass in any usual form", () => {
  const pair = { scene: "pair", count: 2, fixed: [] };
  const follower = { scene: "follower", count: 4, fixed: [0] };
  const cloth = { scene: "cloth", count: 12, fixed: [0, 3], chosen: 11 };
  const flow = { scene: "rotation", count: 1, fixed: [] };
  const damper = { scene: "damper", count: 2, fixed: [0] };
  const plain = (columns: number) => [0, 1, 2, 3].map((t) => Array(columns).fill(t).join(";")).join("\n");
  /** Indices of coordinates, then those of velocities. */
  const indices = (names: string, particles: Parameters<typeof read>[1]) => {
    const { parts } = read(`${names}\n${plain(names.split(";").length)}`, particles);
    return [false, true].map((which) => parts.filter(({ speed }) => speed === which).map(({ index }) => index));
  };
  const cases = [
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
  ] as [string, Parameters<typeof read>[1], number[], number[]][];
  for (const [names, particles, places, speeds] of cases)
    assert.deepEqual(indices(names, particles), [places, speeds], names);
  const counts = (columns: number, particles: Parameters<typeof read>[1]) =>
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

/** A run of symplectic Euler, as a program would write it. */
const LONG = Array.from({ length: 60 }, () => [0, 2, 0]);
for (const [i, [t, x, v]] of LONG.entries()) {
  if (i + 1 === LONG.length) break;
  const next = v - 0.1 * x;
  LONG[i + 1] = [t + 0.01, x + 0.01 * next, next];
}

const lines = (separator: string, write: (value: number, column: number) => string = (value) => value.toFixed(9)) =>
  LONG.map((row) => row.map(write).join(separator)).join("\n");
const german = (value: number) => value.toFixed(9).replace(".", ",");

const NOTATIONS: Record<string, string> = {
  "a separator as in Excel": `sep=;\nt;x;v\n${lines(";", german)}`,
  "quoted decimal commas": `"t","x","v"\n${lines(",", (value) => `"${german(value)}"`)}`,
  "functions of t": `t,x(t),v(t)\n${lines(",")}`,
  "functions of t with units": `t [s],x(t) [m],v(t) [m/s]\n${lines(",")}`,
  "units after slashes": `t/s,x/m,v/(m/s)\n${lines(",")}`,
  "units after in": `t in s,x in m,v in m/s\n${lines(",")}`,
  "units after lines": `time_s,x_m,v_m_s\n${lines(",")}`,
  "units with a power": `t [s],x [m],v [m s-1]\n${lines(",")}`,
  "units with a dot": `t [s],x [m],v [m.s^-1]\n${lines(",")}`,
  "units of LaTeX": `$t$ [s],$x$ [m],$v$ [m s$^{-1}$]\n${lines(",")}`,
  "units of nothing": `t [-],x [-],v [-]\n${lines(",")}`,
  "units two lines below a longer head": `Vernier Format 2\nLatest\nTime\tPosition\tVelocity\nT\tx\tv\ns\tm\tm/s\n\n${lines("\t")}`,
  German: `Zeit;Auslenkung;Geschwindigkeit\n${lines(";", german)}`,
  French: `temps;position;vitesse\n${lines(";", german)}`,
  Spanish: `tiempo;posición;velocidad\n${lines(";", german)}`,
  Chinese: `时间,位移,速度\n${lines(",")}`,
  Russian: `время;координата;скорость\n${lines(";")}`,
  "names with what is measured": `"Latest: Time (s)","Latest: Position (m)","Latest: Velocity (m/s)"\n${lines(",")}`,
  "names in single quotes": `'t','x','v'\n${lines(",")}`,
  "another letter": `t,y,v\n${lines(",")}`,
  "a path": `t,s,v\n${lines(",")}`,
  "a prime": `t,x,x’\n${lines(",")}`,
  "a differential": `t,u,du\n${lines(",")}`,
  "a computed column beside an exact one": `t,x_exact,x_num,v_num\n${LONG.map(([t, x, v]) => [t, 0, x, v].join(",")).join("\n")}`,
  "a state vector from 0": `t,x0,x1\n${lines(",")}`,
  "a state vector from 1": `t,y[1],y[2]\n${lines(",")}`,
  "values of a solver": `timestamp,value1,value2\n${lines(",")}`,
  "momentum for half a kilogram": `t,q,p\n${lines(",", (value, column) => (column === 2 ? 0.5 * value : value).toFixed(9))}`,
  "a velocity called p": `t,q,p\n${lines(",")}`,
  "a name above the header": `mass_A\nt\tx\tv_{x}\n${lines("\t")}`,
  "lines of prose": `Spring\nk = 5\nm = 0.5\ndt = 0.01\nt,x,v\n${lines(",")}`,
  "a header in a comment": `# t x v\n${lines(" ")}`,
  "a comment at the end": `t,x,v\n${lines(",").replace("\n", " # begins\n")}`,
  "other comments": `! t x v\nREM of my program\n${lines(" ")}`,
  "a header one cell shorter": `"t" "x" "v"\n${LONG.map((row, i) => `"${i + 1}" ${row.join(" ")}`).join("\n")}`,
  "a separator at the end of rows alone": `t,x,v\n${lines(",").replaceAll("\n", ",\n")},`,
  "a column of text": `t,x,v,method\n${lines(",").replaceAll("\n", ",euler\n")},euler`,
  "a row number without a name": LONG.map((row, i) => [i, ...row].join(",")).join("\n"),
  "times of day": `time,x,v\n${LONG.map(([t, x, v]) => [`2026-11-29T00:00:${t.toFixed(3).padStart(6, "0")}`, x, v].join(",")).join("\n")}`,
  "bars between cells": `| t | x | v |\n|---|---|---|\n${LONG.map((row) => `| ${row.join(" | ")} |`).join("\n")}`,
  "a list of Python": `[${LONG.map((row) => `(${row.join(", ")})`).join(", ")}]`,
  "an array of NumPy": `[[${LONG.map((row) => row.join(" ")).join("]\n [")}]]`,
  "numbers of NumPy": `t,x,v\n${lines(",", (value) => `np.float64(${value})`)}`,
  "objects of JSON": JSON.stringify(LONG.map(([t, x, v]) => ({ t, x, v }))),
  "rows in place of columns": [0, 1, 2].map((column) => LONG.map((row) => row[column]).join(",")).join("\n"),
  "a line at the end": `t,x,v\n${lines(",")}\ndone in 0.3 s\n`,
  "no numbers at the end": `t,x,v\n${lines(",")}\n0.6,NA,NA\n`,
  "rows written twice": `t,x,v\n${LONG.map((row) => `${row}\n${row}`).join("\n")}`,
  "a second run": `t,x,v\n${lines(",")}\n${lines(",")}`,
  "invisible characters": `t,x,v\n${lines(",").replaceAll(",", "\u200b,\u200e")}\0`,
};

for (const [name, text] of Object.entries(NOTATIONS)) {
  test(`time, position and velocity are read from ${name}`, () => {
    const { times, parts, spacing, even } = read(text, { ...LINE, mass: 0.5 });
    assert.deepEqual(
      parts.map(({ index, speed }) => [index, speed]),
      [
        [3, false],
        [3, true],
      ],
    );
    assert.ok(even && Math.abs(spacing - 0.01) < 1e-9, String(spacing));
    assert.equal(times.length, 60);
    const [x, v] = parts.map(({ values }) => values);
    for (const [i, [, place, speed]] of LONG.entries())
      assert.ok(Math.abs(x[i] - place) < 1e-8 && Math.abs(v[i] - speed) < 1e-8, `row ${i}`);
  });
}

test("columns are not what they only look like", () => {
  const refused = (head: string) =>
    assert.throws(() => read(`${head}\n${lines(",")}`, LINE), /^Error: A run has a column for the time/, head);
  refused("step,x,v");
  refused("t,theta,omega");
  refused('"Time (s)","Linear Acceleration x (m/s^2)","Linear Acceleration y (m/s^2)"');
  const { parts } = read(`t,x1,x2\n${lines(",")}`, { scene: "pair", count: 2, fixed: [] });
  assert.deepEqual(
    parts.map(({ index, speed }) => [index, speed]),
    [
      [0, false],
      [3, false],
    ],
    "two masses have positions",
  );
  const turned = lines(",", (value, column) => String(column === 2 ? Math.sin(50 * value) : value));
  assert.throws(() => read(`t,x1,x2\n${turned}`, LINE), /Column 3 \(x2\): there is one mass\./);
});

test("a clock in single precision is read with all rows and its time step", () => {
  let t = 0;
  const rows = Array.from({ length: 500 }, (_, i) => {
    const line = [t.toPrecision(9), LONG[i % 60][1]].join(",");
    t = Math.fround(t + Math.fround(0.01));
    return line;
  });
  const run = read(`t,x\n${rows.join("\n")}`, LINE);
  assert.deepEqual([run.times.length, run.spacing, run.even], [500, 0.01, true]);
  assert.deepEqual(run.notes, ["The clock has single precision."]);
});

test("unequal time steps are read as they are", () => {
  const { times, even, notes } = read("t,x\n0,1\n1,2\n4,3\n5,3\n7,4", LINE);
  assert.deepEqual([[...times], even], [[0, 1, 4, 5, 7], false]);
  assert.deepEqual(notes, ["The time steps are unequal, first at line 4."]);
});

test("what was left out is told", () => {
  const notes = (name: string) => read(NOTATIONS[name], LINE).notes.join(" ");
  assert.equal(notes("a line at the end"), "Line 62 has no numbers: the table ends before it.");
  assert.equal(
    notes("no numbers at the end"),
    "Line 62, column 2 (x): NA is no finite number: the table ends before it.",
  );
  assert.equal(notes("a second run"), "The time starts again at line 62: later lines are left out.");
  assert.equal(notes("rows in place of columns"), "Each line of the table is read as a column.");
  const cut = read(`t,x,v\n${lines(",").slice(0, -5)}`, LINE);
  assert.deepEqual([cut.times.length, cut.notes], [59, ["Line 61 is cut off: it is left out."]]);
});

test("the columns that were read can be others", () => {
  const table = tableOf(`t,a,b,x\n${LONG.map(([t, x, v]) => [t, v, x, 7].join(",")).join("\n")}`);
  const run = runOf(table, LINE, "mine");
  assert.deepEqual(
    [...chosenColumns(run, LINE)],
    [
      ["t", 0],
      ["x", 3],
      ["v", -1],
    ],
  );
  const other = runOf(
    table,
    LINE,
    "mine",
    new Map([
      ["t", 0],
      ["x", 2],
      ["v", 1],
    ]),
  );
  assert.deepEqual(
    [...chosenColumns(other, LINE)],
    [
      ["t", 0],
      ["x", 2],
      ["v", 1],
    ],
  );
  assert.equal(other.parts[0].values[1], LONG[1][1]);
});

test("hostile tables are refused or read at once", () => {
  const texts = {
    "blanks in an open bracket": `x [${" ".repeat(2000)}\n${lines(",")}`,
    "many blanks in an open bracket": `t,x [${" ".repeat(90_000)}\n${lines(",")}`,
    "open brackets": `${"1 [ ".repeat(20_000)}\n${lines(",")}`,
    "many short lines": "1,2\n".repeat(4_750_000),
    "many short lines of an old computer": "1,2\r".repeat(4_750_000),
    "one long line": "1,2,".repeat(4_750_000),
    "open quotes": `${'"a,'.repeat(30_000)}\n${lines(",")}`,
    "nested lists": `${"[".repeat(50_000)}\n${lines(",")}`,
    "a long cell": `t,x\n0,${"1".repeat(90_000)}\n1,2\n2,3\n3,4`,
  };
  for (const [name, text] of Object.entries(texts)) {
    const began = performance.now();
    let sentence = "";
    try {
      read(text, LINE);
    } catch (error) {
      sentence = (error as Error).message;
    }
    assert.ok(performance.now() - began < 1500, `${name}: ${performance.now() - began} ms`);
    assert.ok(sentence.length < 300, `${name}: ${sentence}`);
  }
});

test("files are decoded by their bytes", () => {
  const text = "Zeit in s;Länge in m\n0,1;−2";
  const bytes = (list: number[]) => Uint8Array.from(list).buffer;
  const wide = (big: boolean, text: string) =>
    [...text].flatMap((sign) => {
      const code = sign.charCodeAt(0);
      return big ? [code >> 8, code & 255] : [code & 255, code >> 8];
    });
  const latin = [..."Länge"].map((sign) => sign.charCodeAt(0));
  assert.equal(decoded(bytes([...new TextEncoder().encode(text)])), text);
  assert.equal(decoded(bytes([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(text)])), text);
  assert.equal(decoded(bytes([0xff, 0xfe, ...wide(false, text)])), text);
  assert.equal(decoded(bytes([0xfe, 0xff, ...wide(true, text)])), text);
  assert.equal(decoded(bytes(wide(false, "t,x\n0,1"))), "t,x\n0,1");
  assert.equal(decoded(bytes(wide(true, "t,x\n0,1"))), "t,x\n0,1");
  assert.equal(decoded(bytes(latin)), "Länge");
  assert.equal(decoded(bytes([])), "");
});

test("every unit of a header counts with its own factor", () => {
  const header = ([time, place, speed]: string[]) => `t [${time}],x [${place}],v [${speed}]`;
  const table = (units: string[]) => `${header(units)}\n0,0,36\n1,6,36\n2,12,36\n3,18,36`;
  const cases: [string[], [time: number, place: number, speed: number]][] = [
    [
      ["s", "m", "m/s"],
      [3, 18, 36],
    ],
    [
      ["ms", "cm", "cm/s"],
      [0.003, 0.18, 0.36],
    ],
    [
      ["µs", "mm", "mm/s"],
      [3e-6, 0.018, 0.036],
    ],
    [
      ["us", "km", "km/h"],
      [3e-6, 18_000, 10],
    ],
    [
      ["min", "m", "m s^-1"],
      [180, 18, 36],
    ],
    [
      ["sec", "m", "m·s⁻¹"],
      [3, 18, 36],
    ],
  ];
  for (const [units, expected] of cases) {
    const { times, x, v } = readRun(table(units));
    const found = [times[3], x.values[3], v?.values[3] ?? Number.NaN];
    for (const [i, value] of found.entries())
      assert.ok(Math.abs(value / expected[i] - 1) < 1e-12, `${units[i]}: ${value}, not ${expected[i]}`);
  }
});
