import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@vexil/db';
import { buildImages } from '../demo/containers';
import { canRunDockerd, startDockerd } from '../lib/dockerd.mjs';
import { Failure } from '../lib/failure.mjs';
import type { Lifecycle } from '../lib/lifecycle.mjs';
import { openTestDirectory } from '../lib/test-services.mjs';
import { type Competition, signInAgain } from './competition';
import type { StartOptions } from './deployment';
import type { Drill } from './drill';
import { createInstanceChallenge, startInstance } from './instance';
import { checkNoErrors, checkNothingLost, type Load } from './load';
import { CallError, type Person } from './person';
import { type Report, secondsOf } from './report';
import { openScene, type Scene } from './scene';

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const wrongMinutes = [5, -5] as const;
/** The preloaded library reads its file once a second, a process the time of PostgreSQL every ten. */
const noticedMs = 15_000;
const playMs = 15_000;
const phaseMs = 20_000;
const toleratedMs = 2000;

interface WrongClock {
  options: StartOptions;
  set(minutes: number): void;
}

/** A clock that only processes started with these options see. The monotonic one goes on as it is. */
function openClock(directory: string): WrongClock {
  const file = path.join(directory, 'clock');
  const set = (minutes: number) => writeFileSync(file, `${minutes < 0 ? '-' : '+'}${Math.abs(minutes) * 60}s\n`);
  set(wrongMinutes[0]);
  const prefix = [
    'env',
    `LD_PRELOAD=${library}`,
    `FAKETIME_TIMESTAMP_FILE=${file}`,
    'FAKETIME_CACHE_DURATION=1',
    'FAKETIME_DONT_FAKE_MONOTONIC=1',
  ];
  return { options: { prefix }, set };
}

/** The driver gives times as text. */
const epochMs = ({ sql }: Database, column: string) => sql`(extract(epoch from ${sql(column)}) * 1000)::float8`;

interface Expiring {
  id: string;
  expiresAt: number;
}

interface Place extends Scene {
  database: Database;
  report: Report;
}

/** How many submissions of the load are stored with a time that differs from the one when PostgreSQL got them. */
async function checkTimes({ database, report, load }: Place, name: string, act: () => Promise<void>): Promise<void> {
  const [before] = await database.sql<{ now: Date }[]>`select clock_timestamp() as now`;
  const from = load.acknowledged.length;
  await act();
  const ids = load.acknowledged.slice(from).map(({ id }) => id);
  const [row] = await database.sql<{ stored: number; wrong: number }[]>`
    select count(*)::int as stored, count(*) filter (where submitted_at not between
      ${before?.now ?? new Date()}::timestamptz - make_interval(secs => ${toleratedMs / 1000})
      and clock_timestamp() + make_interval(secs => ${toleratedMs / 1000}))::int as wrong
    from submissions where id = any(${ids}::int[])`;
  const { stored = 0, wrong = 0 } = row ?? {};
  report.check(
    `${name}: times of submissions`,
    stored > 0 && wrong === 0,
    `${stored} stored, ${wrong} with a wrong time`,
  );
}

/** Whether both servers open and close a game at the same moment, that of PostgreSQL. */
async function checkPhases({ game, ports, report }: Place, name: string): Promise<void> {
  const { admin } = game;
  const [start, end] = [Date.now() + phaseMs, Date.now() + 2 * phaseMs];
  const made = { title: name, acceptWithoutReview: true, practiceMode: false, start, end };
  const { id } = await admin.call<{ id: number }>('POST', '/api/edit/games', made);
  await admin.call('PUT', `/api/edit/games/${id}`, { hidden: false });
  const player = game.players[1];
  if (!player) throw new Failure('There is no player.');
  await player.as.call('POST', `/api/game/${id}`, { teamId: player.teamId });
  const people = await Promise.all(ports.map((port) => signInAgain(() => `http://127.0.0.1:${port}`, player)));
  const phaseOf = (person: Person) =>
    person.call('POST', `/api/game/${id}/challenges/1`, { flag: 'flag{phase}' }).catch((error: unknown) => {
      if (error instanceof CallError) return /"code":"([^"]+)"/.exec(error.message)?.[1] ?? error.message;
      throw error;
    });
  const seen: string[] = [];
  for (const [moment, at] of [
    ['before the start', start - 5000],
    ['while it runs', start + 5000],
    ['after the end', end + 5000],
  ] as const) {
    await sleep(Math.max(0, at - Date.now()));
    const phases = await Promise.all(people.map(phaseOf));
    seen.push(`${moment} ${[...new Set(phases)].join(' and ')}`);
  }
  const [before = '', running = '', after = ''] = seen;
  const isOk = before.includes('notStarted') && running.includes('notFound') && /ended/i.test(after);
  report.check(
    `${name}: both servers are in the same phase of a game`,
    isOk && !seen.join().includes(' and '),
    seen.join('; '),
  );
}

/** Whether a notice that is planned appears at its time. */
async function checkPlannedNotice({ game, report, database }: Place, name: string): Promise<void> {
  const path = `/api/edit/games/${game.gameId}/notices`;
  const publishAt = Date.now() + 5000;
  const { id } = await game.admin.call<{ id: number }>('POST', path, { content: name, scheduledUtc: publishAt });
  const announced = async () => {
    const [row] = await database.sql<{ at: number | null }[]>`
      select ${epochMs(database, 'announced_at')} as at from notices where id = ${id}`;
    return row?.at ?? null;
  };
  let at = await announced();
  for (const until = Date.now() + 60_000; at === null && Date.now() < until; at = await announced()) await sleep(100);
  const lateMs = at === null ? null : at - publishAt;
  const isOk = lateMs !== null && lateMs > -toleratedMs && lateMs < 15_000;
  report.check(`${name}: a planned notice`, isOk, lateMs === null ? 'never' : `${secondsOf(lateMs)} after its time`);
}

async function checkSessions({ game, ports, report }: Place, name: string): Promise<void> {
  const [player] = game.players;
  if (!player) return;
  const [here, there] = ports.map((port) => `http://127.0.0.1:${port}`);
  const outcomes = await Promise.all(
    [here, there].map(async (origin, at) => {
      let base = origin ?? '';
      const person = await signInAgain(() => base, player);
      base = (at === 0 ? there : here) ?? '';
      return person.call('GET', '/api/account/profile').then(
        () => 'holds',
        (error: unknown) => String(error),
      );
    }),
  );
  report.check(
    `${name}: a session of one server at the other`,
    outcomes.every((one) => one === 'holds'),
    outcomes.join(', '),
  );
}

/** Browsers count down by it. */
async function checkDates({ ports, report }: Place, name: string): Promise<void> {
  const differences = await Promise.all(
    ports.map(async (port) => {
      const reply = await fetch(`http://127.0.0.1:${port}/api/config`);
      return Math.abs(Date.parse(reply.headers.get('date') ?? '') - Date.now());
    }),
  );
  const isOk = differences.every((ms) => ms < toleratedMs);
  report.check(
    `${name}: time in the replies of both servers`,
    isOk,
    differences.map((ms) => `${ms} ms off`).join(', '),
  );
}

async function checkReadiness({ ports, report }: Place, name: string, isWrong: boolean): Promise<void> {
  const [own, other] = await Promise.all(
    ports.map(
      async (port) => (await fetch(`http://127.0.0.1:${port}/readyz`)).json() as Promise<Record<string, unknown>>,
    ),
  );
  const isOk = own?.clock === (isWrong ? 'wrong' : 'ok') && other?.clock === 'ok';
  report.check(
    `${name}: /readyz of both servers`,
    isOk,
    `clock ${own?.clock} (${own?.clockSkewMs} ms), ${other?.clock}`,
  );
}

interface Doctor {
  checks: { code: string; message: string }[];
}

async function checkDoctor({ game, report }: Place, name: string, isWrong: boolean): Promise<void> {
  const { checks } = await game.admin.call<Doctor>('GET', '/api/admin/health');
  const clocks = checks.filter(({ code }) => code.startsWith('clock.'));
  const isOk = clocks.some(({ code }) => code === 'clock.differs') === isWrong;
  report.check(`${name}: doctor`, isOk, clocks.map(({ message }) => message).join(' '));
}

/** A container that lives for some minutes, and when it is ended. */
async function startExpiring(game: Competition, database: Database): Promise<Expiring> {
  const challengeId = await createInstanceChallenge(game);
  const [player] = game.players;
  const started = player ? await startInstance(game, player, challengeId) : null;
  if (started?.what !== 'started') throw new Failure(`The instance does not start: ${started?.what}`);
  const [row] = await database.sql<Expiring[]>`
    select id, ${epochMs(database, 'expires_at')} as "expiresAt" from containers where state = 'running' limit 1`;
  if (!row) throw new Failure('No instance runs.');
  return row;
}

async function checkExpiry(report: Report, database: Database, { id, expiresAt }: Expiring) {
  const { sql } = database;
  const find = async () => {
    const [row] = await sql<{ endedAt: number | null }[]>`
      select ${epochMs(database, 'ended_at')} as "endedAt" from containers where id = ${id}`;
    return row;
  };
  let row = await find();
  while (row && row.endedAt === null && Date.now() < expiresAt + 60_000) {
    await sleep(500);
    row = await find();
  }
  const lateMs = row?.endedAt ? row.endedAt - expiresAt : null;
  const isOk = lateMs !== null && lateMs > -toleratedMs && lateMs < 30_000;
  report.check(
    'an instance ends when its time is over',
    isOk,
    lateMs === null ? 'never' : `${secondsOf(lateMs)} after it`,
  );
}

async function observeGaps(report: Report, load: Load, name: string, act: () => Promise<void>): Promise<void> {
  load.startSpan();
  await act();
  report.fact(`${name}: longest time without an acknowledged submission`, secondsOf(load.longestGapMs()));
}

/** The clock of the machine of a server and a worker is wrong by minutes, is set while they run, and is corrected. */
export const clock: Drill = {
  name: 'clock',
  summary: 'the clock of a server and a worker is five minutes ahead, then behind, then right, under load',
  async run(lifecycle: Lifecycle, report) {
    if (!existsSync(library)) throw new Failure('This drill needs libfaketime: apt-get install faketime.');
    const place = openTestDirectory(lifecycle);
    const wrong = openClock(place.directory);
    const hasEngine = canRunDockerd();
    const engine = hasEngine ? await startDockerd(place.service('docker')) : null;
    if (engine) {
      lifecycle.onStop(engine.stop);
      await buildImages(engine.host);
    }
    const environment = engine ? { CONTAINER_ENGINE: 'docker', DOCKER_HOST: engine.host } : {};
    const scene = await openScene(lifecycle, {
      environment,
      ofServer: (index) => (index === 0 ? wrong.options : {}),
      ofWorker: (index) => (index === 0 ? wrong.options : {}),
    });
    const database = scene.deployment.openDatabase();
    const all: Place = { ...scene, database, report };
    const { game, load, ports } = scene;
    await game.admin.call('PUT', '/api/admin/config', { containerPolicy: { defaultLifetime: 3 } });
    const instance = engine ? await startExpiring(game, database) : null;
    if (!instance) report.fact('an instance', 'not started: this machine runs no container engine');
    for (const minutes of wrongMinutes) {
      const name = `${Math.abs(minutes)} minutes ${minutes > 0 ? 'ahead' : 'behind'}`;
      wrong.set(minutes);
      await observeGaps(report, load, name, async () => {
        await sleep(noticedMs);
        await checkReadiness(all, name, true);
        await checkDoctor(all, name, true);
        await checkDates(all, name);
        await checkTimes(all, name, () => sleep(playMs));
        await checkSessions(all, name);
        await checkPhases(all, name);
        await checkPlannedNotice(all, name);
      });
    }
    wrong.set(wrongMinutes[0]);
    await sleep(noticedMs);
    wrong.set(0);
    await observeGaps(report, load, 'corrected', async () => {
      await checkPlannedNotice(all, 'corrected');
      await sleep(noticedMs);
      await checkReadiness(all, 'corrected', false);
      await checkDoctor(all, 'corrected', false);
    });
    if (instance) await checkExpiry(report, database, instance);
    await checkNothingLost(report, { database, game, load, ports });
    checkNoErrors(report, load);
  },
};
