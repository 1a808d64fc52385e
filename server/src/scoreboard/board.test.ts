import { gzipSync } from 'node:zlib';
import { packRowPlaces, unpackRowPlaces } from '@vexil/rules/scoreboard.row-index';
import { describe, expect, it } from 'vitest';
import { publishedBoard } from './board';

const version = 1_795_099_124_035;
const web = { id: 4, title: 'door', category: 'Web', score: 500 };

function published(text: string, gzip = gzipSync(text), rows: { id: number; row: string }[] | null = null) {
  const firstAt = text.indexOf('[') + 1;
  let end = firstAt - 1;
  const ends = (rows ?? []).map(({ row }) => {
    end += 1 + row.length;
    return end;
  });
  const packed = packRowPlaces({ version, firstAt, teamIds: (rows ?? []).map(({ id }) => id), ends });
  return publishedBoard({
    version,
    updateTimeUtc: 1,
    factsAt: 1,
    frozenAt: null,
    etag: 'W/"1-1"',
    gzip,
    br: Buffer.from(''),
    claimed: null,
    rows: rows && unpackRowPlaces(packed, version),
  });
}

describe('a published board', () => {
  it('finds a row without reading the others', async () => {
    const rows = [
      { id: 9, row: '{"what":is no JSON' },
      { id: 2, row: '{"id":2,"name":"ants"}' },
    ];
    const text = `{"items":[${rows.map(({ row }) => row).join()}],"challenges":{"Web":[${JSON.stringify(web)}]}}`;
    const board = published(text, gzipSync(text), rows);
    const pieces = await board.pieces();
    expect(JSON.parse(pieces.rowText(2) ?? '')).toEqual({ id: 2, name: 'ants' });
    expect(pieces.rowText(3)).toBeNull();
    expect(pieces.byId.get(4)).toEqual(web);
    await expect(board.whole()).rejects.toThrow(SyntaxError);
  });

  it('has the same pieces where nobody said where they are', async () => {
    const board = published(`{"items":[{"id":2,"name":"ants"}],"challenges":{"Web":[${JSON.stringify(web)}]}}`);
    const pieces = await board.pieces();
    expect(JSON.parse(pieces.rowText(2) ?? '')).toEqual({ id: 2, name: 'ants' });
    expect(pieces.rowText(3)).toBeNull();
    expect(pieces.byId.get(4)).toEqual(web);
  });

  it('is inflated once, and not before somebody needs its text', async () => {
    const broken = published('', Buffer.from('no gzip'));
    await expect(broken.text()).rejects.toThrow();
    const board = published('{"items":[]}');
    const texts = await Promise.all([board.text(), board.text(), board.text()]);
    for (const text of texts) expect(text).toBe(texts[0]);
  });
});
