// Numbers as people type them.
import assert from "node:assert/strict";
import test from "node:test";
import { doubt, readNumber } from "../www/base/reading.ts";

test("numbers are read with decimal comma or point, and with spaces between thousands", () => {
  for (const [text, value] of [
    ["8", 8],
    [" 0.5 ", 0.5],
    [".5", 0.5],
    ["5.", 5],
    ["0,5", 0.5],
    ["1e-3", 0.001],
    ["1,5E+2", 150],
    ["0,125", 0.125],
    ["1,25", 1.25],
    ["1,2500", 1.25],
    ["-9.81", -9.81],
    ["−9,81", -9.81],
    ["+3", 3],
    ["1 500", 1500],
    ["1\u00a0500,5", 1500.5],
    ["1\u2009500\u2009000", 1_500_000],
    ["12\u202f000.25", 12_000.25],
    ["1'500", 1500],
    ["1’500,5", 1500.5],
    ["0e-400", 0],
    ["\u200b7\u200e", 7],
    ["\ufeff1,5", 1.5],
    ["５", 5],
    ["１．５", 1.5],
    ["1·10^1", 10],
    ["2,5 · 10^−3", 0.0025],
    ["1×10⁵", 1e5],
    ["3*10^2", 300],
    ["5e-324", 5e-324],
  ] as [string, number][]) {
    assert.equal(readNumber(text), value, text);
  }
});

test("a unit with a prefix may follow, and the value is exact to the last bit", () => {
  for (const [text, unit, value] of [
    ["5 s", "s", 0.005 * 1000],
    ["5 ms", "s", 0.005],
    ["5ms", "s", 0.005],
    ["20 µs", "s", 0.00002],
    ["20 us", "s", 0.00002],
    ["5.4 ms", "s", 0.0054],
    ["6030 N/m", "N/m", 6030],
    ["6 kN/m", "N/m", 6000],
    ["10 Ns/m", "N·s/m", 10],
    ["10 N*s/m", "N·s/m", 10],
    ["-9.81 m/s^2", "m/s²", -9.81],
    ["500 g", "kg", 0.5],
    ["3 mg", "kg", 3e-6],
    ["0,5 kg", "kg", 0.5],
    ["20 cm", "m", 0.2],
    ["3 m", "m", 3],
    ["90°", "°", 90],
    ["1e-3 s", "s", 0.001],
  ] as [string, string, number][]) {
    assert.equal(readNumber(text, unit), value, text);
  }
});

test("a text that is no number or ambiguous stays a text", () => {
  for (const text of [
    "",
    " ",
    "fast",
    "1.500,5",
    "1,500",
    "-12,000",
    "1,500.5",
    "1.2.3",
    "1,2,3",
    "1 50",
    "15 00",
    "1 5000",
    "--5",
    "1e",
    "e5",
    ".",
    "-",
    "0x10",
    "1e999",
    "1e-400",
    "0,001e-330",
    "1'50",
    "Infinity",
    "NaN",
    "5 kg",
    "5 S",
    "5 xs",
    "5 s s",
    "5 5 s",
  ]) {
    assert.equal(readNumber(text, "s"), text);
  }
  assert.equal(readNumber("5 m"), "5 m", "without a unit there is no prefix");
  assert.equal(readNumber("5 kkg", "kg"), "5 kkg");
});

test("a refused number has a reason where one can't see it", () => {
  for (const [text, why] of [
    ["1,500", ", which may mean 1.5 or 1500"],
    ["−12,000 N/m", ", which may mean -12 or -12000"],
    ["1,500.5", ": write thousands without points and commas"],
    ["1.000.000", ": write thousands without points and commas"],
    ["-1e-400", ", which is closer to 0 than a computer's numbers: write 0"],
    ["0", ""],
    ["0,500", ""],
    ["frog", ""],
    ["1e999", ""],
    ["", ""],
  ])
    assert.equal(doubt(text), why, text);
});

test("a number as the field shows it is read unchanged", () => {
  for (const value of [0, 1e-9, 5, -9.81, 0.005, 1e8, 1.5e21, 123_456.789])
    assert.equal(readNumber(String(value), "m"), value);
});
