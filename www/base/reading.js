// Numbers as people write them.

/** What people put between groups of three digits, and before a unit. */
const SPACES = /[\s\u00a0\u2009\u202f]+/g;

/** Prefixes of units by the power of ten that they are. @type {Record<string, number>} */
const PREFIXES = { n: -9, µ: -6, μ: -6, u: -6, m: -3, c: -2, k: 3, M: 6 };

/** Units that have a prefix of their own already. @type {Record<string, [string, number]>} */
const BASES = { kg: ["g", -3] };

/**
 * The number that a text stands for, or the text itself where it stands for none or for more than one: `1.500,5` is 1500.5 here and 1.5005
 * there, `1,500` one and a half or a thousand times as much. Otherwise a decimal comma is one as a point is. Digits may stand in groups of three
 * with spaces between them, a minus may be as long as a plus, and the unit may follow, also with a prefix: `5 ms` is 0.005 s.
 * @param {string} text
 * @param {string} [unit]
 * @returns {number | string}
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

/** Decimal digits with a point, if there is one way to read them. @param {string} text */
function decimal(text) {
  // a thousand to some, and one to others
  if (/^[-+]?[1-9]\d{0,2},\d{3}$/.test(text)) return undefined;
  if (/[\s\u00a0\u2009\u202f]/.test(text) && !/^[-+]?\d{1,3}([\s\u00a0\u2009\u202f]\d{3})+([.,]\d*)?$/.test(text))
    return undefined;
  const digits = text.replace(SPACES, "").replace(",", ".");
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(digits) ? digits : undefined;
}

/** The power of ten that a unit is of another, if it is one of it. @param {string} written @param {string} unit */
function powerOf(written, unit) {
  const [own, wanted] = [written, unit].map(normal);
  if (own === "" || own === wanted) return 0;
  const [base, less] = BASES[unit] ?? [wanted, 0];
  if (own === base) return less;
  const power = PREFIXES[own[0]];
  return wanted !== "" && power !== undefined && own.slice(1) === base ? power + less : undefined;
}

/** A unit without spaces and as plain as it can be typed. @param {string} unit */
function normal(unit) {
  return unit
    .replace(SPACES, "")
    .replace(/[·*⋅]/g, "")
    .replaceAll("²", "2")
    .replaceAll("^", "")
    .replace(/^°$|^deg$/, "°");
}
