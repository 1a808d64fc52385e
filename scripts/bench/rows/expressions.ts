import { storedFlag } from '@vexil/rules/flag-match.rules';
import { median } from '../../lib/quantile';
import { HttpConnection } from '../generator/http-connection';
import { cookieOf, writeFlag } from '../generator/request';
import type { Deployment, Harness } from '../harness/harness';
import { untilJudged } from '../verify';
import type { Row } from './row';
import { flood } from './submissions';

const perChallenge = 10;
const rounds = 6;
const patternOf = (at: number) => `bench\\{(pattern|expression)-${at}-[a-z0-9]{4,24}(-\\d+)?\\}`;

/** Gives challenges ten expressions each. */
async function addExpressions({ sealing }: Harness, { database: { sql } }: Deployment, challengeIds: number[]) {
  const rows = challengeIds.flatMap((id) =>
    Array.from({ length: perChallenge }, (_, at) => {
      const stored = storedFlag(patternOf(at), { match: 'Regex', isCanary: false });
      return { challenge_id: id, hash: sealing.hashFlag(id, stored), sealed: sealing.seal(stored), match: 'Regex' };
    }),
  );
  await sql`insert into flags ${sql(rows)}`;
}

/** One answer that only an expression meets is judged right. */
async function checkExpression(harness: Harness, { database, ports }: Deployment, challengeIds: number[]) {
  const isPlayer = (player: number) => player < harness.sessions.count - 1;
  let pair: [number, number] | undefined;
  do [pair] = harness.takeUnsolved(1, isPlayer);
  while (pair && !challengeIds.includes(pair[1]));
  if (!pair) throw new Error('Every challenge is solved.');
  const [player, challengeId] = pair;
  const connection = new HttpConnection(ports[0] ?? 0);
  const cookie = cookieOf(harness.sessions.sessionKey, player);
  const { text } = await connection.send(writeFlag(harness.gameId, challengeId, 'bench{pattern-9-whole}', cookie), {
    kept: 'body',
  });
  connection.close();
  await untilJudged(database, 10_000);
  const [stored] = await database.sql<{ status: string }[]>`select status from submissions where id = ${Number(text)}`;
  if (stored?.status !== 'Accepted') throw new Error(`An answer that an expression meets is ${stored?.status}.`);
}

export const expressions: Row = async ({ harness, extent }) => {
  const deployment = await harness.deploy({ fresh: true });
  const { gameId, challengeIds } = harness;
  // The last player organises, and does not play, once a draft was measured.
  const sessions = { ...harness.sessions, count: harness.sessions.count - 1 };
  const half = Math.ceil(challengeIds.length / 2);
  const [plain, matched] = [challengeIds.slice(0, half), challengeIds.slice(half)];
  const rateOf = async (challenges: number[], seconds: number) => {
    const request = {
      kind: 'submission' as const,
      gameId,
      sessions,
      challengeIds: challenges,
      right: [],
      rightEvery: 0,
    };
    const plan = { ports: deployment.ports, connections: extent.submissionConnections, seconds, request };
    const flooded = await flood(harness, deployment, [plan]);
    return flooded.stored / flooded.seconds;
  };
  const seconds = harness.options.smoke ? 1 : 5;
  await addExpressions(harness, deployment, matched);
  await rateOf(challengeIds, extent.warmUpSeconds);
  const found: Record<'none' | 'plain' | 'matched', number[]> = { none: [], plain: [], matched: [] };
  for (let round = 0; round < (harness.options.smoke ? 1 : rounds); round += 1) {
    const turns = [
      async () => {
        await deployment.database.sql`delete from flags where match = 'Regex'`;
        found.none.push(await rateOf(plain, seconds));
        await addExpressions(harness, deployment, matched);
      },
      async () => void found.plain.push(await rateOf(plain, seconds)),
      async () => void found.matched.push(await rateOf(matched, seconds)),
    ];
    // Later turns meet more rows, so the order alternates.
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
  }
  await checkExpression(harness, deployment, matched);
  const share = (part: 'plain' | 'matched') =>
    median(found[part].map((rate, round) => (100 * rate) / (found.none[round] ?? Number.NaN)));
  const note = `${median(found.none).toFixed(0)}/s in a game without expressions`;
  return [
    {
      what: `wrong flags, ${perChallenge} expressions on each challenge, of the rate without, median of turns`,
      value: share('matched'),
      unit: '%',
      budgets: [{ atLeast: 60 }],
      note: `${note}; ${median(found.matched).toFixed(0)}/s with`,
    },
    {
      what: 'wrong flags of challenges without, where others have expressions',
      value: share('plain'),
      unit: '%',
      budgets: [{ atLeast: 97 }],
      note,
    },
  ];
};
