// Parsing of numbers as people write them.

/** Powers of ten of unit prefixes. */
const PREFIXES = new Map(Object.entries({ n: -9, µ: -6, μ: -6, u: -6, m: -3, c: -2, k: 3, M: 6 }));

/** Prefixed units: the bare unit and a power of ten. */
const BASES: Map<string, [string, number]> = new Map([["kg", ["g", -3]]]);

/**
 * Parses a number. Decimal point or comma, groups of three digits with spaces or apostrophes, a
 * typographic minus, and the unit with or without a prefix are understood: `5 ms` is 0.005 s.
 * `doubt` explains ambiguous texts and numbers too close to 0, which are refused.
 * @returns the text itself if it is not a number, or refused
 */
export function readNumber(text: string, unit: string = ""): number | string {
  const { number, rest } = parts(text);
  const power = powerOf(rest, unit);
  const digits = decimal(number);
  if (power === undefined || digits === undefined) return text;
  const [mantissa, exponent = "0"] = digits.toLowerCase().split("e");
  const value = Number(`${mantissa}e${Number(exponent) + power}`);
  return Number.isFinite(value) && (value !== 0 || isZero(mantissa)) ? value : text;
}

/**
 * Explains why a text with digits is not read, as the end of a sentence about it.
 * @returns empty if there is nothing to explain
 */
export function doubt(text: string): string {
  const { number } = parts(text);
  if (isAmbiguous(number))
    return `, which may mean ${Number(number.replace(",", "."))} or ${Number(number.replace(",", ""))}`;
  if (/[.,]\d{3}[.,]/.test(number)) return ": write thousands without points and commas";
  const digits = decimal(number);
  if (digits && Number(digits) === 0 && !isZero(digits.split(/e/i, 1)[0]))
    return ", which is closer to 0 than a computer's numbers: write 0";
  return "";
}

/** The number at the start of a text, with a plain minus, and the rest. */
function parts(text: string) {
  const plain = text
    .normalize("NFKC") // full-width digits, and ² as 2
    .replace(/\p{Cf}/gu, "") // invisible characters of pasted texts
    .replaceAll("−", "-")
    .replace(/(?<=\d)\s?[·×*⋅]\s?10\s?\^?\s?([-+]?\d+)/, "e$1")
    .trim();
  const [, number, rest] = /^([-+]?[\d.,\s'’]*(?:e[-+]?\d+)?)(.*)$/is.exec(plain) ?? ["", "", plain];
  return { number: number.trim(), rest };
}

/** True for thousands in some countries that are decimals in others. */
function isAmbiguous(number: string) {
  return /^[-+]?[1-9]\d{0,2},\d{3}$/.test(number);
}

function isZero(mantissa: string) {
  return !/[1-9]/.test(mantissa);
}

/** Digits with a decimal point and no groups; undefined if ambiguous. */
function decimal(number: string) {
  if (isAmbiguous(number)) return undefined;
  if (/[\s'’]/.test(number) && !/^[-+]?\d{1,3}([\s'’]\d{3})+([.,]\d*)?$/.test(number)) return undefined;
  const digits = number.replace(/[\s'’]/g, "").replace(",", ".");
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(digits) ? digits : undefined;
}

/** Power of ten of a written unit relative to another; undefined if it is a different unit. */
function powerOf(written: string, unit: string) {
  const [own, wanted] = [written, unit].map(normal);
  if (own === "" || own === wanted) return 0;
  const [base, less] = BASES.get(unit) ?? [wanted, 0];
  if (own === base) return less;
  const power = PREFIXES.get(own[0]);
  return wanted !== "" && power !== undefined && own.slice(1) === base ? power + less : undefined;
}

/** A unit in plain characters: no spaces, dots or superscripts. */
function normal(unit: string) {
  return unit
    .replace(/[\s·*⋅]/g, "")
    .replaceAll("²", "2")
    .replaceAll("^", "")
    .replace(/^°$|^deg$/, "°");
}
