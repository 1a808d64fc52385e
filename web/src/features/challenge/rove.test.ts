import { describe, expect, it } from 'vitest';
import { neighbour } from './rove';

const columnWidth = 300;

/** Items at the given heights of each column, in the order of the list: one column after the other. */
function placed(...columns: number[][]): HTMLElement[] {
  return columns.flatMap((tops, column) =>
    tops.map((top, row) => {
      const item = document.createElement('a');
      item.id = `${column}.${row}`;
      item.getBoundingClientRect = () => new DOMRect(column * (columnWidth + 12), top, columnWidth, 54);
      return item;
    }),
  );
}

function walk(items: readonly HTMLElement[], from: string, ...keys: string[]): string[] {
  let at = items.find(({ id }) => id === from) as HTMLElement;
  return keys.map((key) => {
    const to = neighbour(items, at, key);
    at = to ?? at;
    return to?.id ?? 'stays';
  });
}

describe('the neighbour of a row', () => {
  // The left column has a heading between its second and third row, the right one between its first and second.
  const two = placed([30, 90, 180, 240], [30, 120, 180]);

  it('is the next one of its column, past headings, as far as its end', () => {
    const down = 'ArrowDown';
    const up = 'ArrowUp';
    expect(walk(two, '0.0', down, down, down, down)).toEqual(['0.1', '0.2', '0.3', 'stays']);
    expect(walk(two, '1.0', down, down, down)).toEqual(['1.1', '1.2', 'stays']);
    expect(walk(two, '1.2', up, up, up)).toEqual(['1.1', '1.0', 'stays']);
  });

  it('is at the nearest height of the other column', () => {
    expect(walk(two, '0.1', 'ArrowRight', 'ArrowRight')).toEqual(['1.1', 'stays']);
    expect(walk(two, '0.3', 'ArrowRight', 'ArrowLeft', 'ArrowLeft')).toEqual(['1.2', '0.2', 'stays']);
  });

  it('is not beside it where there is one column', () => {
    expect(walk(placed([30, 90]), '0.0', 'ArrowRight', 'ArrowLeft', 'ArrowDown')).toEqual(['stays', 'stays', '0.1']);
  });

  it('is the first or last of all for Home and End', () => {
    expect(walk(two, '0.2', 'End', 'Home')).toEqual(['1.2', '0.0']);
  });
});
