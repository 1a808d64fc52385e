import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AccountRow } from '@vexil/db/schema/account';
import { activities } from '@vexil/db/schema/activity';
import { attachments, challenges, flags } from '@vexil/db/schema/challenge';
import { configEntries } from '@vexil/db/schema/config';
import { containers } from '@vexil/db/schema/container';
import { divisions } from '@vexil/db/schema/division';
import { files } from '@vexil/db/schema/file';
import { gameStaff } from '@vexil/db/schema/game';
import { logs } from '@vexil/db/schema/log';
import { notices } from '@vexil/db/schema/notice';
import { participations } from '@vexil/db/schema/participation';
import { posts } from '@vexil/db/schema/post';
import { cheatFindings, solves, submissions, teamChallenges } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge, type ChallengeValues } from '@vexil/db/testing/challenge';
import { buildGame, testSealing } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { type BuiltTeam, buildTeam } from '@vexil/db/testing/team';
import { eq, ne, sql } from 'drizzle-orm';
import type { TestApp } from './app';

const hour = 3_600_000;

/** Accounts of the role matrix; `participant` is captain of team `home`, `rival` of team `away`. */
export interface People {
  banned: AccountRow;
  user: AccountRow;
  participant: AccountRow;
  rival: AccountRow;
  organiser: AccountRow;
  observer: AccountRow;
  otherOrganiser: AccountRow;
  monitor: AccountRow;
  admin: AccountRow;
}

/** A running game with rows of every kind. */
export interface Arena {
  id: number;
  staticId: number;
  containerId: number;
  attachmentId: number;
  dynamicId: number;
  flagId: number;
  divisionId: number;
  noticeId: number;
  submissionId: number;
  home: BuiltParticipation;
  away: BuiltParticipation;
  /** File name of a capture of the home team on the container challenge. */
  capture: string;
}

export interface World {
  people: People;
  teams: { home: BuiltTeam; away: BuiltTeam };
  game: Arena;
  /** Has `otherOrganiser` as staff and the same teams. */
  otherGame: Arena;
  upcomingId: number;
  endedId: number;
  postId: string;
  fileHash: string;
}

async function first<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows;
  if (!row) throw new Error('The row was not stored.');
  return row;
}

/** Stores content and inserts its row. */
export async function buildFile(test: TestApp, content: string, name = 'file.bin'): Promise<string> {
  const stored = await test.deps.storage.put(Readable.from([Buffer.from(content)]), 1024 * 1024);
  await test.db
    .insert(files)
    .values({ ...stored, name })
    .onConflictDoNothing();
  return stored.hash;
}

/** Replaces the worker: containers start and stop at once. */
async function standInForWorker(test: TestApp): Promise<void> {
  await test.db.execute(sql`
    create function stand_in_for_worker() returns trigger language plpgsql as $$
    begin
      if new.state = 'requested' then
        new.state := 'running'; new.started_at := now(); new.engine_id := 'engine';
        new.internal_host := '127.0.0.1'; new.internal_port := 1; new.public_port := 30001;
      elsif new.state = 'stopping' then
        new.state := 'destroyed'; new.ended_at := now();
      end if;
      return new;
    end $$`);
  await test.db.execute(sql`
    create trigger stand_in_for_worker before insert or update on containers
    for each row execute function stand_in_for_worker()`);
}

export async function buildContainer(
  test: TestApp,
  game: Pick<Arena, 'id' | 'containerId'>,
  participationId: number | null,
  expiresInMs = 5 * 60_000,
): Promise<string> {
  const values = {
    kind: participationId === null ? ('Test' as const) : ('Team' as const),
    gameId: game.id,
    challengeId: game.containerId,
    participationId,
    image: 'vexil/test:1',
    isProxy: true,
    expiresAt: new Date(Date.now() + expiresInMs),
  };
  return (await first(test.db.insert(containers).values(values).returning())).id;
}

export async function buildSubmission(
  test: TestApp,
  game: Arena,
  by: BuiltParticipation,
  text: string,
  right: boolean,
) {
  const keys = { gameId: game.id, challengeId: game.staticId, participationId: by.participation.id };
  const row = await first(
    test.db
      .insert(submissions)
      .values({
        ...keys,
        accountId: by.captain.id,
        answerHash: testSealing.hashFlag(game.staticId, text),
        answerSealed: testSealing.seal(text),
        status: right ? 'Accepted' : 'WrongAnswer',
        submittedAt: new Date(),
        judgedAt: new Date(),
      })
      .returning(),
  );
  if (right) {
    const { id: submissionId, accountId, submittedAt: solvedAt } = row;
    await test.db.insert(solves).values({ ...keys, submissionId, accountId, solvedAt });
  }
  return row;
}

async function buildChallenges(test: TestApp, gameId: number) {
  const make = async (values: ChallengeValues) => (await buildChallenge(test.db, { gameId, ...values })).challenge.id;
  const image = { containerImage: 'vexil/test:1', exposePort: 80 };
  const staticId = await make({ type: 'StaticAttachment', category: 'Misc', hints: ['Look closely.'] });
  const containerId = await make({ type: 'StaticContainer', category: 'Web', enableTrafficCapture: true, ...image });
  // Each team draws one of its flags.
  const drawn = Array.from({ length: 12 }, (_, index) => `flag{${index}}`);
  const attachmentId = await make({ type: 'DynamicAttachment', category: 'Crypto', flags: drawn });
  const dynamicId = await make({ type: 'DynamicContainer', category: 'Pwn', ...image });
  const fileHash = await buildFile(test, `attachment ${gameId}`, 'puzzle.txt');
  const attach = () => first(test.db.insert(attachments).values({ type: 'Local', fileHash }).returning());
  await test.db
    .update(challenges)
    .set({ attachmentId: (await attach()).id })
    .where(eq(challenges.id, staticId));
  for (const flag of await test.db.select().from(flags).where(eq(flags.challengeId, attachmentId))) {
    await test.db
      .update(flags)
      .set({ attachmentId: (await attach()).id })
      .where(eq(flags.id, flag.id));
  }
  const flagId = (await first(test.db.select().from(flags).where(eq(flags.challengeId, staticId)))).id;
  return { staticId, containerId, attachmentId, dynamicId, flagId };
}

/** Rows for monitors: accepted, wrong and stolen submissions, events, captures. */
async function buildHappenings(test: TestApp, game: Arena): Promise<number> {
  const right = await buildSubmission(test, game, game.home, 'flag{right}', true);
  const wrong = await buildSubmission(test, game, game.away, 'flag{stolen}', false);
  await test.db.update(submissions).set({ status: 'CheatDetected' }).where(eq(submissions.id, wrong.id));
  const [home, away] = [game.home.participation.id, game.away.participation.id];
  await test.db
    .insert(cheatFindings)
    .values({ submissionId: wrong.id, gameId: game.id, submitParticipationId: away, sourceParticipationId: home });
  const about = { gameId: game.id, participationId: home, accountId: game.home.captain.id };
  await test.db.insert(activities).values([
    { ...about, type: 'ContainerStart', values: [`${game.containerId}`, 'Challenge'] },
    { ...about, type: 'FlagSubmit', submissionId: right.id, result: 'Accepted' },
  ]);
  await test.db.insert(teamChallenges).values({ gameId: game.id, participationId: home, challengeId: game.staticId });
  await buildCapture(test, game);
  return right.id;
}

export async function buildCapture(test: TestApp, game: Arena, name = game.capture): Promise<void> {
  const key = `capture/${game.containerId}/${game.home.participation.id}/${name}`;
  await test.deps.storage.putObject(key, Readable.from([Buffer.from('captured')]), 1024);
}

/** Makes accounts staff of a game. */
export async function appoint(
  test: TestApp,
  gameId: number,
  people: Partial<Record<'organiser' | 'observer', AccountRow>>,
) {
  for (const role of ['organiser', 'observer'] as const) {
    const accountId = people[role]?.id;
    if (accountId) await test.db.insert(gameStaff).values({ gameId, accountId, role });
  }
}

async function buildArena(test: TestApp, teams: World['teams'], staff: Parameters<typeof appoint>[2]): Promise<Arena> {
  const { db } = test;
  const { id } = await buildGame(db, { writeupRequired: true, writeupNote: 'As PDF.', containerCountLimit: 0 });
  await appoint(test, id, staff);
  const division = await first(db.insert(divisions).values({ gameId: id, name: 'guests' }).returning());
  const home = await buildParticipation(db, { gameId: id, built: teams.home, divisionId: division.id });
  const away = await buildParticipation(db, { gameId: id, built: teams.away });
  const made = await buildChallenges(test, id);
  const values = ['Welcome.'];
  const notice = await first(db.insert(notices).values({ gameId: id, type: 'Normal', values }).returning());
  const keys = { id, ...made, divisionId: division.id, noticeId: notice.id, capture: '0123456789ab-K1.pcap.gz' };
  const game: Arena = { ...keys, home, away, submissionId: 0 };
  game.submissionId = await buildHappenings(test, game);
  await buildContainer(test, game, home.participation.id);
  await handInWriteup(test, game);
  return game;
}

export async function handInWriteup(test: TestApp, game: Pick<Arena, 'id' | 'home'>): Promise<void> {
  const writeupHash = await buildFile(test, `%PDF-1.7 ${game.id}`, 'Writeup.pdf');
  await test.db
    .update(participations)
    .set({ writeupHash, writeupName: 'Writeup.pdf', writeupAt: new Date() })
    .where(eq(participations.id, game.home.participation.id));
}

export async function buildPost(test: TestApp, authorId: string): Promise<string> {
  const id = createHash('sha256').update(`${Math.random()}`).digest('hex').slice(0, 8);
  await test.db.insert(posts).values({ id, title: 'News', summary: 'Short', content: 'Long', tags: ['a'], authorId });
  return id;
}

/** Settings that enable every call. */
export async function settle(test: TestApp): Promise<void> {
  const wanted = { key: 'accountPolicy.emailConfirmationRequired', value: 'true' };
  await test.db.delete(configEntries).where(ne(configEntries.key, wanted.key));
  await test.db
    .insert(configEntries)
    .values(wanted)
    .onConflictDoUpdate({ target: configEntries.key, set: { value: wanted.value } });
}

/** Everything that calls of the catalogue can refer to, in one database. */

export async function buildWorld(test: TestApp): Promise<World> {
  const { db } = test;
  await standInForWorker(test);
  await settle(test);
  const home = await buildTeam(db, { membersCount: 2 });
  const away = await buildTeam(db, { membersCount: 2 });
  const people: People = {
    banned: await buildAccount(db, { role: 'Banned' }),
    user: await buildAccount(db),
    participant: home.captain,
    rival: away.captain,
    organiser: await buildAccount(db),
    observer: await buildAccount(db),
    otherOrganiser: await buildAccount(db),
    monitor: await buildAccount(db, { role: 'Monitor' }),
    admin: await buildAccount(db, { role: 'Admin' }),
  };
  const teams = { home, away };
  const game = await buildArena(test, teams, { organiser: people.organiser, observer: people.observer });
  const otherGame = await buildArena(test, teams, { organiser: people.otherOrganiser });
  const in4 = new Date(Date.now() + 4 * hour);
  const upcoming = await buildGame(db, { startAt: in4, hidden: true });
  const startAt = new Date(Date.now() - 9 * hour);
  const ended = await buildGame(db, { startAt, practiceMode: false });
  for (const gameId of [upcoming.id, ended.id]) await buildParticipation(db, { gameId, built: home });
  await db.insert(logs).values({ level: 'Information', status: 'Success', userName: 'Admin', message: 'Something.' });
  return {
    people,
    teams,
    game,
    otherGame,
    upcomingId: upcoming.id,
    endedId: ended.id,
    postId: await buildPost(test, people.admin.id),
    fileHash: await buildFile(test, 'a file', 'a.bin'),
  };
}
