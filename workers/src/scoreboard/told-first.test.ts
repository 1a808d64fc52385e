import { scoreboardJobs } from '@vexil/contract/scoreboard';
import { judgePartition, submissionJobs } from '@vexil/contract/submission';
import { type BuiltChallenge, buildChallenge } from '@vexil/db/testing/challenge';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { buildGame } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { liveKeys } from '@vexil/runtime/live';
import { boardKeys, findBoard, findBoardVersion } from '@vexil/runtime/scoreboard.store';
import { verifyScoreboard } from '@vexil/server/testing/scoreboard';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { endPause, findHolder, followDeltas, readBoard } from '../../testing/board';
import { readTarget } from '../../testing/live';
import { buildSubmission } from '../../testing/submission';
import { createTestWorker, type TestWorker } from '../../testing/worker';

let database: TestDatabase;
let holder: TestWorker;
let other: TestWorker;
/** The name of the other one as a holder of boards. */
let otherName: string;
let gameId: number;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  const redisUrl = inject('redisUrl');
  holder = await createTestWorker({ database, redisUrl });
  other = await createTestWorker({ database, redisUrl, keyPrefix: holder.deps.keyPrefix });
  const known = await buildGame(database.db);
  await other.deps.boards.advance(known.id, { facts: true, check: false, repeated: false });
  otherName = (await findHolder(other.deps, known.id)) ?? '';
});
afterAll(async () => {
  await Promise.all([holder.close(), other.close()]);
  await database.drop();
});
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  gameId = (await buildGame(database.db)).id;
});

const join = () => buildParticipation(database.db, { gameId });
const board = () => readBoard(holder.deps, gameId);
const told = () => readTarget(holder.deps, `game:${gameId}`, 'ScoreboardChanged');

async function advance(by: TestWorker, job: 'advance' | 'solves' = 'solves', repeated = false): Promise<void> {
  await endPause(holder.deps, gameId);
  await by.run(scoreboardJobs[job], { gameId }, { repeated });
}

async function solve(team: BuiltParticipation, { challenge, flags }: BuiltChallenge): Promise<void> {
  await buildSubmission(database.db, team, challenge, flags[0] ?? '');
  await holder.run(submissionJobs.judge, { gameId, partition: judgePartition(challenge.id) });
}

const stored = () => findBoard(holder.deps.redis, holder.deps.keyPrefix, gameId);
const settled = () => findBoardVersion(holder.deps.redis, holder.deps.keyPrefix, gameId);

type Step = 'tell' | 'document';

interface Command {
  args: unknown[];
  promise: Promise<unknown>;
  reject(error: Error): void;
}

/** Hears of each command of the holder that names this key, before it is sent, and may fail it. */
function watchCommands(key: string, watch: (command: Command) => unknown): void {
  const { redis } = holder.deps;
  const send = redis.sendCommand.bind(redis) as (command: Command) => unknown;
  vi.spyOn(redis, 'sendCommand').mockImplementation(((command: Command) => {
    if (!command.args.includes(key)) return send(command);
    void Promise.resolve(watch(command)).then(() => send(command), command.reject);
    return command.promise;
  }) as never);
}

/** From here on this step of the holder fails, as when it is killed before it; what came before is done. */
function dieBefore(step: Step): void {
  const { keyPrefix } = holder.deps;
  const key = step === 'tell' ? liveKeys.channel(keyPrefix, `game:${gameId}`) : boardKeys.channel(keyPrefix);
  watchCommands(key, () => Promise.reject(new Error('killed')));
}

/**
 * The other one has taken over the game. It is given to it, as a lease that nobody has would be taken again by the holder,
 * which is not really dead and renews what it holds each second.
 */
async function passLease(): Promise<void> {
  const { redis, keyPrefix } = holder.deps;
  await redis
    .multi()
    .hset(`${keyPrefix}scoreboard:holders`, gameId, otherName)
    .zadd(`${keyPrefix}scoreboard:holders-until`, Date.now() + 3_600_000, gameId)
    .exec();
}

/** A published board of two teams, and a solve that its holder died of. */
async function dieOfSolve(step: Step) {
  const built = await buildChallenge(database.db, { gameId });
  const [ants, bees] = [await join(), await join()] as const;
  await advance(holder, 'advance');
  const before = await board();
  await solve(ants, built);
  dieBefore(step);
  await expect(advance(holder)).rejects.toThrow('killed');
  vi.restoreAllMocks();
  expect(await settled()).toBe(before.version + 1);
  await passLease();
  return { built, bees, before };
}

const versions = async (above: number) =>
  (await told()).filter(({ version }) => version > above).map(({ version }) => version - above);

describe('a board whose version is settled before its document is there', () => {
  it('is told before it can be fetched, and the document follows', async () => {
    const built = await buildChallenge(database.db, { gameId });
    const [ants] = [await join(), await join()];
    await advance(holder, 'advance');
    const before = await board();
    await solve(ants, built);
    const seen: { told: number[]; document: number | undefined }[] = [];
    watchCommands(boardKeys.channel(holder.deps.keyPrefix), async () => {
      seen.push({ told: await versions(before.version), document: (await stored())?.version });
    });
    await advance(holder);
    expect(seen).toEqual([{ told: [1], document: before.version }]);
    expect(await versions(before.version)).toEqual([1]);
    expect(await stored()).toMatchObject({ version: before.version + 1, claimed: null });
    await followDeltas(holder.deps, gameId, before);
    await verifyScoreboard(database, gameId, await board());
  });

  it.each<Step>(['tell', 'document'])('is finished by another worker when its own died before the %s', async (step) => {
    const { before } = await dieOfSolve(step);
    expect(await stored()).toMatchObject({ version: before.version, claimed: { version: before.version + 1 } });
    await advance(other, 'solves', true);
    expect(await stored()).toMatchObject({ version: before.version + 1, claimed: null });
    // Told again where it was told: the same delta of the same version, and nobody is made to fetch.
    expect(await versions(before.version)).toEqual(step === 'tell' ? [1] : [1, 1]);
    const deltas = (await told()).filter(({ version }) => version > before.version).map(({ delta }) => delta);
    expect(deltas.every((delta) => JSON.stringify(delta) === JSON.stringify(deltas[0]))).toBe(true);
    expect(deltas[0]).toMatchObject({ full: false });
    await followDeltas(holder.deps, gameId, before);
    await verifyScoreboard(database, gameId, await board());
  });

  it.each<Step>(['tell', 'document'])(
    'is gone on from when more was solved, its own having died before the %s',
    async (step) => {
      const { before, built, bees } = await dieOfSolve(step);
      await solve(bees, built);
      await advance(other);
      expect(await versions(before.version)).toEqual(step === 'tell' ? [1, 2] : [1, 1, 2]);
      const after = await followDeltas(holder.deps, gameId, before);
      expect(after.version).toBe(before.version + 2);
      expect((await told()).at(-1)?.delta).toMatchObject({ full: false });
      await verifyScoreboard(database, gameId, await board());
    },
  );

  it('is finished without a job, when the lease has ended', async () => {
    const { before } = await dieOfSolve('document');
    const { redis, keyPrefix } = holder.deps;
    await redis.hset(`${keyPrefix}scoreboard:holders`, gameId, 'somebody lost');
    await redis.zadd(`${keyPrefix}scoreboard:holders-until`, 1, gameId);
    other.deps.boards.start();
    await vi.waitUntil(async () => (await stored())?.version === before.version + 1, { timeout: 30_000 });
    await verifyScoreboard(database, gameId, await board());
  });

  it('is not published over a later one by a worker that was stopped in between', async () => {
    const built = await buildChallenge(database.db, { gameId });
    const [ants, bees] = [await join(), await join()];
    await advance(holder, 'advance');
    const before = await board();
    await solve(ants, built);
    let met = false;
    watchCommands(boardKeys.channel(holder.deps.keyPrefix), async () => {
      if (met) return;
      met = true;
      await passLease();
      await solve(bees, built);
      await advance(other);
    });
    await advance(holder);
    expect(met).toBe(true);
    expect((await board()).version).toBeGreaterThanOrEqual(before.version + 2);
    await followDeltas(holder.deps, gameId, before);
    await verifyScoreboard(database, gameId, await board());
  });

  it('starts anew where what was claimed does not fit the document', async () => {
    const { before } = await dieOfSolve('document');
    const { redis, keyPrefix } = holder.deps;
    const delta = { ...(await stored())?.claimed?.delta, challenges: [], solves: [{ teamId: 0, challengeId: 0 }] };
    await redis.hset(boardKeys.document(keyPrefix, gameId), 'delta', JSON.stringify(delta));
    await advance(other);
    expect((await board()).version).toBe(before.version + 2);
    expect((await told()).at(-1)).toMatchObject({ version: before.version + 2, delta: { full: true } });
    await verifyScoreboard(database, gameId, await board());
  });

  it('is lost whole when Redis is emptied in between', async () => {
    const { before } = await dieOfSolve('document');
    await holder.deps.redis.del(boardKeys.document(holder.deps.keyPrefix, gameId));
    await advance(other);
    expect((await board()).version).toBeGreaterThan(before.version + 1);
    expect((await told()).at(-1)?.delta).toMatchObject({ full: true });
    await verifyScoreboard(database, gameId, await board());
  });
});
