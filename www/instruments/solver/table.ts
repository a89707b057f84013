// Reads a table of numbers from a text, with any usual separator, decimal sign, header and units.
import { quoted } from "../../base/quote.ts";

/** A table. */
export interface Table {
  /** Names of the columns, with units as written; empty without a header. */
  names: string[];
  columns: Column[];
  /** Line number in the text of each row. */
  lines: number[];
  /** Sentence about a part that was left out. */
  note?: string;
}

/** A column of numbers. */
export interface Column {
  values: Float64Array;
  /** Value of the last digit that is written, for each cell. */
  units: Float64Array;
}

type Line = { line: number; text: string; comment: boolean };

/** Tells its cells. */
type Header = Record<"isName" | "isUnit", (cell: string) => boolean>;

/** Most numbers in a table, which would take the page seconds to compare, and the longest line. */
const LIMITS = { numbers: 1e6, line: 1e5 };

/** Number of lines by which the signs of a table are found. */
const PROBED_LINES = 500;

/** Number of lines above a table that may be a header. */
const HEADER_LINES = 50;

/** Fewest numbers that show how many decimals a column has. */
const MIN_NUMBERS = 8;

/** Most lines of a table whose rows are its columns, and fewest numbers in each. */
const TRANSPOSED = { lines: 7, numbers: 20 };

/** Number of digits that a double has. */
const DIGITS = 17;

/** Number of characters of the longest number. */
const MAX_CHARACTERS = 60;

/** Signs of a table, in the order in which they are preferred. */
const FORMATS = [
  { separator: "\t", decimal: "." },
  { separator: "\t", decimal: "," },
  { separator: ";", decimal: "." },
  { separator: ";", decimal: "," },
  { separator: ",", decimal: "." },
  { separator: ",", decimal: "," },
  { separator: "|", decimal: "." },
  { separator: " ", decimal: "." },
  { separator: " ", decimal: "," },
];

type Format = (typeof FORMATS)[number];

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:(?:[ed]|\*\^)[+-]?\d+)?$/i;

/** Time of day, after a date or alone: hours, minutes and seconds. */
const CLOCK = /(?:^|[\sT])(\d{1,2}):(\d{2}):(\d{2}(?:[.,]\d{1,9})?)Z?$/;

/** Cells that say that there is no number. */
const NONE = /^(?:n\/?a|nan|none|null|[+-]?inf(?:inity)?|[+-]?∞)$/i;

/** Signs at the start of a comment. */
const COMMENT = /^(?:[#%!]+|\/\/+|;\s|REM\s)/i;

/** @throws with line and reason */
export function readTable(text: string, header: Header): Table {
  const lines = linesOf(text);
  if (lines.length === 0) throw new Error("There is no table: no line has numbers.");
  const data = lines.filter(({ comment }) => !comment);
  const format = formatOf(data.slice(0, PROBED_LINES).map(({ text }) => text));
  if (!format) throw new Error("There is no table: no line has two decimal numbers or more.");
  const rows = data.map(({ line, text }) => ({ line, cells: split(text, format.separator) }));
  const { width, numeric } = shapeOf(rows.slice(0, PROBED_LINES), format);
  for (const { cells } of rows) if (cells.length === width + 1 && cells[width] === "") cells.pop();
  const start = rows.findIndex(({ cells }) => cells.length === width && numbers(cells, format).length > 1);
  const above = lines.filter(({ line }) => line < rows[start].line).slice(-HEADER_LINES);
  const names = named(above, width, format, header);
  const heads = names.length > 0 ? numeric.map((i) => names[i]) : [];
  const isOpen = !/[\r\n]$/.test(text);
  return { names: heads, ...filled(rows.slice(start), width, numeric, heads, format, isOpen) };
}

/**
 * Lines that are not empty, without invisible characters, brackets around rows and signs of
 * comments.
 */
function linesOf(text: string): Line[] {
  const breaks = occurrences(text, "\n") || occurrences(text, "\r");
  if (breaks > LIMITS.numbers / 2)
    throw new Error(`A table has at most ${LIMITS.numbers} numbers; this text has ${breaks} lines.`);
  const isList = /^\s*[[({]/.test(text.slice(0, MAX_CHARACTERS));
  const all = (isList ? unlisted(text) : text).split(/\r\n|\r|\n/);
  const long = all.findIndex(({ length }) => length > LIMITS.line);
  if (long >= 0)
    throw new Error(
      `A line of a table has at most ${LIMITS.line} characters; line ${long + 1} has ${all[long].length}.`,
    );
  return all.flatMap((raw, i) => lineOf(raw, i + 1, isList) as Line[]);
}

/** A line as it is read; none if it is empty. */
function lineOf(raw: string, line: number, isList: boolean): Line[] {
  const plain = raw
    .replace(/[\u200b-\u200f\u2060\ufeff\0]/g, "")
    .replace(/[\u2010-\u2012\u2212]/g, "-")
    .replace(/[│‖]/g, " ")
    .trimEnd();
  const [sign] = COMMENT.exec(plain.trimStart()) ?? [];
  if (sign) return [{ line, text: plain.trimStart().slice(sign.length).trim(), comment: true }];
  if (plain === "" || /^sep=.$/i.test(plain)) return [];
  const [start] = plain.split(" #", 1); // a comment at the end
  const text = start.startsWith("|") && start.endsWith("|") ? start.slice(1, -1) : start;
  return [{ line, text: isList ? text.replace(/[[\](){}]/g, " ").replace(/,\s*$/, "") : text, comment: false }];
}

/** A list of rows as lines; the keys of objects are a header. */
function unlisted(text: string) {
  const lines = text.replace(/[\])}][\s,]*(?=[[({])/g, "\n");
  const keys = Array.from(lines.split("\n", 1)[0].matchAll(/"(\w{1,20})"\s?:/g), ([, key]) => key);
  return keys.length > 0 ? `${keys.join(",")}\n${lines.replace(/"\w{1,20}"\s?:/g, "")}` : lines;
}

/** Number of places of a sign in a text. */
function occurrences(text: string, sign: string) {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}

/** The format in which lines have most numbers beside others. */
function formatOf(lines: string[]) {
  const scored = FORMATS.map((format) => {
    const counts = lines.map((line) => numbers(split(line, format.separator), format).length);
    return { format, count: counts.reduce((sum, count) => sum + (count > 1 ? count : 0), 0) };
  });
  const best = scored.reduce((best, one) => (one.count > best.count ? one : best));
  return best.count > 0 ? best.format : undefined;
}

/** Number of cells of most rows, and the columns that have numbers in most of these. */
function shapeOf(rows: { cells: string[] }[], format: Format) {
  const full = rows
    .map(({ cells }) => ({ cells: cells.at(-1) === "" ? cells.slice(0, -1) : cells, found: numbers(cells, format) }))
    .filter(({ found }) => found.length > 1);
  const width = mostFrequent(full.map(({ cells }) => cells.length));
  const same = full.filter(({ cells }) => cells.length === width);
  const numeric = Array.from({ length: width }, (_, i) => i).filter(
    (i) => same.filter(({ found }) => found.includes(i)).length > 0.5 * same.length,
  );
  return { width, numeric };
}

function mostFrequent(list: number[]) {
  const counts: Map<number, number> = new Map();
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** Columns of cells that are numbers. */
function numbers(cells: string[], format: Format) {
  return cells.flatMap((cell, i) => (number(cell, format) === undefined ? [] : [i]));
}

/** Cells of a line; a quoted one may contain the separator. */
function split(line: string, separator: string) {
  if (separator === " ") return words(line);
  if (!line.includes('"')) return line.split(separator).map(bare);
  const cells = [""];
  let isQuoted = false;
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    if (sign === separator && !isQuoted) cells.push("");
    else cells[cells.length - 1] += sign;
  }
  return cells.map(bare);
}

/** Cells between blanks; a unit in brackets belongs to the name before it. */
function words(line: string) {
  const cells: string[] = [];
  let open = "";
  for (const word of line.match(/"[^"]*"|\S+/g) ?? []) {
    const opens = /^[[(]/.test(word) && cells.length > 0;
    if (open || opens) cells[cells.length - 1] += ` ${word}`;
    else cells.push(bare(word));
    const end = opens ? (word[0] === "[" ? "]" : ")") : open;
    open = end && !word.endsWith(end) ? end : "";
  }
  return cells;
}

/** A cell without its quotes. */
function bare(cell: string) {
  const text = cell.trim();
  const [sign] = text;
  const isQuoted = text.length > 1 && (sign === '"' || sign === "'") && text.endsWith(sign);
  return isQuoted ? text.slice(1, -1).replaceAll('""', '"').trim() : text;
}

/** Text of a number with a decimal point, and of a time of day in s; undefined for other cells. */
function number(cell: string, { decimal }: Format) {
  if (cell.length > MAX_CHARACTERS) return undefined;
  const written = cell.startsWith("np.float") && cell.endsWith(")") ? cell.slice(cell.indexOf("(") + 1, -1) : cell;
  const [, hours, minutes, seconds] = (written.includes(":") && CLOCK.exec(written)) || [];
  if (hours) return inSeconds(hours, minutes, seconds.replace(",", "."));
  if (decimal === "," && written.includes(".")) return undefined;
  const text = decimal === "," ? written.replace(",", ".") : written;
  return NUMBER.test(text) ? text.replace(/d|\*\^/i, "e") : undefined;
}

function inSeconds(hours: string, minutes: string, seconds: string) {
  const [, decimals = ""] = seconds.split(".");
  return (3600 * Number(hours) + 60 * Number(minutes) + Number(seconds)).toFixed(decimals.length);
}

/**
 * Names from the nearest line above the rows with one that is known, with units in a line below it;
 * else from the nearest line with as many words.
 */
function named(above: Line[], width: number, format: Format, { isName, isUnit }: Header): string[] {
  const lines = above
    .flatMap(({ text, comment }) => {
      const cells = split(text, format.separator);
      if (cells.length === width + 1 && cells[width] === "") cells.pop();
      return { cells: comment && cells.length < width - 1 ? words(text) : cells, comment };
    })
    .filter(
      ({ cells }) => (cells.length === width || cells.length === width - 1) && numbers(cells, format).length === 0,
    );
  const isUnits = (cells: string[]) => cells.every((cell) => cell === "" || isUnit(cell));
  const found =
    lines.findLast(({ cells }) => cells.some(isName) && !isUnits(cells)) ??
    lines.findLast(({ cells, comment }) => !comment && cells.length === width && /\p{L}/u.test(cells.join("")));
  if (!found) return [];
  const names = [...Array(width - found.cells.length).fill(""), ...found.cells];
  const below = lines.slice(lines.indexOf(found) + 1).find(({ cells }) => cells.length === width && isUnits(cells));
  const units = below?.cells.map((cell) => cell.replace(/^[[(]|[\])]$/g, "")) ?? [];
  return names.map((name, i) => (units[i] ? `${name} [${units[i]}]` : name));
}

/**
 * The columns of rows. The table ends before the first line that has no full row if no full row
 * follows. Few long rows are columns.
 * @param numeric  columns with numbers
 * @param heads  their names
 * @param isOpen  true if the last line has no end
 */
function filled(
  rows: { line: number; cells: string[] }[],
  width: number,
  numeric: number[],
  heads: string[],
  format: Format,
  isOpen: boolean,
) {
  const size = rows.length * numeric.length;
  if (size > LIMITS.numbers)
    throw new Error(
      `A table has at most ${LIMITS.numbers} numbers; this one has ${rows.length} lines of ${numeric.length}.`,
    );
  const texts = rows.map(({ cells }) => rowOf(cells, width, numeric, format));
  const bad = texts.indexOf(undefined);
  const reason = bad >= 0 ? fault(rows[bad], width, numeric, heads, format) : undefined;
  if (reason && texts.slice(bad).some((row) => row)) throw new Error(`${reason}.`);
  const full = (reason ? texts.slice(0, bad) : texts) as string[][];
  const lines = rows.slice(0, full.length).map(({ line }) => line);
  if (reason) return { ...columnsOf(full, lines), note: `${reason}: the table ends before it.` };
  if (heads.length === 0 && full.length <= TRANSPOSED.lines && numeric.length >= TRANSPOSED.numbers) {
    const turned = numeric.map((_, i) => full.map((row) => row[i]));
    const places = numeric.map((i) => i + 1);
    return { ...columnsOf(turned, places), note: "Each line of the table is read as a column." };
  }
  if (!isOpen || !isCut(full)) return columnsOf(full, lines);
  const note = `Line ${lines.at(-1)} is cut off: it is left out.`;
  return { ...columnsOf(full.slice(0, -1), lines.slice(0, -1)), note };
}

/** True if the last number has fewer decimals than all others of its column. */
function isCut(rows: string[][]) {
  const decimals = rows.map((row) => row.at(-1)?.split(".")[1]?.length ?? 0);
  const last = decimals.pop() ?? 0;
  return decimals.length >= MIN_NUMBERS && decimals.every((count) => count > last);
}

/** Texts of the numbers in a row; undefined if one is missing. */
function rowOf(cells: string[], width: number, numeric: number[], format: Format) {
  if (cells.length !== width) return undefined;
  const row = numeric.map((i) => number(cells[i], format));
  const isFull = row.every((text) => text !== undefined && Number.isFinite(Number(text)));
  return isFull ? (row as string[]) : undefined;
}

function columnsOf(rows: string[][], lines: number[]) {
  return { columns: rows[0].map((_, i) => column(rows.map((row) => row[i]))), lines };
}

/** Reason why a line is no full row. */
function fault(
  { line, cells }: { line: number; cells: string[] },
  width: number,
  numeric: number[],
  heads: string[],
  format: Format,
) {
  if (numbers(cells, format).length === 0 && cells.length !== width) return `Line ${line} has no numbers`;
  if (cells.length !== width) return `Line ${line} has ${counted(cells.length)}; the others have ${width}`;
  const at = numeric.findIndex((i) => !Number.isFinite(Number(number(cells[i], format) ?? Number.NaN)));
  const cell = cells[numeric[at]];
  const place = `Line ${line}, column ${numeric[at] + 1}${heads[at] ? ` (${shortened(heads[at])})` : ""}`;
  if (cell === "") return `${place} is empty`;
  if (NONE.test(cell) || number(cell, format) !== undefined) return `${place}: ${shortened(cell)} is no finite number`;
  return `${place}: ${quoted(cell)} is no number with a decimal ${format.decimal === "," ? "comma" : "point"}`;
}

function counted(cells: number) {
  return cells === 1 ? "1 cell" : `${cells} cells`;
}

/** A text as `quoted` shows it, without quotes. */
export function shortened(text: string) {
  return quoted(text).replace(/^"|"$/g, "");
}

/**
 * Numbers and the values of their last digits. Numbers in one column are taken to be written with
 * the same decimals or with the same number of digits, with zeros at the end left out.
 */
function column(texts: string[]): Column {
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

/** Number of significant digits. */
function digits(text: string) {
  return text.replace(/e.*/i, "").replace(/[-+.]/g, "").replace(/^0+/, "").length;
}
