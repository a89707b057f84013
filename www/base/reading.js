// Parsing of numbers as people write them.

/** Spaces between groups of three digits, and before a unit. */
const SPACES = /[\s\u00a0\u2009\u202f]+/g;

/** Powers of ten of unit prefixes. @type {Record<string, number>} */
const PREFIXES = { n: -9, µ: -6, μ: -6, u: -6, m: -3, c: -2, k: 3, M: 6 };

/** Prefixed units: the bare unit and a power of ten. @type {Record<string, [string, number]>} */
const BASES = { kg: ["g", -3] };

/**
 * Parses a number. Decimal point or comma, groups of three digits with spaces, a typographic minus,
 * and the unit with or without a prefix are understood: `5 ms` is 0.005 s. Ambiguous texts are
 * refused: `1,500` is 1.5 or 1500, `1.500,5` is 1500.5 in some countries only.
 * @param {string} text
 * @param {string} [unit]
 * @returns {number | string} the text itself if it is not a number, or ambiguous
 */
export function readNumber(text, unit = "") {
  const plain = text.replaceAll("−", "-").trim();
  const parts = /^([-+]?[\d.,\s\u00a0\u2009\u202f]*(?:e[-+]?\d+)?)(.*)$/i.exec(plain);
  if (!parts) return text;
  const [, number, rest] = parts;
  const power = powerOf(rest, unit);
  const digits = decimal(number.trim());
  if (power === undefined || digits === undefined) return text;
  const [mantissa, exponent = "0"] = digits.toLowerCase().split("e");
  const value = Number(`${mantissa}e${Number(exponent) + power}`);
  return Number.isFinite(value) ? value : text;
}

/** Digits with a decimal point and no spaces; undefined if ambiguous. @param {string} text */
function decimal(text) {
  // thousands in some countries, a decimal comma in others
  if (/^[-+]?[1-9]\d{0,2},\d{3}$/.test(text)) return undefined;
  if (/[\s\u00a0\u2009\u202f]/.test(text) && !/^[-+]?\d{1,3}([\s\u00a0\u2009\u202f]\d{3})+([.,]\d*)?$/.test(text))
    return undefined;
  const digits = text.replace(SPACES, "").replace(",", ".");
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(digits) ? digits : undefined;
}

/**
 * Power of ten of a written unit relative to another; undefined if it is a different unit.
 * @param {string} written @param {string} unit
 */
function powerOf(written, unit) {
  const [own, wanted] = [written, unit].map(normal);
  if (own === "" || own === wanted) return 0;
  const [base, less] = BASES[unit] ?? [wanted, 0];
  if (own === base) return less;
  const power = PREFIXES[own[0]];
  return wanted !== "" && power !== undefined && own.slice(1) === base ? power + less : undefined;
}

/** A unit in plain characters: no spaces, dots or superscripts. @param {string} unit */
function normal(unit) {
  return unit
    .replace(SPACES, "")
    .replace(/[·*⋅]/g, "")
    .replaceAll("²", "2")
    .replaceAll("^", "")
    .replace(/^°$|^deg$/, "°");
}
