// Saved tables: for programs, and for spreadsheets in the reader's language.
import assert from "node:assert/strict";
import test from "node:test";

await import("./laboratory.ts"); // replaces what only bundles have
const { PLAIN, spreadsheet, table } = await import("../www/lab/views/exports.ts");

const NAMES = ["time [s]", "x [m]", "a, b; c\td [m]", 'the "hand" [J]'];

const ROWS = [
  [0, -1.5, 1e-7, 3],
  [0.01, 2.5e-12, 1e21, -0.125],
  [0.02, 1234567.5, 5e-324, 7],
];

const sources = {
  scene: "damper",
  parameters: () => [{ key: "stiffness", unit: "N/m" }],
  get: () => 8.5,
  data: () => ({ columns: NAMES.map((name, i) => ({ name, values: ROWS.map((row) => row[i]) })), spacing: 0.01 }),
  events: () => [{ time: 0.01, label: "Stiffness 9" }],
} as any;

/** Names and rows of a table, read as a spreadsheet with these signs does. */
function read(text: string, separator: string, decimal: string) {
  const [head, ...rows] = text
    .trimEnd()
    .split("\n")
    .filter((line) => !/^\ufeff?#/.test(line));
  const names = [...head.matchAll(new RegExp(`(?:^|${separator})(?:"((?:[^"]|"")*)"|([^${separator}]*))`, "g"))];
  const number = (cell: string) => {
    assert.match(cell, new RegExp(`^-?\\d+([${decimal}]\\d+)?(e[-+]\\d+)?$`));
    return Number(cell.replace(decimal, "."));
  };
  return {
    names: names.map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare),
    rows: rows.map((row) => row.split(separator).map(number)),
  };
}

test("the table for programs has commas and decimal points in every country", () => {
  const text = table(sources, PLAIN);
  assert.ok(text.startsWith("# Springlab 1.2.3, scene damper\n# stiffness = 8.5 N/m\n"));
  assert.deepEqual(read(text, ",", "."), { names: NAMES, rows: ROWS });
});

test("a spreadsheet gets the decimal sign of its language, other separators and a byte order mark", () => {
  for (const [languages, separator, decimal, ending] of [
    [["de", "en-US"], ";", ",", ".csv"],
    [["en", "de-DE"], ";", ",", ".csv"],
    [["fr-CA"], ";", ",", ".csv"],
    [["pt-BR"], ";", ",", ".csv"],
    [["en", "en-GB"], "\t", ".", ".tsv"],
    [["de-CH"], "\t", ".", ".tsv"],
    [["", "ja"], "\t", ".", ".tsv"],
    [["no such language"], "\t", ".", ".tsv"],
  ] as [string[], string, string, string][]) {
    const format = spreadsheet(languages);
    const text = table(sources, format);
    assert.ok(text.startsWith("\ufeff# Springlab"), `${languages}`);
    assert.deepEqual(read(text, separator, decimal), { names: NAMES, rows: ROWS }, `${languages}`);
    assert.ok(format.ending.endsWith(ending), `${languages}`);
  }
});
