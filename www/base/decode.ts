// Text from the bytes of a file.

/** Byte order marks and their encodings. */
const MARKS: [bytes: number[], encoding: string][] = [
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/** Bytes by which UTF-16 without a mark is found. */
const PROBE = 1000;

/** The text of a file in UTF-8, in UTF-16, or in Latin-1 as Windows writes it. */
export function decoded(buffer: ArrayBuffer) {
  const bytes = new Uint8Array(buffer);
  const [, marked] = MARKS.find(([mark]) => mark.every((byte, i) => bytes[i] === byte)) ?? [];
  const encoding = marked ?? wide(bytes.subarray(0, PROBE));
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** UTF-16 if every other byte is zero, as in plain tables. */
function wide(bytes: Uint8Array) {
  const zeros = [0, 0];
  for (const [i, byte] of bytes.entries()) if (byte === 0) zeros[i % 2] += 1;
  const [even, odd] = zeros.map((count) => count > 0.4 * bytes.length);
  if (odd) return "utf-16le";
  return even ? "utf-16be" : undefined;
}
