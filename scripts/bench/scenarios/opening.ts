import type { Database } from '@vexil/db';
import { quantile } from '../../lib/quantile';
import { type JourneyReport, journeySteps } from '../generator/journey';
import { residentMiB } from '../harness/usage';
import { sayCores } from '../rows/row';
import { large, tiny, withPlayers } from '../seed/size';
import { checkSubmissions, isWhole, servesTheBoard, untilJudged } from '../verify';
import type { Scenario } from './scenario';

const timeoutMs = 60_000;
const generators = 2;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function sum(reports: readonly JourneyReport[], pick: (report: JourneyReport) => Record<string, number>) {
  const total: Record<string, number> = {};
  for (const report of reports)
    for (const [name, count] of Object.entries(pick(report))) total[name] = (total[name] ?? 0) + count;
  return total;
}

const figuresOf = (all: readonly number[]) => ({
  p50: quantile(all, 0.5),
  p99: quantile(all, 0.99),
  max: quantile(all, 1),
});

function sayStep(step: string, all: readonly number[]): string {
  const at = (share: number) => `${quantile(all, share).toFixed(0).padStart(6)} ms`;
  const count = String(all.length).padStart(8);
  return `${step.padEnd(8)} ${count}  p50 ${at(0.5)}  p99 ${at(0.99)}  longest ${at(1)}`;
}

async function countSignIns({ sql }: Database): Promise<{ count: number; seconds: number }> {
  const [found] = await sql<{ count: number; seconds: number }[]>`
    select count(*)::int, extract(epoch from max(last_signed_in_at) - min(last_signed_in_at))::float8 as seconds
    from accounts where last_signed_in_at > now() - interval '1 hour'`;
  return { count: found?.count ?? 0, seconds: found?.seconds ?? 0 };
}

/** All players connect, read and submit within a minute, on two servers and two workers. One in `loginEvery` signs in. */
const openingWith =
  (loginEvery: number): Scenario =>
  async (harness, say) => {
    const { smoke, players: wanted } = harness.options;
    const size = { ...(smoke ? tiny : withPlayers(wanted ?? large.players)), solves: 0, submissions: 0 };
    say(`Seeding a game of ${size.teams} teams without a solve …`);
    await harness.seed(size);
    const { ports, database, servers } = await harness.deploy({ servers: 2, workers: 2, rateLimit: true });
    const { gameId, sessions, challengeIds } = harness;
    const submissionsEach = 3;
    const right = harness.takeUnsolved(size.players);
    say(`${size.players} players arrive …`);
    const loadGenerators = Array.from({ length: generators }, () => harness.generator());
    const firsts = Array.from({ length: generators + 1 }, (_, index) =>
      Math.floor((index * size.players) / generators),
    );
    const plan = { ports, gameId, sessions, loginEvery, challengeIds, right, submissionsEach };
    const { result: reports, cores } = await harness.watch(() =>
      Promise.all(
        loadGenerators.map((generator, index) => {
          const [first = 0, next = 0] = firsts.slice(index);
          const arriveSeconds = smoke ? 2 : 50;
          const thinkSeconds = smoke ? 0.3 : 5;
          return generator.call('journeys', { ...plan, first, players: next - first, arriveSeconds, thinkSeconds });
        }),
      ),
    );
    const memory = servers.map(({ pid }) => residentMiB(pid));
    const left = await untilJudged(database, timeoutMs);
    const announced = await database.sql<{ id: number; at: number }[]>`
    select id, (extract(epoch from announced_at) * 1000)::float8 as at from notices where announced_at is not null`;
    const missed = await Promise.all(
      loadGenerators.map((generator) => generator.call('missedNotices', [...announced])),
    );
    await harness.stopGenerators();
    const signIns = await countSignIns(database);

    const latency = journeySteps.map((step) => ({
      step,
      all: reports.flatMap((one) => one.latency[step]),
    }));
    const ids = reports.flatMap((one) => one.ids);
    const errors = sum(reports, (one) => one.errors);
    const refused = sum(reports, (one) => one.refused);
    const verdicts = sum(reports, (one) => one.verdicts);
    const notices: Record<string, number> = {
      ...sum(reports, (one) => one.notices),
      missed: missed.reduce((a, b) => a + b, 0),
    };
    const { last: _last, ...deltas } = sum(reports, ({ deltas }) => ({ ...deltas }));
    const players = sum(reports, (one) => ({ ...one.players }));
    const waited = reports.flatMap((one) => one.waited);
    const broken = Object.entries(errors).reduce((total, [name, count]) => total + (/ 0$/.test(name) ? count : 0), 0);
    const sockets = reports.reduce((total, one) => total + one.sockets, 0);
    const dropped = reports.reduce((total, one) => total + one.dropped, 0);
    const kept = await checkSubmissions(database, gameId, ids);
    const boards = await Promise.all(ports.map((port) => servesTheBoard(database, gameId, port, timeoutMs)));

    const problems = [
      ...Object.entries(errors).map(([name, count]) => `${count} × ${name}`),
      ...(players.gaveUp ? [`${players.gaveUp} players gave up`] : []),
      ...(left > 0 ? [`${left} submissions wait for a verdict`] : []),
      ...(isWhole(kept) ? [] : [`submissions: ${JSON.stringify(kept)}`]),
      ...(boards.every(Boolean) ? [] : ['a board that is served is not the one that the database gives']),
      ...(dropped > 0 ? [`${dropped} sockets were closed by a server`] : []),
      ...Object.entries({
        'verdicts not pushed': verdicts.missing,
        'verdicts pushed twice': verdicts.doubled,
        'notices not received': notices.missed,
        'notices received twice': notices.doubled,
        'deltas lost': deltas.lost,
        'sockets behind the last board': deltas.behind,
      }).flatMap(([what, count]) => (count ? [`${count} ${what}`] : [])),
    ];
    const generatorCores = reports.reduce((total, one) => total + one.cores, 0);
    const lines = [
      ...latency.map(({ step, all }) => sayStep(step, all)),
      `refused with 429 and retried: ${JSON.stringify(refused)}; ${broken} connections broken`,
      `${players.inTime} of ${size.players} players were ready within a minute, ${players.late} later, ${players.gaveUp} gave up; ` +
        `refusals kept them waiting p50 ${seconds(quantile(waited, 0.5))}, p99 ${seconds(quantile(waited, 0.99))}`,
      `${signIns.count} sign-ins, ${(signIns.count / Math.max(1, signIns.seconds)).toFixed(1)}/s`,
      `${ids.length} submissions taken; ${sockets} sockets open at the end`,
      `${notices.received} notices and ${deltas.received} deltas received`,
      `servers ${memory.map((one) => one.toFixed(0)).join(' and ')} MiB; ${sayCores({ ...cores, generators: generatorCores })}`,
    ];
    const figures = {
      players: size.players,
      steps: latency.map(({ step, all }) => ({ step, count: all.length, ...figuresOf(all) })),
      signIns,
      submissions: ids.length,
      errors,
      refused,
      broken,
      arrivals: players,
      waitedMs: figuresOf(waited),
      sockets,
      verdicts,
      notices,
      deltas,
      memoryMiB: memory,
      cores: { ...cores, generators: generatorCores },
    };
    return { problems, lines, figures };
  };

export const opening = openingWith(10);
export const signInMinute = openingWith(1);
