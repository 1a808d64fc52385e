import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateRawSync } from 'node:zlib';
import { applySolves, holdScoreboard } from '@vexil/rules/scoreboard.advance.rules';
import type { Scoreboard } from '@vexil/rules/scoreboard.board.rules';
import { findRowText, restText, unpackRowPlaces } from '@vexil/rules/scoreboard.row-index';
import { computeScoreboard, type ScoreboardFacts } from '@vexil/rules/scoreboard.rules';
import { boardBody, boardText } from '@vexil/runtime/scoreboard.store';
import { describe, expect, it } from 'vitest';
import { gzipBoard } from './board-gzip';
import { bodyOf, compressBoard, writeBoard, writeDocument } from './board-writer';

const start = Date.UTC(2026, 4, 1);
const names = ['ants', 'Übung "quoted"\n', '队伍', '🐝', '\ud800'];

function someFacts(teams: number): ScoreboardFacts {
  return {
    game: { id: 1, start, end: start + 1000, bloodBonus: 0 },
    divisions: [{ id: 3, name: 'juniors', defaultPermissions: 0, challengeConfigs: [] }],
    participations: Array.from({ length: teams }, (_, at) => ({
      id: 100 + at,
      teamId: at + 1,
      teamName: names[at % names.length] ?? '',
      bio: at % 2 ? null : 'bio',
      avatar: at % 2 ? '/assets/x/avatar' : null,
      divisionId: at % 3 ? null : 3,
      status: 'Accepted',
    })),
    challenges: [1, 2].map((id) => ({
      id,
      title: names[id] ?? '',
      category: 'Web',
      enabled: true,
      originalScore: 1000,
      minScoreRate: 0.1,
      difficulty: 5,
      deadline: null,
      disableBloodBonus: false,
    })),
    solves: [],
  };
}

describe('writeBoard', () => {
  it.each([0, 1, 7])('gives what JSON gives for %i teams, to the byte, before and after solves', (teams) => {
    const facts = someFacts(teams);
    const held = holdScoreboard(facts, computeScoreboard(facts, start));
    const expectText = (version: number) => {
      const { board } = held;
      const text = boardText(boardBody(board), board.updateTimeUtc, version);
      // A lone surrogate is escaped by JSON, so what is compared is valid UTF-8.
      expect(writeBoard(board, version).toString()).toBe(text);
      expect(bodyOf(writeBoard(board, version)).equals(writeBoard(board, null))).toBe(true);
      expect(writeBoard(board, null).toString()).toBe(boardBody(board));
    };
    expectText(1);
    for (let at = 0; at < teams; at += 1) {
      const solve = { participationId: 100 + at, challengeId: 1 + (at % 2), submissionId: at + 1, userName: '队' };
      applySolves(held, [{ ...solve, time: start + at }], start + at);
      expectText(at + 2);
    }
  });
});

describe('writeDocument', () => {
  it.each([0, 1, 7])('says where each of %i rows lies', (teams) => {
    const board = computeScoreboard(someFacts(teams), start);
    const version = 1_795_099_124_035;
    const { identity, rowIndex } = writeDocument(board, version);
    expect(identity.equals(writeBoard(board, version))).toBe(true);
    const places = unpackRowPlaces(rowIndex, version);
    if (!places) throw new Error('The index cannot be read.');
    for (const row of board.items) {
      expect(findRowText(identity, places, row.id)?.toString()).toBe(JSON.stringify(row));
    }
    expect(findRowText(identity, places, teams + 1)).toBeNull();
    const { divisions, challenges, challengeCount } = board;
    expect(restText(identity, places)).toBe(JSON.stringify({ divisions, challenges, challengeCount }));
  });
});

describe('compressBoard', () => {
  const compress = (board: Scoreboard, version: number) => compressBoard(writeDocument(board, version));

  it.each([0, 1, 64, 65, 1000])('gives two forms of the text of %i teams', async (teams) => {
    const board = computeScoreboard(someFacts(teams), start);
    const { gzip, br } = await compress(board, 1);
    const text = writeBoard(board, 1);
    expect(gunzipSync(gzip).equals(text)).toBe(true);
    expect(brotliDecompressSync(br).equals(text)).toBe(true);
  });

  it('keeps what has not changed, and is right after any solve', async () => {
    const teams = 300;
    const facts = someFacts(teams);
    const held = holdScoreboard(facts, computeScoreboard(facts, start));
    for (const [version, at] of [299, 0, 150, 299, 63, 64, 65, 128, 250].entries()) {
      const solve = { participationId: 100 + at, challengeId: 1 + (version % 2), submissionId: version + 1 };
      applySolves(held, [{ ...solve, userName: '队', time: start + version }], start + version);
      const { gzip } = await compress(held.board, version + 2);
      expect(gunzipSync(gzip).equals(writeBoard(held.board, version + 2))).toBe(true);
    }
  });

  it('compresses no row again that is where it was', async () => {
    const written = writeDocument(computeScoreboard(someFacts(200), start), 1);
    await gzipBoard(written);
    const identity = Buffer.from(written.identity);
    identity.fill(' ', written.firstAt, written.ends.at(-1));
    const gzip = await gzipBoard({ ...written, identity });
    // Between the head of the stream and its sum, which is that of the blanks.
    expect(inflateRawSync(gzip.subarray(10, -8)).equals(written.identity)).toBe(true);
  });

  it('is a stream that clients of HTTP read', async () => {
    const board = computeScoreboard(someFacts(500), start);
    const { gzip } = await compress(board, 1);
    const server = createServer((_request, reply) => {
      reply.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzip);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const reply = await fetch(`http://127.0.0.1:${port}/`);
    expect(Buffer.from(await reply.arrayBuffer()).equals(writeBoard(board, 1))).toBe(true);
    await new Promise((resolve) => server.close(resolve));
  });
});
