import { divisionRoutes } from '@vexil/contract/division';
import { gameEditRoutes } from '@vexil/contract/game';
import { allPermissions } from '@vexil/db/enums/division';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { divisions } from '@vexil/db/schema/division';
import { games } from '@vexil/db/schema/game';
import { buildAccount } from '@vexil/db/testing/account';
import { checkBefore } from '@vexil/rules/checks/game-checks.rules';
import { gameOfTemplate, gameTemplates, type TemplateName, templateNames } from '@vexil/rules/game-template.rules';
import { withoutPermissions } from '@vexil/rules/permission.rules';
import { defaultBloodBonus } from '@vexil/rules/score.rules';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.UTC(2031, 4, 1, 10);
const words = { divisionNames: { students: 'Students', open: 'Open' }, makeCode: () => 'sesame' };
const bodyOf = (name: TemplateName, end = start + gameTemplates[name].lengthMs) =>
  gameOfTemplate(gameTemplates[name], { title: `Of ${name}`, start, end, ...words });
const unreviewed = withoutPermissions(allPermissions, ['RequireReview']);

const common = {
  start,
  hidden: true,
  summary: '',
  content: '',
  acceptWithoutReview: true,
  writeupRequired: false,
  inviteCode: null,
  practiceMode: true,
  bloodBonus: defaultBloodBonus,
  freezeTime: null,
  revealedAt: null,
  boardVisibility: 'Everyone',
  customCategories: [],
  hintsMayGoBelowZero: false,
  individual: false,
  rules: '',
  fields: [],
  allowsMcp: false,
  addressesKeptDays: null,
  capturesKeptDays: null,
  writeupsKeptDays: null,
  bloodBonusPoints: null,
  containerCountLimit: 3,
  containerTotalLimit: 0,
};

const promised: Record<TemplateName, { game: object; divisions: object[] }> = {
  weekend: {
    game: {
      end: start + 48 * hour,
      teamMemberCountLimit: 5,
      freezeTime: start + 47 * hour,
      writeupRequired: true,
      writeupDeadline: start + 3 * day,
    },
    divisions: [],
  },
  oneDay: { game: { end: start + 8 * hour, teamMemberCountLimit: 4 }, divisions: [] },
  training: {
    game: { end: start + 28 * day, teamMemberCountLimit: 1, inviteCode: 'sesame', bloodBonus: 0 },
    divisions: [],
  },
  students: {
    game: { end: start + day, teamMemberCountLimit: 4, freezeTime: start + 23 * hour },
    divisions: [
      { name: 'Students', inviteCode: 'sesame', defaultPermissions: unreviewed },
      { name: 'Open', inviteCode: null, defaultPermissions: unreviewed },
    ],
  },
  internal: {
    game: { end: start + day, teamMemberCountLimit: 4, acceptWithoutReview: false, practiceMode: false },
    divisions: [],
  },
};

describe('a game from a template', () => {
  it.each(templateNames)('has exactly what %s promises, and is stored as any other', async (name) => {
    const made = await test.call(gameEditRoutes.create, { as: admin, body: bodyOf(name) });
    expect(made.status).toBe(200);
    const { id } = made.body;
    const params = { id };
    const stored = (await test.call(gameEditRoutes.get, { as: admin, params })).body;
    const { game, divisions: expected } = promised[name];
    const { id: _, poster, publicKey, pausedAt, version, ...facts } = stored;
    expect(facts).toEqual({
      ...common,
      title: `Of ${name}`,
      writeupDeadline: facts.end,
      writeupNote: '',
      ...game,
    });
    const listed = (await test.call(divisionRoutes.list, { as: admin, params })).body;
    expect(listed).toEqual(
      expected.map((division) => ({
        ...{ id: expect.any(Number), challengeConfigs: [], kind: null, ruleText: '', scoresAlone: false, version: 1 },
        ...division,
      })),
    );
    const open = { ...stored, hidden: false };
    const findings = checkBefore({ game: open, challenges: [], divisions: listed, now: start });
    expect(findings.flatMap(({ name: check, state }) => (state === 'ok' ? [] : check))).toEqual([
      'rules',
      'challenges',
    ]);
    const saved = await test.call(gameEditRoutes.update, { as: admin, params, body: { ...facts, version } });
    expect(saved).toMatchObject({ status: 200, body: { ...facts, version: version + 1 } });
  });

  it('freezes and asks for writeups by the chosen end', async () => {
    const end = start + 6 * hour;
    const made = await test.call(gameEditRoutes.create, { as: admin, body: bodyOf('weekend', end) });
    expect(made.body).toMatchObject({ start, end, freezeTime: end - hour, writeupDeadline: end + day });
  });

  it('audits the game and each division, without codes', async () => {
    const { id } = (await test.call(gameEditRoutes.create, { as: admin, body: bodyOf('students') })).body;
    const entries = await test.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.gameId, id))
      .orderBy(auditEntries.id);
    expect(entries.map(({ action }) => action)).toEqual(['game.create', 'division.create', 'division.create']);
    expect(JSON.stringify(entries)).not.toContain('sesame');
  });

  it('needs an administrator', async () => {
    const user = await buildAccount(test.db);
    const reply = await test.call(gameEditRoutes.create, { as: user, body: bodyOf('students') });
    expectError(reply, 'account.forbidden');
  });
});

describe('divisions of a new game', () => {
  const create = (body: object) =>
    test.call(gameEditRoutes.create, {
      as: admin,
      body: { title: 'Half', start, end: start + day, ...body },
    });
  const left = () => test.db.select().from(games).where(eq(games.title, 'Half'));

  it.each([null, undefined, []])('may be %j', async (none) => {
    const reply = await create({ title: 'None', divisions: none });
    expect(reply.status).toBe(200);
    const rows = await test.db.select().from(divisions).where(eq(divisions.gameId, reply.body.id));
    expect(rows).toEqual([]);
  });

  it('are checked as single ones are', async () => {
    const reply = await create({ divisions: [{ name: 'Students' }, { name: ' ' }] });
    expectError(reply, 'request.invalid');
    expect(reply.body).toMatchObject({ details: [{ path: 'divisions.1.name' }] });
    expect(await left()).toEqual([]);
  });

  it('leave no game behind when one of them cannot be stored, or the game itself', async () => {
    await test.db.execute(sql`alter table divisions add constraint refused check (name <> 'Refused')`);
    const reply = await create({ divisions: [{ name: 'Students' }, { name: 'Refused' }] });
    expect(reply.status).toBe(500);
    expect(await left()).toEqual([]);
    const frozen = await create({ freezeTime: start + 2 * day, divisions: [{ name: 'Students' }] });
    expectError(frozen, 'game.freezeOutside');
    expect(await left()).toEqual([]);
  });
});
