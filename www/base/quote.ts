// Foreign text in a sentence.

/** Maximum number of characters of a quotation. */
const MAX_QUOTED = 80;

/** Maximum number of characters that are read for a quotation. */
const MAX_READ = 1000;

/**
 * A foreign text as a sentence can show it: in quotes, on one line, 80 characters at most with an
 * ellipsis where it is cut, without control and invisible characters. A blank text is *nothing*.
 */
export function quoted(text: unknown) {
  if (typeof text === "object" ? text !== null : typeof text === "function") return `a value of type ${typeof text}`;
  const whole = String(text).slice(0, MAX_READ + 1);
  const shown = whole
    .slice(0, MAX_READ)
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\p{Cf}\p{Cs}]/gu, "")
    .trim();
  const characters = Array.from(shown);
  const cut = characters.length > MAX_QUOTED || whole.length > MAX_READ;
  const kept = cut ? `${characters.slice(0, MAX_QUOTED - 1).join("")}…` : shown;
  if (kept === "") return "nothing";
  return typeof text === "number" || typeof text === "bigint" ? kept : `"${kept}"`;
}
