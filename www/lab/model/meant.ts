// Names in addresses: those of settings, misspelt ones, and names that other services have added.

/** Edits by which a misspelt name may differ, by the length of the right one. */
const EDITS = (length: number) => (length < 4 ? 0 : length < 8 ? 1 : 2);

/** Length below which a replaced letter makes another word: share is not shape. */
const SHORT = 6;

/**
 * True if a name is a known one or resembles one, so that it is worth a report. Others were added
 * on the way: by a newsletter, a learning platform or a button for sharing.
 */
export function isMeant(name: string, known: string[]) {
  const given = plain(name);
  return known.map(plain).some((right) => {
    const most = EDITS(right.length);
    return Math.abs(given.length - right.length) <= most && distance(given, right) <= most;
  });
}

function plain(name: string) {
  return name.replace(/[-_]/g, "").toLowerCase();
}

/** Number of letters that are inserted, left out, replaced, or exchanged with their neighbours. */
function distance(a: string, b: string) {
  /** Distances of the first i letters of a from all beginnings of b. */
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : b.length < SHORT ? 2 : 1);
      rows[i][j] = Math.min(replaced, rows[i - 1][j] + 1, rows[i][j - 1] + 1);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[a.length][b.length];
}
