// Lays functions of a module that are alike side by side: gzip finds again what stood within 32 kB before.

/** How far gzip looks back, in bytes. */
const WINDOW = 2 ** 15;

/** So many bytes in a row are a word; two functions are alike as far as they have the same words. */
const WORD = 6;

/** Words of more functions than these tell nothing. */
const COMMON = 60;

/** What a function has beside its words, in bytes. */
const HEAD = 20;

const CUSTOM = 0;
const CODE = 10;
const FUNCTION_NAMES = 1;

/**
 * The module with names for its functions: sorted by them, they lie in the order in which they are to lie.
 * @param {Uint8Array<ArrayBuffer>} module
 */
export function named(module) {
  const functions = bodies(module);
  const imported = WebAssembly.Module.imports(new WebAssembly.Module(module)).filter(({ kind }) => kind === "function");
  const places = new Map(order(functions).map((f, place) => [f, place]));
  const digits = String(functions.length).length;
  const names = functions.map((_, f) => [
    ...leb(imported.length + f),
    ...text(String(places.get(f)).padStart(digits, "0")),
  ]);
  const list = [...leb(names.length), ...names.flat()];
  const section = [...text("name"), FUNCTION_NAMES, ...leb(list.length), ...list];
  return Uint8Array.from([...module, CUSTOM, ...leb(section.length), ...section]);
}

/**
 * Places of functions in the order in which they are to lie: next comes the one that has most words, for its length, of those within the window.
 * @param {Uint8Array[]} functions
 */
export function order(functions) {
  /** @type {Map<number, number[]>} */
  const holders = new Map();
  functions.forEach((body, f) => {
    for (const word of words(body)) holders.set(word, [...(holders.get(word) ?? []), f]);
  });
  /** @type {number[][]} */
  const shared = functions.map(() => []);
  for (const [word, all] of holders)
    if (all.length > 1 && all.length <= COMMON) for (const f of all) shared[f].push(word);
  const known = functions.map(() => 0);
  /** @type {Map<number, number>} */
  const seen = new Map();
  const count = (/** @type {number} */ f, /** @type {1 | -1} */ change) => {
    for (const word of shared[f]) {
      const times = (seen.get(word) ?? 0) + change;
      seen.set(word, times);
      if (times === (change > 0 ? 1 : 0)) for (const g of holders.get(word) ?? []) known[g] += change;
    }
  };
  const left = new Set(functions.keys());
  /** @type {number[]} */
  const ordered = [];
  let [first, size] = [0, 0];
  while (left.size > 0) {
    const share = (/** @type {number} */ f) => known[f] / (functions[f].length + HEAD);
    const next = [...left].reduce((best, f) => (share(f) > share(best) ? f : best));
    left.delete(next);
    ordered.push(next);
    count(next, 1);
    size += functions[next].length;
    for (; size > WINDOW; first++) {
      count(ordered[first], -1);
      size -= functions[ordered[first]].length;
    }
  }
  return ordered;
}

/** The words of a function, each as a number. @param {Uint8Array} body */
function words(body) {
  const found = new Set();
  let word = 0;
  body.forEach((byte, i) => {
    word = (word % 256 ** (WORD - 1)) * 256 + byte;
    if (i >= WORD - 1) found.add(word);
  });
  return found;
}

/** What stands in the module's functions. @param {Uint8Array} module */
function bodies(module) {
  let at = 8; // after magic number and version
  const number = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = module[at++];
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
  };
  while (module[at++] !== CODE) {
    const length = number();
    at += length;
  }
  number(); // the section's length
  return Array.from({ length: number() }, () => {
    const length = number();
    at += length;
    return module.subarray(at - length, at);
  });
}

/** @param {number} value @returns {number[]} */
function leb(value) {
  return value < 128 ? [value] : [(value % 128) + 128, ...leb(Math.floor(value / 128))];
}

/** @param {string} ascii */
function text(ascii) {
  return [...leb(ascii.length), ...Buffer.from(ascii)];
}
