// Origins of pages that may exchange messages with the frame.
import { quoted } from "./base/quote.ts";

/** Stand for a page without an origin and for all pages. */
const WORDS = ["null", "*"];

/**
 * Reads the origins that an address names. An address of a page stands for its origin, however it
 * is written: https://Course.example:443/week/1 for https://course.example.
 * @returns origins as browsers write them, and a sentence for each text that names none
 */
export function readOrigins(given: string[]): { origins: string[]; refusals: string[] } {
  const read = given.map((text) => ({ text, origin: WORDS.includes(text) ? text : originOf(text) }));
  return {
    origins: read.flatMap(({ origin }) => origin ?? []),
    refusals: read.flatMap(({ text, origin }) =>
      origin === undefined
        ? `origin must be an address such as https://course.example, "null" or "*"; ${quoted(text)} was given.`
        : [],
    ),
  };
}

/** Origin of an address; undefined if it has none. */
function originOf(text: string) {
  try {
    const { origin } = new URL(text);
    return origin === "null" ? undefined : origin;
  } catch {
    return undefined;
  }
}
