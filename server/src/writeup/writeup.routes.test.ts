import { gunzipSync } from 'node:zlib';
import { writeupAdminRoutes, writeupEditRoutes, writeupRoutes } from '@vexil/contract/writeup';
import { writeupSizeBytesMax } from '@vexil/contract/writeup.limits';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { divisions } from '@vexil/db/schema/division';
import { files } from '@vexil/db/schema/file';
import { type GameRow, gameStaff, games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { teams } from '@vexil/db/schema/team';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { eq } from 'drizzle-orm';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { multipartOf } from '../../testing/upload';

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour);

let test: TestApp;
let admin: AccountRow;
let game: GameRow;
let play: BuiltParticipation;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());
beforeEach(async () => {
  game = await buildGame(test.db, { writeupRequired: true, writeupDeadline: inHours(2), writeupNote: 'Say **how**.' });
  const built = await buildTeam(test.db, { membersCount: 2 });
  play = await buildParticipation(test.db, { gameId: game.id, built });
});

const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF`);

interface Given {
  as?: AccountRow;
  gameId?: number;
  content?: Buffer;
  fileName?: string;
  type?: string;
  field?: string;
}

async function hand(given: Given = {}) {
  const { as = play.captain, gameId = game.id, content = pdf('ours'), ...file } = given;
  const body = multipartOf([{ fileName: 'Our writeup.pdf', type: 'application/pdf', content, ...file }]);
  return test.send({ method: 'POST', url: `/api/game/${gameId}/writeup`, as, ...body });
}

const read = (as = play.captain, id = game.id) => test.call(writeupRoutes.get, { as, params: { id } });
const list = (id = game.id, as = admin) => test.call(writeupAdminRoutes.list, { as, params: { id } });
async function timeOf({ participation: { id } }: BuiltParticipation): Promise<Date> {
  const [row] = await test.db.select().from(participations).where(eq(participations.id, id));
  return row?.writeupAt ?? new Date(Number.NaN);
}
const setGame = (values: Partial<GameRow>) => test.db.update(games).set(values).where(eq(games.id, game.id));

describe('POST /api/game/{id}/writeup', () => {
  it('stores the PDF under a generated name, visible to the whole team', async () => {
    const none = { submitted: false, name: '#', fileSize: 0, note: 'Say **how**.', uploadTimeUtc: null };
    expect((await read()).body).toEqual(none);
    const reply = await hand({ content: pdf('first') });
    expect(reply).toMatchObject({ status: 200, body: undefined });
    const state = (await read(play.members[1])).body;
    expect(state).toMatchObject({ submitted: true, fileSize: pdf('first').length, note: 'Say **how**.' });
    expect(state.uploadTimeUtc).toBe((await timeOf(play)).getTime());
    expect(state.name).toMatch(
      new RegExp(`^Writeup-${game.id}-${play.team.id}-\\d{8}-\\d\\d\\.\\d\\d\\.\\d\\dZ\\.pdf$`),
    );
    const [writeup] = (await list()).body.writeups;
    const file = await test.app.inject({ url: writeup?.url ?? '' });
    expect(file.rawPayload.equals(pdf('first'))).toBe(true);
    expect(file.headers['content-disposition']).toContain('attachment');
  });

  it('replaces the former one, which is deleted unless something else uses it', async () => {
    const other = await buildParticipation(test.db, { gameId: game.id });
    const hashOf = async () =>
      (await list()).body.writeups.find(({ team }) => team.id === play.team.id)?.url.split('/')[2];
    const stored = async (hash = '') => (await test.db.select().from(files).where(eq(files.hash, hash))).length;
    await hand({ content: pdf('lonely') });
    const lonely = await hashOf();
    await hand({ content: pdf('shared') });
    const shared = await hashOf();
    await hand({ as: other.captain, content: pdf('shared') });
    expect([await stored(lonely), await stored(shared)]).toEqual([0, 1]);
    expect(await test.deps.storage.size(lonely ?? '')).toBeUndefined();
    await hand({ content: pdf('shared') });
    expect(await stored(shared)).toBe(1);
    await hand({ content: pdf('last') });
    expect([await stored(shared), await stored(await hashOf())]).toEqual([1, 1]);
  });

  it('keeps exactly one of fifty concurrent uploads', async () => {
    const texts = Array.from({ length: 50 }, (_, index) => `${index} at once`);
    const replies = await Promise.all(
      texts.map((text, index) => hand({ content: pdf(text), as: play.members[index % 2] as AccountRow })),
    );
    expect(replies.map(({ status }) => status)).toEqual(texts.map(() => 200));
    const { writeups } = (await list()).body;
    expect(writeups).toHaveLength(1);
    const kept = await test.db
      .select()
      .from(files)
      .where(eq(files.sizeBytes, pdf('10 at once').length));
    const short = await test.db
      .select()
      .from(files)
      .where(eq(files.sizeBytes, pdf('1 at once').length));
    expect([...kept, ...short].map(({ hash }) => hash)).toEqual([writeups[0]?.url.split('/')[2]]);
  });

  it('accepts from the start of the game to the deadline, also after the end', async () => {
    await setGame({ startAt: inHours(-2), endAt: inHours(-1), practiceMode: false });
    expect((await hand()).status).toBe(200);
    await setGame({ writeupDeadline: inHours(-0.5) });
    expectError(await hand(), 'writeup.deadlinePassed');
    expect((await read()).body.submitted).toBe(true);
    await setGame({ writeupDeadline: inHours(5), startAt: inHours(1), endAt: inHours(2) });
    const early = await hand();
    expectError(early, 'game.notStarted');
    expect(early.body).toMatchObject({ status: 10001 });
    expectError(await read(), 'game.notStarted');
  });

  it('refuses other files, empty files and more than 20 MiB, and keeps nothing', async () => {
    const before = (await test.db.select().from(files)).length;
    expectError(await hand({ type: 'application/octet-stream' }), 'writeup.notPdf');
    expectError(await hand({ fileName: 'writeup.PDF' }), 'writeup.notPdf');
    expectError(await hand({ fileName: 'writeup.html' }), 'writeup.notPdf');
    expectError(await hand({ content: Buffer.from('<html><script>alert(1)</script>') }), 'writeup.contentNotPdf');
    expectError(await hand({ content: Buffer.alloc(5000) }), 'writeup.contentNotPdf');
    expectError(await hand({ content: Buffer.alloc(0) }), 'asset.empty');
    expectError(await hand({ field: 'other' }), 'asset.fileMissing');
    const large = Buffer.concat([pdf(''), Buffer.alloc(writeupSizeBytesMax)]);
    const tooLarge = await hand({ content: large });
    expectError(tooLarge, 'asset.tooLarge');
    expect(tooLarge.status).toBe(400);
    expect((await hand({ content: large.subarray(0, writeupSizeBytesMax) })).status).toBe(200);
    const url = `/api/game/${game.id}/writeup`;
    const json = {
      method: 'POST',
      url,
      as: play.captain,
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    };
    expectError(await test.send(json as never), 'request.mediaType');
    expect((await test.db.select().from(files)).length).toBe(before + 1);
  });

  it('is for accepted teams of games that require it', async () => {
    const outsider = await buildAccount(test.db);
    expectError(await hand({ as: outsider }), 'participation.missing');
    expectError(await read(outsider), 'participation.missing');
    expectError(await hand({ gameId: 987654 }), 'game.notFound');
    expectError(await read(play.captain, 987654), 'game.notFound');
    await setGame({ writeupRequired: false });
    expectError(await hand(), 'writeup.notRequired');
    expect((await read()).status).toBe(200);
    for (const status of ['Pending', 'Rejected', 'Suspended'] as const) {
      await test.db.update(participations).set({ status }).where(eq(participations.id, play.participation.id));
      expectError(await hand(), 'participation.notAccepted');
      expectError(await read(), 'participation.notAccepted');
    }
    expectError(await test.call(writeupRoutes.get, { params: { id: game.id } }), 'account.unauthenticated');
  });
});

describe('GET /api/admin/writeups/{id}', () => {
  it('lists newest first, with divisions and teams', async () => {
    const [division] = await test.db.insert(divisions).values({ gameId: game.id, name: 'guests' }).returning();
    const other = await buildParticipation(test.db, { gameId: game.id, divisionId: division?.id ?? 0 });
    await buildParticipation(test.db, { gameId: game.id });
    await hand();
    test.clock.advance(5_000);
    await hand({ as: other.captain });
    const { body } = await list();
    expect(body.divisions).toEqual({ [division?.id ?? 0]: 'guests' });
    expect(body.writeups.map(({ id }) => id)).toEqual([other.participation.id, play.participation.id]);
    const { team, captain } = other;
    const members = [{ id: captain.id, userName: captain.userName, bio: captain.bio, avatar: null, captain: true }];
    expect(body.writeups[0]).toEqual({
      id: other.participation.id,
      team: { id: team.id, name: team.name, bio: team.bio, avatar: null, locked: team.locked, members },
      url: expect.stringMatching(/^\/assets\/[0-9a-f]{64}\/Writeup-/),
      uploadTimeUtc: (await timeOf(other)).getTime(),
      divisionId: division?.id,
    });
    expect(JSON.stringify(body)).not.toContain(team.inviteToken);
  });

  it('is for administrators only', async () => {
    const organiser = await buildAccount(test.db);
    await test.db.insert(gameStaff).values({ gameId: game.id, accountId: organiser.id, role: 'organiser' });
    for (const as of [play.captain, organiser, await buildAccount(test.db, { role: 'Monitor' })]) {
      expectError(await list(game.id, as), 'account.forbidden');
      expectError(await test.call(writeupAdminRoutes.archive, { as, params: { id: game.id } }), 'account.forbidden');
    }
    expectError(await list(987654), 'game.notFound');
    expectError(await test.call(writeupAdminRoutes.archive, { as: admin, params: { id: 987654 } }), 'game.notFound');
  });
});

describe('GET /api/admin/writeups/{id}/all', () => {
  async function download() {
    const headers = { cookie: await test.signIn(admin) };
    const reply = await test.app.inject({ url: `/api/admin/writeups/${game.id}/all`, headers });
    expect(reply).toMatchObject({ statusCode: 200, headers: { 'content-type': 'application/gzip' } });
    const entries: { name: string; content: Buffer; mtime: number | undefined }[] = [];
    const reader = extract();
    reader.end(gunzipSync(reply.rawPayload));
    for await (const entry of reader) {
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      entries.push({ name: entry.header.name, content: Buffer.concat(chunks), mtime: entry.header.mtime?.getTime() });
    }
    return { entries, disposition: String(reply.headers['content-disposition']) };
  }

  it('has every writeup in one folder with a safe name', async () => {
    await setGame({ title: '../Final /决赛' });
    const other = await buildParticipation(test.db, { gameId: game.id });
    const long = pdf('long '.repeat(100_000));
    await hand({ content: long });
    test.clock.advance(5_000);
    await hand({ as: other.captain, content: pdf('short') });
    const { entries, disposition } = await download();
    expect(disposition).toMatch(
      /filename\*=UTF-8''Writeups-..%2FFinal%20%2F%E5%86%B3%E8%B5%9B-\d{8}-[\d.]{8}Z\.tar\.gz$/,
    );
    const [first, second] = entries;
    expect(entries).toHaveLength(2);
    expect(first?.name).toMatch(/^Writeups-\.\._Final _决赛-\d{8}-[\d.]{8}Z\/Writeup-\d+-\d+-\d{8}-[\d.]{8}Z\.pdf$/);
    expect(first?.content.equals(pdf('short'))).toBe(true);
    expect(second?.content.equals(long)).toBe(true);
    expect(first?.mtime).toBe(Math.floor((await timeOf(other)).getTime() / 1000) * 1000);
  });

  it('is empty without writeups, and leaves out files missing in the storage', async () => {
    expect((await download()).entries).toEqual([]);
    const other = await buildParticipation(test.db, { gameId: game.id });
    await hand({ content: pdf('lost') });
    test.clock.advance(1_000);
    await hand({ as: other.captain, content: pdf('found') });
    const lost = (await list()).body.writeups.at(-1)?.url.split('/')[2] ?? '';
    await test.deps.storage.delete(lost);
    expect((await download()).entries.map(({ content }) => content.toString())).toEqual([pdf('found').toString()]);
  });
});

describe('DELETE /api/edit/games/{id}/writeups', () => {
  const remove = (as: AccountRow, id = game.id) => test.call(writeupEditRoutes.deleteAll, { as, params: { id } });

  it('deletes all writeups and files, and audits it', async () => {
    const organiser = await buildAccount(test.db);
    await test.db.insert(gameStaff).values({ gameId: game.id, accountId: organiser.id, role: 'organiser' });
    const other = await buildParticipation(test.db, { gameId: game.id });
    await hand({ content: pdf('the same') });
    await hand({ as: other.captain, content: pdf('the same') });
    const hash = (await list()).body.writeups[0]?.url.split('/')[2] ?? '';
    for (let times = 0; times < 2; times += 1) {
      expect(await remove(organiser)).toMatchObject({ status: 200, body: undefined });
    }
    expect((await list()).body.writeups).toEqual([]);
    expect((await read()).body).toMatchObject({ submitted: false, name: '#' });
    expect(await test.db.select().from(files).where(eq(files.hash, hash))).toEqual([]);
    const entries = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, game.id));
    expect(entries.map(({ action, before }) => ({ action, before }))).toEqual([
      { action: 'writeup.deleteAll', before: { count: 2 } },
    ]);
  });

  it('is for organisers of the game', async () => {
    const elsewhere = await buildAccount(test.db);
    const other = await buildGame(test.db);
    await test.db.insert(gameStaff).values({ gameId: other.id, accountId: elsewhere.id, role: 'organiser' });
    await hand();
    for (const as of [play.captain, elsewhere, await buildAccount(test.db, { role: 'Monitor' })]) {
      expectError(await remove(as), 'account.forbidden');
    }
    expectError(await remove(admin, 987654), 'game.notFound');
    expect((await read()).body.submitted).toBe(true);
    await test.db.delete(teams).where(eq(teams.id, play.team.id));
    expect((await list()).body.writeups).toEqual([]);
  });
});

describe('the review of writeups', () => {
  const organiserOf = async () => {
    const organiser = await buildAccount(test.db);
    await test.db.insert(gameStaff).values({ gameId: game.id, accountId: organiser.id, role: 'organiser' });
    return organiser;
  };
  const toReview = (as: AccountRow) => test.call(writeupEditRoutes.list, { as, params: { id: game.id } });
  const review = (as: AccountRow, writeupId: number, body: { comment?: string; grade?: number | null }) =>
    test.call(writeupEditRoutes.review, { as, params: { id: game.id, writeupId }, body });

  it('lists writeups by hand-in, and accepted teams without one', async () => {
    const organiser = await organiserOf();
    const second = await buildParticipation(test.db, { gameId: game.id });
    const late = await buildParticipation(test.db, { gameId: game.id });
    await buildParticipation(test.db, { gameId: game.id, status: 'Rejected' });
    await hand({ as: second.captain });
    test.clock.advance(1000);
    await hand();
    const { body } = await toReview(organiser);
    expect(body.writeups.map(({ team }) => team.id)).toEqual([second.team.id, play.team.id]);
    expect(body.writeups[0]).toMatchObject({ fileSize: pdf('ours').length, comment: '', grade: null });
    expect(body.missing.map(({ team }) => team.id)).toEqual([late.team.id]);
  });

  it('keeps comment and grade, audited, and hides them from the team', async () => {
    const organiser = await organiserOf();
    await hand();
    const { id } = play.participation;
    expect((await review(organiser, id, { comment: 'Clear.', grade: 80 })).body).toMatchObject({ grade: 80 });
    expect((await review(organiser, id, { comment: 'Very clear.' })).body).toMatchObject({ grade: 80 });
    expect((await review(organiser, id, { grade: null })).body).toMatchObject({ comment: 'Very clear.', grade: null });
    expect(JSON.stringify((await read()).body)).not.toContain('clear');
    const entries = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, game.id));
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ['writeup.review', { comment: 'Clear.', grade: 80 }],
      ['writeup.review', { comment: 'Very clear.' }],
      ['writeup.review', { grade: null }],
    ]);
  });

  it('refuses a grade out of range, a team without a writeup, and players', async () => {
    const organiser = await organiserOf();
    expectError(await review(organiser, play.participation.id, { grade: 1 }), 'writeup.notFound');
    await hand();
    expectError(await review(organiser, play.participation.id, { grade: 101 }), 'request.invalid');
    expectError(await review(play.captain, play.participation.id, { grade: 1 }), 'account.forbidden');
    expectError(await toReview(play.captain), 'account.forbidden');
  });
});
