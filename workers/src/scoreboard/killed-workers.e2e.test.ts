import { isDeepStrictEqual } from 'node:util';
import type { Scoreboard } from '@vexil/contract/scoreboard';
import { submissionRoutes } from '@vexil/contract/submission';
import type { AccountRow } from '@vexil/db/schema/account';
import { type BuiltChallenge, buildChallenge } from '@vexil/db/testing/challenge';
import type {} from '@vexil/db/testing/global-setup';
import type { Scoreboard as ComputedScoreboard } from '@vexil/rules/scoreboard.board.rules';
import { applyScoreboardDelta, type ScoreboardDelta } from '@vexil/rules/scoreboard.delta.rules';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { listen } from '@vexil/server/testing/live';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readBoard } from '../../testing/board';
import { type FaultyProcess, startFaultyWorker } from '../../testing/faulty-process';
import { HubFollower } from '../../testing/hub-follower';
import { buildCompetition, type Competition } from '../../testing/play';

const waitOptions = { timeout: 60_000, interval: 20 };
const teamCount = 40;
const kills = 2;

let test: TestApp;
let game: Competition;
let tasks: BuiltChallenge[];
let follower: HubFollower;
const processes: FaultyProcess[] = [];
beforeEach(async () => {
  test = await createTestApp();
  const address = await listen(test.app);
  game = await buildCompetition(test, teamCount);
  tasks = [];
  // More than are solved until the last kill is survived.
  while (tasks.length < 24) tasks.push(await buildChallenge(test.db, { gameId: game.gameId }));
  follower = new HubFollower(address, game.gameId, null);
  await vi.waitUntil(() => follower.isCaughtUp, waitOptions);
});
afterEach(async () => {
  follower.close();
  await Promise.all(processes.splice(0).map((one) => one.kill()));
  await test.close();
});

/** Solves in sequence until stopped. */
function startSolving() {
  let solved = 0;
  let ending = false;
  const done = (async () => {
    for (let turn = 0; turn < teamCount * tasks.length && !ending; turn += 1) {
      const { challenge, flags } = tasks[Math.floor(turn / teamCount)] as BuiltChallenge;
      const params = { id: game.gameId, challengeId: challenge.id };
      const as = game.teams[turn % teamCount]?.captain;
      if (!as) throw new Error('There is no such team.');
      const reply = await test.call(submissionRoutes.submit, { as, params, body: { flag: flags[0] ?? '' } });
      expect(reply.status).toBe(200);
      solved += 1;
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  })();
  return {
    solved: () => solved,
    async end() {
      ending = true;
      await done;
      return solved;
    },
  };
}

interface Frame {
  from: number;
  version: number;
  delta: ScoreboardDelta;
}

/** The board of a browser that fetched it once and then applied what it got, which may come twice. */
function applyFrames(first: Scoreboard, frames: readonly Frame[]): Scoreboard {
  let board = first;
  const known = new Map<number, ScoreboardDelta>();
  for (const { from, version, delta } of frames) {
    const before = known.get(version);
    if (before && !isDeepStrictEqual(before, delta)) throw new Error(`Version ${version} comes with two changes.`);
    known.set(version, delta);
    if (version <= board.version) continue;
    if (from !== board.version) throw new Error(`Version ${version} follows ${from}, not ${board.version}.`);
    const { version: _version, ...old } = board;
    const next = applyScoreboardDelta(old as ComputedScoreboard, delta);
    if (!next) throw new Error(`Version ${version} cannot be applied.`);
    board = { ...next, version } as Scoreboard;
  }
  return board;
}

const frames = () =>
  follower.received
    .filter(({ target }) => target === 'ScoreboardChanged')
    .map(({ payload }) => payload as unknown as Frame);

describe('three workers, killed with -9 one after the other', () => {
  it('leave no solve out, and a client misses nothing', async () => {
    processes.push(...(await Promise.all([1, 2, 3].map(() => startFaultyWorker(test)))));
    const first = await readBoard(test, game.gameId);
    const solving = startSolving();
    for (let kill = 1; kill <= kills; kill += 1) {
      const seen = solving.solved();
      await vi.waitUntil(() => solving.solved() > seen + 25, waitOptions);
      await processes[kill - 1]?.kill();
    }
    const solved = await solving.end();
    await game.untilJudged(waitOptions.timeout);
    const board = await game.untilServed(solved, waitOptions.timeout);
    await vi.waitUntil(() => frames().some(({ version }) => version >= board.version), waitOptions);
    expect(applyFrames(first, frames())).toEqual(await readBoard(test, game.gameId));
    expect(follower.connections).toBe(1);
  });
});

describe('a worker that dies between its commit and the message', () => {
  it('leaves a version that servers find by themselves', async () => {
    processes.push(await startFaultyWorker(test, 'publish'));
    const first = await readBoard(test, game.gameId);
    // A poll has to know the version before, as it does where a game is under way.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const { challenge, flags } = tasks[0] as BuiltChallenge;
    const params = { id: game.gameId, challengeId: challenge.id };
    const as = game.teams[0]?.captain as AccountRow;
    await test.call(submissionRoutes.submit, { as, params, body: { flag: flags[0] ?? '' } });
    await processes[0]?.exited;
    await vi.waitUntil(() => frames().length > 0, { timeout: 15_000, interval: 20 });
    const board = applyFrames(first, frames());
    expect(board).toEqual(await readBoard(test, game.gameId));
    expect(board.version).toBe(first.version + 1);
  });
});
