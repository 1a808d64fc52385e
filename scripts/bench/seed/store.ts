import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Database } from '@vexil/db';
import { challengeCategories } from '@vexil/db/enums/challenge';
import type { Sealing } from '@vexil/db/sealing';
import { argon2id, hash } from 'argon2';
import { createRandom } from '../../demo/random';
import { flagOf, password, sessionToken, userName } from '../generator/request';
import type { PlannedCompetition } from './competition';
import { prose, storePlatform } from './platform';

export const gameId = 1;
/** Planned rows get ids from 1, in order. */
export const idOf = (index: number): number => index + 1;

const accountId = (player: number) => `00000000-0000-7000-8000-${player.toString(16).padStart(12, '0')}`;

const hour = 3_600_000;
/** The game has run this long when the benchmark begins, and continues as long. */
const runsMs = 24 * hour;
const sessionMs = 7 * 24 * hour;
const statement = prose(createRandom('statement'), 600);
const divisions = ['Open', 'Students'] as const;

type Value = string | number | boolean | null;

/** In the text format of COPY. */
const written = (value: Value) =>
  value === null
    ? '\\N'
    : String(value).replace(/[\\\n\t\r]/g, (sign) => `\\${{ '\\': '\\', '\n': 'n', '\t': 't', '\r': 'r' }[sign]}`);

async function copy(sql: Database['sql'], table: string, columns: readonly string[], rows: Iterable<readonly Value[]>) {
  const statement = `copy ${table} (${columns.join(', ')}) from stdin`;
  const stream = (await sql.unsafe(statement).writable()) as Writable;
  let chunk: string[] = [];
  const flush = async () => {
    if (!stream.write(chunk.join(''))) await once(stream, 'drain');
    chunk = [];
  };
  for (const row of rows) {
    chunk.push(`${row.map(written).join('\t')}\n`);
    if (chunk.length >= 2000) await flush();
  }
  await flush();
  stream.end();
  await once(stream, 'finish');
}

function* range<T>(count: number, make: (index: number) => T): Generator<T> {
  for (let index = 0; index < count; index += 1) yield make(index);
}

export interface StoreOptions {
  sealing: Sealing;
  sessionKey: string;
  now: Date;
}

/** Writes into an empty database what the product would have stored. */
export async function storeCompetition(
  { sql }: Pick<Database, 'sql'>,
  plan: PlannedCompetition,
  { sealing, sessionKey, now }: StoreOptions,
): Promise<void> {
  const { size, teamOfPlayer } = plan;
  const start = now.getTime() - runsMs;
  const startAt = new Date(start).toISOString();
  const endAt = new Date(now.getTime() + runsMs).toISOString();
  const timeOf = (at: number) => new Date(Math.floor(start + at * (runsMs - 60_000))).toISOString();
  // One password for all, so that the slow hash is computed once.
  const passwordHash = await hash(password, { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-32).toString('base64');
  await sql`
    insert into games (title, summary, content, public_key, private_key_sealed, accept_without_review, start_at, end_at,
      writeup_deadline)
    values ('Benchmark', 'A competition of the largest kind', ${prose(createRandom('rules'), 1500)},
      ${publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')}, ${sealing.seal(seed)}, true,
      ${startAt}, ${endAt}, ${endAt})`;
  for (const name of divisions) await sql`insert into divisions (game_id, name) values (${gameId}, ${name})`;

  await copy(
    sql,
    'accounts',
    ['id', 'user_name', 'email', 'email_confirmed', 'password_hash', 'last_visited_at'],
    range(size.players, (player) => [
      accountId(player),
      userName(player),
      `${userName(player)}@example.test`,
      true,
      passwordHash,
      now.toISOString(),
    ]),
  );
  const expiresAt = new Date(now.getTime() + sessionMs).toISOString();
  await copy(
    sql,
    'sessions',
    ['token_hash', 'account_id', 'expires_at', 'ip'],
    range(size.players, (player) => [
      createHash('sha256').update(sessionToken(sessionKey, player)).digest('hex'),
      accountId(player),
      expiresAt,
      '127.0.0.1',
    ]),
  );
  await copy(
    sql,
    'teams',
    ['id', 'name', 'bio', 'invite_token', 'captain_id'],
    range(size.teams, (team) => [idOf(team), `Team ${idOf(team)}`, null, 'unused', accountId(team)]),
  );
  await copy(
    sql,
    'team_members',
    ['team_id', 'account_id'],
    range(size.players, (player) => [idOf(teamOfPlayer[player] ?? 0), accountId(player)]),
  );
  await copy(
    sql,
    'participations',
    ['id', 'game_id', 'team_id', 'division_id', 'status', 'token'],
    range(size.teams, (team) => [
      idOf(team),
      gameId,
      idOf(team),
      idOf(team % divisions.length),
      'Accepted',
      `${idOf(team)}:${'A'.repeat(86)}==`,
    ]),
  );
  await copy(
    sql,
    'participation_members',
    ['game_id', 'account_id', 'participation_id'],
    range(size.players, (player) => [gameId, accountId(player), idOf(teamOfPlayer[player] ?? 0)]),
  );
  await copy(
    sql,
    'challenges',
    ['id', 'game_id', 'title', 'content', 'category', 'is_enabled'],
    range(size.challenges, (challenge) => [
      idOf(challenge),
      gameId,
      `Challenge ${idOf(challenge)}`,
      statement,
      challengeCategories[challenge % challengeCategories.length] ?? 'Misc',
      true,
    ]),
  );
  await copy(
    sql,
    'flags',
    ['challenge_id', 'hash', 'sealed'],
    range(size.challenges, (challenge) => {
      const flag = flagOf(idOf(challenge));
      return [idOf(challenge), sealing.hashFlag(idOf(challenge), flag), sealing.seal(flag)];
    }),
  );
  await storeSubmissions({ sql }, plan, { sealing, timeOf });
  await storePlatform({ sql }, { gameId, authorId: accountId(0), now });
  for (const table of ['teams', 'participations', 'challenges', 'submissions']) {
    await sql.unsafe(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  }
  await sql.unsafe('vacuum analyze');
}

async function storeSubmissions(
  { sql }: Pick<Database, 'sql'>,
  { submissions }: PlannedCompetition,
  { sealing, timeOf }: { sealing: Sealing; timeOf: (at: number) => string },
): Promise<void> {
  const counts = new Map<string, number>();
  for (const { team, challenge } of submissions) {
    const key = `${idOf(team)} ${idOf(challenge)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  await copy(
    sql,
    'team_challenges',
    ['participation_id', 'challenge_id', 'game_id', 'submission_count'],
    [...counts].map(([key, count]) => {
      const [participation = 0, challenge = 0] = key.split(' ').map(Number);
      return [participation, challenge, gameId, count];
    }),
  );
  await copy(
    sql,
    'submissions',
    [
      'id',
      'game_id',
      'challenge_id',
      'participation_id',
      'account_id',
      'answer_hash',
      'answer_sealed',
      'status',
      'submitted_at',
      'judged_at',
    ],
    range(submissions.length, (index) => {
      const { at, team, player, challenge, right } = submissions[index] as (typeof submissions)[number];
      const submission = right ? flagOf(idOf(challenge)) : `flag{seeded_${index}}`;
      return [
        idOf(index),
        gameId,
        idOf(challenge),
        idOf(team),
        accountId(player),
        sealing.hashFlag(idOf(challenge), submission),
        sealing.seal(submission),
        right ? 'Accepted' : 'WrongAnswer',
        timeOf(at),
        timeOf(at),
      ];
    }),
  );
  await sql`
    insert into solves (participation_id, challenge_id, game_id, submission_id, account_id, solved_at)
    select participation_id, challenge_id, game_id, id, account_id, submitted_at
    from submissions where status = 'Accepted' order by id`;
  await sql`
    insert into activities (game_id, type, participation_id, account_id, submission_id, result, happened_at)
    select game_id, 'FlagSubmit', participation_id, account_id, id, status, submitted_at from submissions order by id`;
  await sql`
    insert into notices (game_id, type, values, challenge_id, published_at, announced_at)
    select ${gameId}, (array['FirstBlood', 'SecondBlood', 'ThirdBlood'])[place]::notice_type,
      jsonb_build_array(t.name, c.title), c.id, b.solved_at, b.solved_at
    from (select s.*, row_number() over (partition by challenge_id order by submission_id)::int as place from solves s) b
    join participations p on p.id = b.participation_id
    join teams t on t.id = p.team_id
    join challenges c on c.id = b.challenge_id
    where b.place <= 3 order by b.submission_id`;
}
