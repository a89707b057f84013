// Reads a table of numbers from a text, with any usual separator, decimal sign, header and units.

/**
 * A table.
 * @typedef {object} Table
 * @property {string[]} names  of the columns, with units as written; empty without a header
 * @property {Column[]} columns
 * @property {number[]} lines  line number in the text of each row
 */

/**
 * A column of numbers.
 * @typedef {object} Column
 * @property {Float64Array} values
 * @property {Float64Array} units  value of the last digit that is written, for each cell
 */

/** Most numbers in a table: more would take the page seconds to compare. */
const MOST = 1e6;

/** Lines by which the signs of a table are found. */
const PROBE = 500;

/** Digits that a double has. */
const DIGITS = 17;

/** Signs of a table, in the order in which they are preferred. */
const FORMATS = [
  { separator: "\t", decimal: "." },
  { separator: "\t", decimal: "," },
  { separator: ";", decimal: "." },
  { separator: ";", decimal: "," },
  { separator: ",", decimal: "." },
  { separator: " ", decimal: "." },
  { separator: " ", decimal: "," },
];

/** @typedef {(typeof FORMATS)[number]} Format */

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[ed][+-]?\d+)?$/i;

/**
 * Reads a table.
 * @param {string} text
 * @returns {Table}
 * @throws {Error} with line and reason
 */
export function readTable(text) {
  const lines = text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/)
    .map((line, i) => ({ line: i + 1, text: line.trim() && line.replaceAll("−", "-") }))
    .filter(({ text }) => text && !/^\s*(?:#|%|\/\/)/.test(text));
  if (lines.length === 0) throw new Error("There is no table: no line has numbers.");
  const format = formatOf(lines.slice(0, PROBE).map(({ text }) => text));
  if (!format) throw new Error(`Line ${lines[0].line} is no table: no line has two numbers or more.`);
  const cells = lines.map(({ line, text }) => ({ line, cells: split(text, format.separator) }));
  const ended = cells.every((row) => row.cells.length > 2 && row.cells.at(-1) === "");
  if (ended) for (const row of cells) row.cells.pop();
  const head = cells.findIndex((row) => row.cells.some((cell) => number(cell, format) !== undefined));
  if (head > 2)
    throw new Error(`Line ${cells[2].line} has no numbers; a table has at most two lines of names and units.`);
  const names = named(cells.slice(0, head).map((row) => row.cells));
  return { names, ...filled(cells.slice(head), names, format) };
}

/** The format in which most lines are rows of numbers. @param {string[]} lines */
function formatOf(lines) {
  const scored = FORMATS.map((format) => ({ format, rows: lines.filter((line) => isRow(line, format)).length }));
  const best = scored.reduce((best, one) => (one.rows > best.rows ? one : best));
  return best.rows > 0 ? best.format : undefined;
}

/** @param {string} line @param {Format} format */
function isRow(line, format) {
  const cells = split(line, format.separator);
  if (cells.at(-1) === "") cells.pop();
  return cells.length > 1 && cells.every((cell) => number(cell, format) !== undefined);
}

/**
 * Cells of a line; a quoted one may contain the separator.
 * @param {string} line @param {string} separator
 */
function split(line, separator) {
  if (separator === " ")
    return (
      line
        .trim()
        .match(/"[^"]*"|\S+(?:\s+(?:\[[^\]]*\]|\([^)]*\)))?/g)
        ?.map(bare) ?? []
    );
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  const cells = line.matchAll(new RegExp(`(?:^|${separator})(\\s*"(?:[^"]|"")*"\\s*|[^${separator}]*)`, "g"));
  return Array.from(cells, ([, cell]) => bare(cell));
}

/** A cell without its quotes. @param {string} cell */
function bare(cell) {
  const [, quoted] = cell.trim().match(/^"(.*)"$/) ?? [];
  return quoted?.replaceAll('""', '"').trim() ?? cell.trim();
}

/**
 * Text of a number with a decimal point; undefined for other cells.
 * @param {string} cell @param {Format} format
 */
function number(cell, { decimal }) {
  if (decimal === "," && cell.includes(".")) return undefined;
  const text = decimal === "," ? cell.replace(",", ".") : cell;
  return NUMBER.test(text) ? text.replace(/d/i, "e") : undefined;
}

/** Names from one line, or from two of which the second has the units. @param {string[][]} rows */
function named([names = [], units]) {
  if (units?.length !== names.length) return names;
  return names.map((name, i) => (units[i] ? `${name} [${units[i].replace(/^[[(]|[\])]$/g, "")}]` : name));
}

/**
 * The columns of rows.
 * @param {{ line: number, cells: string[] }[]} rows @param {string[]} names @param {Format} format
 */
function filled(rows, names, format) {
  const width = names.length || rows[0].cells.length;
  if (rows.length * width > MOST)
    throw new Error(`A table has at most ${MOST} numbers; this one has ${rows.length} lines of ${width}.`);
  const texts = rows.map(({ line, cells }) => {
    if (cells.length !== width)
      throw new Error(
        `Line ${line} has ${cells.length} cells; ${names.length ? "the header" : "the first line"} has ${width}.`,
      );
    return cells.map((cell, i) => {
      const text = number(cell, format);
      if (text !== undefined && Number.isFinite(Number(text))) return text;
      const place = `Line ${line}, column ${i + 1}${names[i] ? ` (${names[i]})` : ""}`;
      if (cell === "") throw new Error(`${place} is empty.`);
      if (/nan|inf|∞|1e/i.test(cell))
        throw new Error(`${place}: ${cell} is no finite number; end the table before it.`);
      throw new Error(`${place}: "${cell}" is no number with a decimal ${format.decimal === "," ? "comma" : "point"}.`);
    });
  });
  const columns = Array.from({ length: width }, (_, i) => column(texts.map((row) => row[i])));
  return { columns, lines: rows.map(({ line }) => line) };
}

/**
 * Numbers and the values of their last digits. Numbers in one column are taken to be written with
 * the same decimals or with the same number of digits, with zeros at the end left out.
 * @param {string[]} texts @returns {Column}
 */
function column(texts) {
  const values = Float64Array.from(texts, Number);
  const parts = texts.map((text) => {
    const [, fraction = "", exponent = "0"] = text.match(/^[^.e]*\.?(\d*)(?:e(.*))?$/i) ?? [];
    return { decimals: fraction.length - Number(exponent), digits: digits(text) };
  });
  const decimals = parts.reduce((most, part) => Math.max(most, part.decimals), Number.NEGATIVE_INFINITY);
  const length = Math.min(
    DIGITS,
    parts.reduce((most, part) => Math.max(most, part.digits), 1),
  );
  const last = 10 ** -decimals;
  const units = values.map((value) => Math.max(last, 10 ** (Math.floor(Math.log10(Math.abs(value))) + 1 - length)));
  return { values, units };
}

/** Number of significant digits. @param {string} text */
function digits(text) {
  return text.replace(/e.*/i, "").replace(/[-+.]/g, "").replace(/^0+/, "").length;
}
