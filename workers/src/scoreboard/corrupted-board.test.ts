import { solves } from '@vexil/db/schema/submission';
import { type BuiltChallenge, buildChallenge } from '@vexil/db/testing/challenge';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { buildGame } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import type { HeldScoreboard } from '@vexil/rules/scoreboard.advance.rules';
import { verifyScoreboard } from '@vexil/server/testing/scoreboard';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { countOf, endPause, followDeltas, readBoard } from '../../testing/board';
import { createTestWorker, type TestWorker } from '../../testing/worker';
import { advanceBoard } from './advance-board';
import type { HeldGame, Wish } from './held-game';

const build: Wish = { facts: true, check: false, repeated: false };
const look: Wish = { facts: false, check: false, repeated: false };
const check: Wish = { facts: false, check: true, repeated: false };

let database: TestDatabase;
let worker: TestWorker;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  worker = await createTestWorker({ database, redisUrl: inject('redisUrl') });
});
afterAll(async () => {
  await worker.close();
  await database.drop();
});

let gameId: number;
let tasks: [BuiltChallenge, BuiltChallenge];
let teams: [BuiltParticipation, BuiltParticipation, BuiltParticipation];
beforeEach(async () => {
  gameId = (await buildGame(database.db)).id;
  tasks = [await buildChallenge(database.db, { gameId }), await buildChallenge(database.db, { gameId })];
  const join = () => buildParticipation(database.db, { gameId });
  teams = [await join(), await join(), await join()];
  await solve(teams[0], tasks[0]);
  await solve(teams[1], tasks[0]);
});

/** Stores an answer with its verdict, as a judge leaves them behind. */
async function solve(team: BuiltParticipation, { challenge }: BuiltChallenge): Promise<void> {
  const { id, submittedAt } = await buildSubmission(database.db, team, challenge, { status: 'Accepted' });
  const key = { gameId, challengeId: challenge.id, participationId: team.participation.id };
  const by = { accountId: team.captain.id, solvedAt: submittedAt };
  await database.db.insert(solves).values({ ...key, ...by, submissionId: id });
}

async function advance(held: HeldGame | null, wish: Wish): Promise<HeldGame> {
  await endPause(worker.deps, gameId);
  const next = await advanceBoard(worker.deps, gameId, held, wish);
  if (!next) throw new Error('There is nothing to hold.');
  return next;
}

const heldOf = (game: HeldGame): HeldScoreboard => {
  const [one] = game.editions;
  if (!one) throw new Error('No board is held.');
  return one.scoreboard;
};

/** What a fault of memory or of the rules could do to a board that is held. */
const faults: [string, (held: HeldScoreboard) => void][] = [
  [
    'points of a team',
    (held) => {
      const items = held.board.items.map((row, at) => (at === 0 ? { ...row, score: row.score + 1 } : row));
      held.board = { ...held.board, items };
    },
  ],
  [
    'the order of teams',
    (held) => {
      held.board = { ...held.board, items: [...held.board.items].reverse() };
    },
  ],
  [
    'the value of a challenge',
    (held) => {
      for (const task of held.tasks.values()) task.board = { ...task.board, score: task.board.score - 1 };
      const challenges = Object.fromEntries(
        Object.entries(held.board.challenges).map(([key, list]) => [
          key,
          list.map((one) => ({ ...one, score: one.score - 1 })),
        ]),
      );
      held.board = { ...held.board, challenges };
    },
  ],
  [
    'whose blood it was',
    (held) => {
      const task = held.tasks.get(tasks[0].challenge.id);
      if (task) task.board = { ...task.board, bloods: [...task.board.bloods].reverse() };
      const challenges = Object.fromEntries(
        Object.entries(held.board.challenges).map(([key, list]) => [
          key,
          list.map((one) => held.tasks.get(one.id)?.board ?? one),
        ]),
      );
      held.board = { ...held.board, challenges };
    },
  ],
];

describe('a held board that was corrupted', () => {
  it.each(faults)('in %s is found, counted and healed by the next check', async (_name, corrupt) => {
    const held = await advance(null, build);
    const first = await readBoard(worker.deps, gameId);
    corrupt(heldOf(held));
    // What is made of a board that is wrong is wrong as well, and goes out.
    await solve(teams[2], tasks[1]);
    const wrong = await advance(held, look);
    const published = await readBoard(worker.deps, gameId);
    expect(published.version).toBe(first.version + 1);

    const counted = await countOf(worker.deps, 'boardMismatches', 'computed');
    const healed = await advance(wrong, check);
    expect(await countOf(worker.deps, 'boardMismatches', 'computed')).toBe(counted + 1);
    const board = await followDeltas(worker.deps, gameId, first);
    expect(board.version).toBe(published.version + 1);
    await verifyScoreboard(database, gameId, board);
    expect(heldOf(healed).board.items).toEqual(board.items);

    await advance(healed, check);
    expect(await countOf(worker.deps, 'boardMismatches', 'computed')).toBe(counted + 1);
    expect((await readBoard(worker.deps, gameId)).version).toBe(board.version);
  });

  it('because a solve was forgotten is found, counted and healed', async () => {
    const held = await advance(null, build);
    const first = await readBoard(worker.deps, gameId);
    const task = heldOf(held).tasks.get(tasks[0].challenge.id);
    task?.solvers.delete(teams[1].team.id);
    await solve(teams[2], tasks[0]);
    const wrong = await advance(held, look);
    const counted = await countOf(worker.deps, 'boardMismatches', 'missed');
    await advance(wrong, check);
    expect(await countOf(worker.deps, 'boardMismatches', 'missed')).toBe(counted + 1);
    await verifyScoreboard(database, gameId, await followDeltas(worker.deps, gameId, first));
  });

  it('is healed as well by whoever tells of another change', async () => {
    const held = await advance(null, build);
    const first = await readBoard(worker.deps, gameId);
    faults[0]?.[1](heldOf(held));
    const counted = await countOf(worker.deps, 'boardMismatches', 'computed');
    await advance(held, build);
    expect(await countOf(worker.deps, 'boardMismatches', 'computed')).toBe(counted + 1);
    await verifyScoreboard(database, gameId, await followDeltas(worker.deps, gameId, first));
  });
});
