import { describe, expect, it } from 'vitest';
import { findRowText, packRowPlaces, type RowPlaces, restText, unpackRowPlaces } from './scoreboard.row-index';

function write(rows: readonly { id: number; name: string }[], version: number) {
  const head = '{"version":1,"items":[';
  const texts = rows.map((row) => JSON.stringify(row));
  const text = Buffer.from(`${head}${texts.join()}],"challenges":{"Web":[]},"challengeCount":0}`);
  let end = head.length - 1;
  const ends = texts.map((one) => {
    end += 1 + Buffer.byteLength(one);
    return end;
  });
  const places: RowPlaces = { version, firstAt: head.length, teamIds: rows.map(({ id }) => id), ends };
  return { text, packed: packRowPlaces(places) };
}

const version = 1_795_099_124_035;
const rows = [7, 2, 2_147_483_647].map((id) => ({ id, name: `队伍 "${id}"` }));

describe('the index of rows', () => {
  it('finds each row and what stands behind them, wherever it lies in memory', () => {
    const { text, packed } = write(rows, version);
    for (const shift of [0, 1, 2, 3]) {
      const shifted = Buffer.concat([Buffer.alloc(shift), packed]).subarray(shift);
      const places = unpackRowPlaces(shifted, version);
      if (!places) throw new Error('It was not read.');
      for (const row of rows) expect(JSON.parse(findRowText(text, places, row.id)?.toString() ?? '')).toEqual(row);
      expect(findRowText(text, places, 3)).toBeNull();
      expect(JSON.parse(restText(text, places))).toEqual({ challenges: { Web: [] }, challengeCount: 0 });
    }
  });

  it('knows a board without rows', () => {
    const { text, packed } = write([], version);
    const places = unpackRowPlaces(packed, version);
    if (!places) throw new Error('It was not read.');
    expect(findRowText(text, places, 7)).toBeNull();
    expect(JSON.parse(restText(text, places))).toEqual({ challenges: { Web: [] }, challengeCount: 0 });
  });

  it('is nothing for another version, and when it is cut', () => {
    const { packed } = write(rows, version);
    expect(unpackRowPlaces(packed, version + 1)).toBeNull();
    expect(unpackRowPlaces(packed, version - 2 ** 32)).toBeNull();
    for (let length = 0; length < packed.length; length += 1) {
      expect(unpackRowPlaces(packed.subarray(0, length), version)).toBeNull();
    }
  });
});
