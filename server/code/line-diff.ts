export type DiffLine = { text: string; isOwn: boolean };

/** Above this many cells of the table a text is shown as changed between its first and last difference. */
const cellsMax = 250_000;

/** The lines of both texts; `isOwn` marks those that the other has not. */
export function diffLines(mine: string, theirs: string): [DiffLine[], DiffLine[]] {
  const [one, other] = [mine.split('\n'), theirs.split('\n')];
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [first, second] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const [common, commonOther] =
    first.length * second.length > cellsMax ? [new Set(), new Set()] : shared(first, second);
  const mark = (lines: string[], length: number, kept: Set<unknown>) =>
    lines.map((text, at) => ({ text, isOwn: at >= start && at < start + length && !kept.has(at - start) }));
  return [mark(one, first.length, common), mark(other, second.length, commonOther)];
}

/** The places of a longest common subsequence in both. */
function shared(one: string[], other: string[]): [Set<number>, Set<number>] {
  const width = other.length + 1;
  const table = new Uint32Array((one.length + 1) * width);
  const at = (row: number, column: number) => table[row * width + column] ?? 0;
  for (let row = one.length - 1; row >= 0; row -= 1) {
    for (let column = other.length - 1; column >= 0; column -= 1) {
      table[row * width + column] =
        one[row] === other[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const found: [Set<number>, Set<number>] = [new Set(), new Set()];
  for (let row = 0, column = 0; row < one.length && column < other.length; ) {
    if (one[row] === other[column]) {
      found[0].add(row++);
      found[1].add(column++);
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return found;
}
