import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { activities } from '@vexil/db/schema/activity';
import { lockClasses } from '@vexil/db/schema/locks';
import { freePort } from '@vexil/db/testing/free-port';
import type {} from '@vexil/db/testing/global-setup';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { type ServerProcess, startServerProcess } from '@vexil/server/testing/process';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultyProcess, startFaultyWorker } from '../../testing/faulty-process';
import { buildCompetition, type Competition } from '../../testing/play';

const timeoutMs = 240_000;
const teamCount = 10;
const cutCount = 200;

let test: TestApp;
let server: ServerProcess;
let game: Competition;
let cookies: string[];
const workers: FaultyProcess[] = [];

beforeAll(async () => {
  test = await createTestApp();
  const { config, keyPrefix } = test.deps;
  game = await buildCompetition(test, teamCount, { submissionLimit: 0 });
  cookies = [];
  for (const { captain } of game.teams) cookies.push(await test.signIn(captain));
  server = await startServerProcess({
    DATABASE_URL: test.database.url,
    REDIS_URL: config.redisUrl,
    KEY_PREFIX: keyPrefix,
    DATA_DIR: config.dataDir,
    PORT: String(await freePort()),
    RATE_LIMIT: 'off',
  });
}, timeoutMs);
afterAll(async () => {
  server?.kill('SIGKILL');
  await Promise.all(workers.map((worker) => worker.kill()));
  await test.close();
});

/** The request of an answer of a team, whole or without the end of its body. */
function requestOf(team: number, flag: string, missingBytes = 0): string {
  const body = JSON.stringify({ flag });
  const head = [
    `POST /api/game/${game.gameId}/challenges/${game.challengeId} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Cookie: ${cookies[team]}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body.slice(0, body.length - missingBytes)}`;
}

async function send(text: string): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  await new Promise<void>((resolve) => {
    socket.write(text, () => resolve());
  });
  return socket;
}

/** Sends an answer that is refused for its text, and waits for the reply. */
async function sendRefused(team: number): Promise<void> {
  const socket = await send(requestOf(team, ' '));
  const [reply] = await once(socket, 'data');
  expect(String(reply)).toMatch(/^HTTP\/1.1 400 /);
  socket.destroy();
}

describe('answers whose clients disconnect', () => {
  it(
    'are judged once each when they came whole, with a worker killed meanwhile, and leave nothing when they did not',
    async () => {
      const faulty = await startFaultyWorker(test, 'batch');
      workers.push(faulty);
      const numbers = Array.from({ length: cutCount }, (_, index) => index);
      // The last answer of each team is the right one.
      const flagOf = (index: number) => (index < cutCount - teamCount ? `flag{wrong_${index}}` : game.flag);
      // While this lock is held no answer is stored, so no client gets a reply.
      await test.database.sql.begin(async (held) => {
        await held`select pg_advisory_xact_lock(${lockClasses.submissionArrival}::int, ${game.challengeId}::int)`;
        const sockets = await Promise.all([
          ...numbers.map((index) => send(requestOf(index % teamCount, flagOf(index)))),
          ...numbers.map((index) => send(requestOf(index % teamCount, `flag{half_${index}}`, 1 + (index % 20)))),
        ]);
        // Requests are read in order: once these were refused, the ones before were read too.
        for (let team = 0; team < teamCount; team += 1) await sendRefused(team);
        for (const socket of sockets) socket.destroy();
        expect(await game.listSubmissions()).toEqual([]);
      });
      await faulty.exited;
      // A server that stops finishes what it has taken, so nothing is stored from here on.
      server.kill('SIGTERM');
      expect(await server.exited).toBe(0);
      const left = await game.listSubmissions();
      expect(left.some(({ status }) => status === 'FlagSubmitted')).toBe(true);

      workers.push(await startFaultyWorker(test));
      await game.untilJudged(timeoutMs);
      const stored = await game.listSubmissions();
      // One whose sender was gone before its body was read is not stored; how many that are depends on the machine.
      expect(stored.length).toBeGreaterThan(teamCount);
      expect(stored.map(({ id }) => id)).toEqual(left.map(({ id }) => id));
      const { hashFlag } = test.deps.sealing;
      const sent = new Set(numbers.map((index) => hashFlag(game.challengeId, flagOf(index))));
      expect(stored.filter(({ answerHash }) => !sent.has(answerHash))).toEqual([]);
      const right = hashFlag(game.challengeId, game.flag);
      expect(stored.map(({ status }) => status)).toEqual(
        stored.map(({ answerHash }) => (answerHash === right ? 'Accepted' : 'WrongAnswer')),
      );

      const events = await test.db.select().from(activities).where(eq(activities.gameId, game.gameId));
      const found = events.flatMap(({ submissionId }) => submissionId ?? []).sort((a, b) => a - b);
      expect(found).toEqual(stored.map(({ id }) => id));
      const solved = stored.filter(({ status }) => status === 'Accepted');
      await game.untilServed(solved.length, timeoutMs);
    },
    3 * timeoutMs,
  );
});
