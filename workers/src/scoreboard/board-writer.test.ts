import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { applySolves, holdScoreboard } from '@vexil/server/contract/scoreboard.advance.rules';
import { computeScoreboard, type ScoreboardFacts } from '@vexil/server/contract/scoreboard.rules';
import { boardBody, boardText } from '@vexil/server/contract/scoreboard.store';
import { describe, expect, it } from 'vitest';
import { bodyOf, compressBoard, writeBoard } from './board-writer';

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

describe('compressBoard', () => {
  it('gives two forms of one text', async () => {
    const identity = Buffer.from('{"bloodBonus":0}'.repeat(1000));
    const { gzip, br } = await compressBoard(identity);
    expect(gunzipSync(gzip).equals(identity)).toBe(true);
    expect(brotliDecompressSync(br).equals(identity)).toBe(true);
  });
});
