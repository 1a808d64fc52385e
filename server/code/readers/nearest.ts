const lengthMax = 40;

/** The known key that differs by at most two letters, or by a third of a short one. */
export function nearest(key: string, known: readonly string[]): string | null {
  if (key.length > lengthMax) return null;
  const wanted = key.toLowerCase().replaceAll('-', '_');
  const limit = Math.min(2, Math.floor(wanted.length / 3));
  let best: string | null = null;
  let least = limit + 1;
  for (const name of known) {
    if (Math.abs(name.length - wanted.length) >= least) continue;
    const distance = editDistance(wanted, name.toLowerCase());
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const swap = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
