import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lifecycle } from '../lib/lifecycle.mjs';
import { inRoot } from '../lib/paths.mjs';
import { freePort } from '../lib/ports.mjs';
import { type Competition, type Player, playerPassword, signInAgain } from './competition';
import type { Drill } from './drill';
import type { FloodPlan } from './flood-plan';
import { checkNothingLost, type Load } from './load';
import { startPrometheus } from './prometheus';
import { describeTimes, type Report, secondsOf } from './report';
import { openScene } from './scene';

/** Players that send too much, and so do not play. */
const senders = 2;
const quietMs = 30_000;
const floodMs = 120_000;
const alertMs = 60_000;
const alertEndMs = 240_000;

type Counts = Record<string, number>;

/** @returns ends the client and gives what it was answered */
function startFlood(lifecycle: Lifecycle, plan: FloodPlan): () => Promise<Counts> {
  const words = ['--import', 'tsx', inRoot('scripts/drill/flood-client.ts'), JSON.stringify(plan)];
  const child = spawn(process.execPath, words, { cwd: inRoot(), stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const output = text(child.stdout);
  lifecycle.onStop(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return async () => {
    child.kill('SIGTERM');
    await exited;
    return JSON.parse(await output) as Counts;
  };
}

/** For a client that writes its requests itself. */
async function readCookie(url: string, { userName }: Player): Promise<string> {
  const reply = await fetch(`${url}/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password: playerPassword }),
  });
  return reply.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}

/** Clients that send too much: one with an account, and others without one from addresses of their own. */
async function planFloods(url: string, { gameId, tasks, players }: Competition): Promise<FloodPlan[]> {
  const [task] = tasks;
  const [cookie, otherCookie] = await Promise.all(players.slice(-senders).map((one) => readCookie(url, one)));
  const submission = `/api/game/${gameId}/challenges/${task?.id}`;
  const requests = (name: string, from: string, list: FloodPlan['requests'], connections: number): FloodPlan => ({
    name,
    url,
    from,
    kind: 'requests',
    connections,
    requests: list,
  });
  const login = { method: 'POST', path: '/api/account/login', body: { userName: 'player{turn}', password: 'x{turn}' } };
  const scoreboard = `/api/game/${gameId}/scoreboard`;
  const pages = ['/api/account/profile', '/api/posts', scoreboard, `${scoreboard}?search=a`, `${scoreboard}?count=10`];
  const anonymous = pages.map((page) => ({ method: 'GET', path: page }));
  const own = [
    { method: 'GET', path: '/api/account/profile' },
    { method: 'POST', path: submission, body: { flag: 'flag{flood_{turn}}' } },
  ];
  const half = { method: 'POST', path: submission };
  return [
    { ...requests('one account, pages and flags', '127.0.0.2', own, 64), cookie },
    requests('one address, pages', '127.0.0.3', anonymous, 64),
    requests('an address, sign-ins', '127.0.0.4', [login], 64),
    requests('another address, sign-ins', '127.0.0.5', [login], 64),
    { ...requests('an address, half-sent bodies', '127.0.0.6', [half], 400), kind: 'body' },
    { ...requests('one account, half-sent bodies', '127.0.0.7', [half], 64), kind: 'body', cookie: otherCookie },
    { ...requests('an address, half-sent headers', '127.0.0.8', [half], 600), kind: 'headers' },
  ];
}

/** Names in the servers' log of those that were refused often. */
function namesInLog(directory: string): Set<string> {
  const logs = path.join(directory, 'logs');
  const files = readdirSync(logs).filter((name) => name.startsWith('server-'));
  const lines = files.flatMap((name) => readFileSync(path.join(logs, name), 'utf8').split('\n'));
  const floods = lines.filter((line) => line.includes('"request.flood"')).map((line) => JSON.parse(line));
  return new Set(
    floods.flatMap(({ clients }: { clients: { client: string }[] }) => clients.map(({ client }) => client)),
  );
}

const describe = (counts: Counts): string =>
  Object.entries(counts)
    .map(([what, count]) => `${what} ${count} times`)
    .join(', ');

/** Times of the load's requests during `work`, and how many failed. */
async function measure(load: Load, work: () => Promise<void>) {
  const from = load.times.length;
  const listFailed = load.startSpan();
  await work();
  return { times: load.times.slice(from), failed: listFailed(), gapMs: load.longestGapMs() };
}

async function checkOthers(report: Report, url: string, game: Competition): Promise<void> {
  const [player] = game.players;
  if (!player) return;
  const startedAt = performance.now();
  const signedIn = await signInAgain(() => url, player).catch((error: unknown) => error);
  const isOk = !(signedIn instanceof Error);
  const detail = isOk ? secondsOf(performance.now() - startedAt) : String(signedIn);
  report.check('a sign-in from another address meanwhile', isOk, detail);
}

/** Few clients send far more than they may while players play. */
export const flood: Drill = {
  name: 'flood',
  summary: 'an account and six addresses send requests, sign-ins and half-sent ones for 120 s, under load',
  async run(lifecycle, report) {
    const metrics = { servers: [await freePort(), await freePort()], workers: [await freePort(), await freePort()] };
    const { deployment, ports, url, game, load } = await openScene(lifecycle, {
      environment: { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' },
      // Within the budget of an account.
      load: { everyMs: 700, readEveryMs: 250, players: 20 - senders },
      ofServer: (index) => ({ environment: { METRICS_PORT: String(metrics.servers[index]) } }),
      ofWorker: (index) => ({ environment: { METRICS_PORT: String(metrics.workers[index]) } }),
    });
    const database = deployment.openDatabase();
    const targets = (ports: readonly number[]) => ports.map((port) => `127.0.0.1:${port}`);
    const prometheus = await startPrometheus(lifecycle, deployment.directory, {
      servers: targets(metrics.servers),
      workers: targets(metrics.workers),
    });
    const quiet = await measure(load, () => sleep(quietMs));
    report.fact('players before', describeTimes(quiet.times));
    const floods = (await planFloods(url, game)).map((plan) => ({ plan, end: startFlood(lifecycle, plan) }));
    const during = await measure(load, async () => {
      const end = sleep(floodMs);
      const ms = await prometheus.until('VexilFlood', true, alertMs);
      report.check('the alert VexilFlood fires', true, `${secondsOf(ms)} after the beginning`);
      await checkOthers(report, url, game);
      await end;
      report.fact('alerts that fire', (await prometheus.firing()).join(', '));
      for (const [name, query] of [
        ['refused by budget in a second', 'sum(rate(requests_over_budget_total[1m]))'],
        ['refused because of load in a second', 'sum(rate(requests_shed_total[1m]))'],
        ['most requests waiting', 'max(max_over_time(requests_waiting[2m]))'],
        ['longest wait in a queue, seconds', 'max(max_over_time(requests_oldest_wait_seconds[2m]))'],
        ['most unfinished requests of a server', 'max(max_over_time(requests_unfinished[2m]))'],
      ] as const) {
        report.fact(name, (await prometheus.query(query))?.toFixed(1) ?? 'no value');
      }
    });
    for (const { plan, end } of floods) report.fact(plan.name, describe(await end()));
    report.fact('players meanwhile', describeTimes(during.times));
    report.fact('longest time without an acknowledged submission', secondsOf(during.gapMs));
    report.check('no request of a player failed or was refused', during.failed.length === 0, during.failed.join('; '));
    const names = namesInLog(deployment.directory);
    const wanted = [`account ${game.players.at(-senders)?.userName}`, 'address 127.0.0.3'];
    report.check(
      'the log names who sent too much, and no one else',
      wanted.every((one) => names.has(one)) && !names.has('address 127.0.0.1'),
      [...names].join(', '),
    );
    const after = await measure(load, async () => {
      const ms = await prometheus.until('VexilFlood', false, alertEndMs);
      report.fact('the alert ends', `${secondsOf(ms)} after the end of the flood`);
    });
    report.fact('players afterwards', describeTimes(after.times));
    await checkNothingLost(report, { database, game, load, ports });
    const left = () => prometheus.query('sum(requests_unfinished)');
    for (const until = Date.now() + quietMs; (await left()) !== 0 && Date.now() < until; ) await sleep(1000);
    report.check('no unfinished request is left', (await left()) === 0);
  },
};
