import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { computeScoreboard } from '@vexil/rules/scoreboard.rules';
import { largeFacts } from '@vexil/rules/testing/board-histories';
import { describe, expect, it } from 'vitest';
import { Board, writeBoard } from './board';

const facts = largeFacts({ teams: 40, challenges: 7, solves: 150 });
const computed = computeScoreboard(facts, 2 ** 41);
const board = new Board(3, computed, 17);

describe('a board', () => {
  it('is written as its reply would be, and once', async () => {
    const { updateTimeUtc, ...rest } = computed;
    const text = JSON.stringify({ updateTimeUtc, version: 17, ...rest });
    expect(writeBoard(computed, 17)).toBe(text);
    const documents = await Promise.all([board.read('identity'), board.read('br'), board.read('gzip')]);
    expect(documents[0].toString()).toBe(text);
    expect(brotliDecompressSync(documents[1]).toString()).toBe(text);
    expect(gunzipSync(documents[2]).toString()).toBe(text);
    expect(await board.read('br')).toBe(documents[1]);
    expect(board.costMs).toBeGreaterThan(0);
  });

  it('finds rows and challenges', () => {
    const [row] = computed.items;
    expect(board.findRow(row?.id ?? 0)).toBe(row);
    expect(board.findRow(-1)).toBeUndefined();
    const [challenge] = Object.values(computed.challenges).flat();
    expect(board.findChallenge(challenge?.id ?? 0)).toBe(challenge);
    expect(board.findChallenge(-1)).toBeUndefined();
    expect(board.whole()).toEqual({ ...computed, version: 17 });
  });

  it('has another tag for another version or time', () => {
    const later = { ...computed, updateTimeUtc: computed.updateTimeUtc + 1 };
    const tags = [board, new Board(3, computed, 18), new Board(3, later, 17), new Board(4, computed, 17)];
    expect(new Set(tags.map(({ etag }) => etag)).size).toBe(4);
    expect(board.etag).toMatch(/^W\/"3-11-[0-9A-F]+"$/);
  });
});
