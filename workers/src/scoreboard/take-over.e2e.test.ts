import { isDeepStrictEqual } from 'node:util';
import { type Scoreboard, scoreboardRoutes } from '@vexil/contract/scoreboard';
import { submissionRoutes } from '@vexil/contract/submission';
import { type BuiltChallenge, buildChallenge } from '@vexil/db/testing/challenge';
import type {} from '@vexil/db/testing/global-setup';
import type { Scoreboard as ComputedScoreboard } from '@vexil/rules/scoreboard.board.rules';
import { applyScoreboardDelta, type ScoreboardDelta } from '@vexil/rules/scoreboard.delta.rules';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { listen } from '@vexil/server/testing/live';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findHolder, readBoard } from '../../testing/board';
import { type FaultyProcess, startFaultyWorker } from '../../testing/faulty-process';
import { HubFollower } from '../../testing/hub-follower';
import { buildCompetition, type Competition } from '../../testing/play';

const patience = { timeout: 60_000, interval: 20 };
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
  // More than are solved until the last kill is survived: a board without solves has no next version.
  while (tasks.length < 24) tasks.push(await buildChallenge(test.db, { gameId: game.gameId }));
  processes.push(...(await Promise.all([1, 2, 3].map(() => startFaultyWorker(test)))));
  follower = new HubFollower(address, game.gameId, null);
  await vi.waitUntil(() => follower.isCaughtUp, patience);
});
afterEach(async () => {
  follower.close();
  await Promise.all(processes.splice(0).map((one) => one.kill()));
  await test.close();
});

/** Solves one after the other until told to end. */
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
  version: number;
  delta: ScoreboardDelta;
}

/** The board that a browser has which applied what it was told to the one it fetched first, and never fetched again. */
function applyFrames(first: Scoreboard, frames: readonly Frame[]): Scoreboard {
  let board = first;
  const known = new Map<number, ScoreboardDelta>();
  for (const { version, delta } of frames) {
    const before = known.get(version);
    if (before && !delta.full && !isDeepStrictEqual(before, delta))
      throw new Error(`Version ${version} is told in two ways.`);
    if (!delta.full) known.set(version, delta);
    // Whoever takes over says again what may not have been heard.
    if (version <= board.version) continue;
    if (version !== board.version + 1) throw new Error(`Version ${version} follows ${board.version}.`);
    const { version: _version, ...old } = board;
    const next = applyScoreboardDelta(old as ComputedScoreboard, delta);
    if (!next) throw new Error(`Version ${version} cannot be applied.`);
    board = { ...next, version } as Scoreboard;
  }
  return board;
}

describe('three workers, and the one that holds the board killed with -9 again and again', () => {
  it('go on within seconds, and whoever listens misses nothing', async () => {
    await test.call(scoreboardRoutes.get, { params: { id: game.gameId } });
    const first = await vi.waitUntil(() => readBoard(test.deps, game.gameId).catch(() => null), patience);
    const solving = startSolving();
    for (let kill = 1; kill <= kills; kill += 1) {
      const seen = solving.solved();
      await vi.waitUntil(() => solving.solved() > seen + 25, patience);
      const held = await vi.waitUntil(() => findHolder(test.deps, game.gameId), patience);
      const holder = processes.find(({ name }) => name === held);
      expect(holder, 'the process that holds the board').toBeDefined();
      await holder?.kill();
      const { version } = await readBoard(test.deps, game.gameId);
      await vi.waitUntil(async () => (await readBoard(test.deps, game.gameId)).version > version + 1, patience);
      expect(await findHolder(test.deps, game.gameId)).not.toBe(held);
    }
    const solved = await solving.end();
    await game.untilJudged(patience.timeout);
    const board = await game.untilServed(solved, patience.timeout);
    const frames = () =>
      follower.told.filter(({ target }) => target === 'ScoreboardChanged').map(({ payload }) => payload as Frame);
    await vi.waitUntil(() => frames().some(({ version }) => version >= board.version), patience);
    expect(applyFrames(first, frames())).toEqual(await readBoard(test.deps, game.gameId));
    expect(follower.connections).toBe(1);
  });
});
