import { setTimeout as delay } from 'node:timers/promises';
import type { Rejudging } from '@vexil/contract/rejudging';
import { median, quantile } from '../../lib/quantile';
import { HttpConnection } from '../generator/http-connection';
import { cookieOf, userName, writeRequest } from '../generator/request';
import type { Deployment, Harness } from '../harness/harness';
import { untilJudged } from '../verify';
import type { Row } from './row';

const submissionsWanted = 100_000;
const changesWanted = 2_000;
const turns = 5;
const rate = 50;
/** As long as a draft takes. */
const paceSeconds = 9;
const timeoutMs = 60_000;

/** Fills the game up, and makes wrong answers right by the flags of today. */
async function prepare({ options, gameId, sessions }: Harness, { database: { sql } }: Deployment) {
  const [before] = await sql<{ count: number }[]>`select count(*)::int as count from submissions`;
  const lacking = options.smoke ? 0 : submissionsWanted - (before?.count ?? 0);
  await sql`
    insert into submissions (game_id, challenge_id, participation_id, account_id, answer_hash, answer_sealed, status, submitted_at, judged_at)
    select game_id, challenge_id, participation_id, account_id, answer_hash, answer_sealed, status, submitted_at, judged_at
    from submissions where game_id = ${gameId} and status = 'WrongAnswer' limit ${Math.max(0, lacking)}`;
  const changed = await sql`
    update submissions s set answer_hash = f.hash from flags f
    where f.challenge_id = s.challenge_id and s.id in (
      select id from submissions where status = 'WrongAnswer' order by id limit ${changesWanted})
    returning s.id`;
  const [after] = await sql<{ count: number }[]>`select count(*)::int as count from submissions`;
  // The last player organises, and does not play then.
  await sql`update accounts set role = 'Admin' where user_name = ${userName(sessions.count - 1)}`;
  await sql`analyze submissions`;
  return { submissions: after?.count ?? 0, changes: changed.length };
}

function callsOf(harness: Harness, port: number) {
  const cookie = cookieOf(harness.sessions.sessionKey, harness.sessions.count - 1);
  const connection = new HttpConnection(port);
  return {
    async send(method: string, below = '', body?: object): Promise<Partial<Rejudging>> {
      const options = {
        cookie,
        headers: { 'Accept-Encoding': 'identity' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      };
      const request = writeRequest(method, `/api/edit/games/${harness.gameId}/rejudgings${below}`, options);
      const { text } = await connection.send(request, { kept: 'body' });
      return text === '' ? {} : (JSON.parse(text) as Rejudging);
    },
    close: () => connection.close(),
  };
}

export const draft: Row = async ({ harness, extent }) => {
  const deployment = await harness.deploy({ fresh: true });
  const { ports, database } = deployment;
  const expected = await prepare(harness, deployment);
  const calls = callsOf(harness, ports[0] ?? 0);
  const { gameId, challengeIds } = harness;
  const sessions = { ...harness.sessions, count: Math.min(100, harness.sessions.count - 1) };
  const pace = async () => {
    const request = { kind: 'submission' as const, gameId, sessions, challengeIds, right: [], rightEvery: 0 };
    const seconds = harness.options.smoke ? 1 : paceSeconds;
    const { verdict, missing } = await harness.generator().call('verdicts', { ports, rate, seconds, request });
    if (missing > 0) throw new Error(`${missing} verdicts were not pushed.`);
    return quantile(verdict, 0.99);
  };
  /** Seconds until the draft is ready; checked, then discarded. */
  const make = async () => {
    const begin = performance.now();
    const { id } = await calls.send('POST', '', { reason: 'A flag was wrong.' });
    for (;;) {
      const made = await calls.send('GET', `/${id}`);
      const seconds = (performance.now() - begin) / 1000;
      if (made.state === 'Ready') {
        if ((made.submissionCount ?? 0) < expected.submissions || made.changedCount !== expected.changes)
          throw new Error(`The draft has other numbers: ${JSON.stringify(made)}`);
        await calls.send('DELETE', `/${id}`);
        return seconds;
      }
      if (seconds * 1000 > timeoutMs) throw new Error('The draft was not ready in time.');
      await delay(100);
    }
  };
  await Promise.all([make(), delay(1000 * extent.warmUpSeconds).then(pace)]);
  const seconds: number[] = [];
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < (harness.options.smoke ? 1 : turns); turn += 1) {
    alone.push(await pace());
    const [p99, took] = await Promise.all([pace(), make()]);
    beside.push(p99);
    seconds.push(took);
  }
  calls.close();
  await harness.stopGenerators();
  await untilJudged(database, timeoutMs);
  const ratio = median(beside.map((p99, turn) => p99 / (alone[turn] ?? Number.NaN)));
  return [
    {
      what: `draft of a re-judging over ${expected.submissions} submissions, ${rate} wrong flags a second beside it`,
      value: median(seconds),
      unit: 's',
      budgets: [{ atMost: 10 }],
      note: `${expected.changes} verdicts change; longest ${quantile(seconds, 1).toFixed(2)} s`,
    },
    {
      what: 'POST to pushed verdict beside such drafts, p99, median of turns',
      value: ratio,
      unit: 'times',
      budgets: [{ atMost: 1.2 }],
      note: `alone ${median(alone).toFixed(0)} ms, beside ${median(beside).toFixed(0)} ms`,
    },
  ];
};
