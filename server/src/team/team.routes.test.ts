import { accountAdminRoutes } from '@vexil/contract/account-admin';
import { teamRoutes } from '@vexil/contract/team';
import { teamAdminRoutes } from '@vexil/contract/team-admin';
import type { AccountRow } from '@vexil/db/schema/account';
import { participationMembers } from '@vexil/db/schema/participation';
import { type TeamRow, teamMembers, teams } from '@vexil/db/schema/team';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { boardVersionsOf } from '../../testing/outbox';
import { multipartOf } from '../../testing/upload';
import { signTeamToken } from '../game/game.keys';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const hour = 3_600_000;
const codeOf = ({ name, id, inviteToken }: TeamRow) => `${name}:${id}:${inviteToken}`;
const accept = (as: AccountRow, body: string) => test.call(teamRoutes.accept, { as, body });
const membersOf = async (teamId: number) =>
  (await test.db.select().from(teamMembers).where(eq(teamMembers.teamId, teamId))).map(({ accountId }) => accountId);

async function row(teamId: number): Promise<TeamRow> {
  const [found] = await test.db.select().from(teams).where(eq(teams.id, teamId));
  if (!found) throw new Error('There is no such team.');
  return found;
}

/** A locked team of two in a game that ends in so many hours. */
async function buildLockedTeam(endsInHours: number) {
  const built = await buildTeam(test.db, { membersCount: 2, locked: true });
  const endAt = new Date(Date.now() + endsInHours * hour);
  const game = await buildGame(test.db, { startAt: new Date(endAt.getTime() - 2 * hour), endAt });
  const { participation } = await buildParticipation(test.db, { built, gameId: game.id });
  return { ...built, member: built.members[1] as AccountRow, game, participation };
}

const registrations = (participationId: number) =>
  test.db.select().from(participationMembers).where(eq(participationMembers.participationId, participationId));

describe('GET /api/team/:id', () => {
  it('shows everybody the members, the captain first, and nothing private', async () => {
    const { team, captain, members } = await buildTeam(test.db, { membersCount: 3, bio: 'we play' });
    const reply = await test.call(teamRoutes.get, { params: { id: team.id } });
    expect(reply.body).toMatchObject({ id: team.id, name: team.name, bio: 'we play', avatar: null, locked: false });
    expect(reply.body.members).toHaveLength(3);
    expect(reply.body.members[0]).toEqual({
      id: captain.id,
      userName: captain.userName,
      bio: '',
      avatar: null,
      captain: true,
    });
    const text = JSON.stringify(reply.body);
    for (const secret of [team.inviteToken, ...members.map(({ email }) => email)]) expect(text).not.toContain(secret);
  });

  it('knows no other teams', async () => {
    expectError(await test.call(teamRoutes.get, { params: { id: 999_999 } }), 'team.notFound');
    expectError(await test.send({ url: '/api/team/nonsense' }), 'request.notFound');
  });
});

describe('GET /api/team', () => {
  it('lists the teams one is in, with their members', async () => {
    const own = await buildTeam(test.db, { membersCount: 2 });
    await buildTeam(test.db);
    const member = own.members[1] as AccountRow;
    const led = await buildTeam(test.db, { captainId: member.id });
    const reply = await test.call(teamRoutes.list, { as: member });
    expect(reply.body.map(({ id, members }) => [id, members.length])).toEqual([
      [own.team.id, 2],
      [led.team.id, 1],
    ]);
    expectError(await test.call(teamRoutes.list), 'account.unauthenticated');
  });
});

describe('POST /api/team', () => {
  const create = (as: AccountRow, name = 'Alpha') => test.call(teamRoutes.create, { as, body: { name, bio: 'hi' } });

  it('founds a team led by the caller', async () => {
    const account = await buildAccount(test.db);
    const reply = await create(account, '  Alpha  ');
    expect(reply.body).toMatchObject({ name: 'Alpha', bio: 'hi', locked: false });
    expect(reply.body.members).toMatchObject([{ id: account.id, captain: true }]);
    expect((await row(reply.body.id)).inviteToken).toMatch(/^[0-9a-f]{32}$/);
  });

  it('lets one account lead three teams, however many it founds at once', async () => {
    const account = await buildAccount(test.db);
    const replies = await Promise.all(Array.from({ length: 50 }, (_, index) => create(account, `Team ${index}`)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = replies.filter(({ status }) => status !== 200);
    for (const reply of refused) expectError(reply, 'team.captainLimit');
    expect(refused[0]?.body).toMatchObject({ title: 'You are already captain of 3 teams.' });
    expect(await test.db.select().from(teams).where(eq(teams.captainId, account.id))).toHaveLength(3);
  });

  it.each([[''], ['   '], ['x'.repeat(21)], ['Fo\u200bxes'], ['\u202eFoxes'], ['Fo\u0007xes']])(
    'refuses the name %o and names the field',
    async (name) => {
      const reply = await create(await buildAccount(test.db), name);
      expectError(reply, 'request.invalid');
      expect(reply.body).toMatchObject({ details: [{ path: 'name' }] });
    },
  );

  it('refuses names that look like those of staff, but not to staff', async () => {
    const monitor = await buildAccount(test.db, { userName: 'Beacon', role: 'Monitor' });
    const account = await buildAccount(test.db);
    for (const name of ['Веасоn', 'Orgаnizer']) {
      const reply = await create(account, name);
      expectError(reply, 'account.nameReserved');
      expect(reply.body).toMatchObject({ details: [{ path: 'name' }] });
    }
    expect((await create(monitor, 'Organizer')).body).toMatchObject({ name: 'Organizer' });
    expect((await create(account, ' Ｆire  Foxes')).body).toMatchObject({ name: 'Fire Foxes' });
  });

  it('refuses strangers and the banned', async () => {
    expectError(await test.call(teamRoutes.create, { body: { name: 'A' } }), 'account.unauthenticated');
    expectError(await create(await buildAccount(test.db, { role: 'Banned' })), 'account.banned');
  });

  it('refuses signs that no text may have instead of failing', async () => {
    expectError(await create(await buildAccount(test.db), 'nul\u0000'), 'request.invalid');
  });
});

describe('PUT /api/team/:id', () => {
  it('changes what is given', async () => {
    const { team, captain } = await buildTeam(test.db, { bio: 'old' });
    const update = (body: object) => test.call(teamRoutes.update, { as: captain, params: { id: team.id }, body });
    expect((await update({ name: 'Renamed' })).body).toMatchObject({ name: 'Renamed', bio: 'old' });
    expect((await update({ bio: null })).body).toMatchObject({ name: 'Renamed', bio: null });
    await update({ bio: 'again' });
    expect((await update({ bio: '' })).body).toMatchObject({ name: 'Renamed', bio: '' });
    expect((await update({ name: '  ', bio: 'new' })).body).toMatchObject({ name: 'Renamed', bio: 'new' });
    expect((await row(team.id)).inviteToken).toBe(team.inviteToken);
  });

  it('refuses what a new team may not be called either', async () => {
    await buildAccount(test.db, { userName: 'Signal', role: 'Admin' });
    const { team, captain } = await buildTeam(test.db);
    const rename = (name: string) =>
      test.call(teamRoutes.update, { as: captain, params: { id: team.id }, body: { name, bio: 'new' } });
    for (const [name, code] of [
      ['S1gnal', 'account.nameReserved'],
      ['Stаff', 'account.nameReserved'],
      ['Fo\u200bxes', 'request.invalid'],
    ] as const) {
      const reply = await rename(name);
      expectError(reply, code);
      expect(reply.body).toMatchObject({ details: [{ path: 'name' }] });
    }
    expect(await row(team.id)).toEqual(team);
    expect((await rename(' Ｆoxes ')).body).toMatchObject({ name: 'Foxes', bio: 'new' });
  });

  it('keeps a name from before the rules while something else is edited', async () => {
    const { team, captain } = await buildTeam(test.db, { name: ' Ｓtaff ' });
    const update = (body: object) => test.call(teamRoutes.update, { as: captain, params: { id: team.id }, body });
    expect((await update({ bio: 'new' })).body).toMatchObject({ name: team.name, bio: 'new' });
    expect((await update({ name: team.name, bio: 'newer' })).body).toMatchObject({ name: team.name, bio: 'newer' });
  });

  it.each([{ name: 'Other' }, { bio: 'a new text' }])('has the boards of games that run follow %j', async (body) => {
    const { team, captain, participation } = await buildParticipation(test.db);
    await test.call(teamRoutes.update, { as: captain, params: { id: team.id }, body: { name: team.name } });
    expect(await boardVersionsOf(test.deps, participation.gameId)).toEqual([]);
    await test.call(teamRoutes.update, { as: captain, params: { id: team.id }, body });
    expect(await boardVersionsOf(test.deps, participation.gameId)).toEqual([1]);
  });
});

describe('what only captains may', () => {
  it.each([
    ['update', { body: { name: 'Mine' } }],
    ['transfer', {}],
    ['invite', {}],
    ['rotateInvite', {}],
    ['kick', {}],
    ['delete', {}],
  ] as const)('%s is refused to members, strangers and for unknown teams', async (name, input) => {
    const { team, captain, members } = await buildTeam(test.db, { membersCount: 2 });
    const route = teamRoutes[name];
    const body = name === 'transfer' ? { body: { newCaptainId: captain.id } } : input;
    const call = (id: number, as?: AccountRow) =>
      test.call(route, { params: { id, userId: captain.id }, ...body, ...(as ? { as } : {}) } as never);
    expectError(await call(team.id, members[1]), 'team.notCaptain');
    expectError(await call(team.id, await buildAccount(test.db)), 'team.notCaptain');
    expectError(await call(999_999, captain), 'team.notFound');
    expectError(await call(team.id), 'account.unauthenticated');
    expect(await row(team.id)).toEqual(team);
  });
});

describe('invite codes', () => {
  it('let an account join, once, even while the team is locked', async () => {
    const { team, captain } = await buildTeam(test.db, { name: 'a:b', locked: true });
    const code = (await test.call(teamRoutes.invite, { as: captain, params: { id: team.id } })).body;
    expect(code).toBe(codeOf(team));
    const account = await buildAccount(test.db);
    expect((await accept(account, code)).status).toBe(200);
    expect(await membersOf(team.id)).toContain(account.id);
    expectError(await accept(account, code), 'team.alreadyMember');
  });

  it('let an account join under an old name of the team', async () => {
    const { team } = await buildTeam(test.db);
    const code = ` once called: this:${team.id}:${team.inviteToken}\n`;
    expect((await accept(await buildAccount(test.db), code)).status).toBe(200);
  });

  it('stop working when they are renewed', async () => {
    const { team, captain } = await buildTeam(test.db);
    const fresh = (await test.call(teamRoutes.rotateInvite, { as: captain, params: { id: team.id } })).body;
    expect(fresh).not.toBe(codeOf(team));
    const account = await buildAccount(test.db);
    expectError(await accept(account, codeOf(team)), 'team.inviteInvalid');
    expect((await accept(account, fresh)).status).toBe(200);
  });

  it.each([
    ['a member is removed', 'kick'],
    ['a member leaves', 'leave'],
    ['the team is handed over', 'transfer'],
    ['an administrator hands it over', 'adminTransfer'],
    ['a member is deleted', 'delete'],
    ['another team is merged into it', 'merge'],
  ] as const)('stop working when %s', async (_name, way) => {
    const { team, captain, members } = await buildTeam(test.db, { membersCount: 2 });
    const [admin, old] = [await buildAccount(test.db, { role: 'Admin' }), codeOf(team)];
    const { id } = team;
    const userId = members[1]?.id ?? '';
    const ways = {
      kick: () => test.call(teamRoutes.kick, { as: captain, params: { id, userId } }),
      leave: () => test.call(teamRoutes.leave, { as: members[1] as AccountRow, params: { id } }),
      transfer: () => test.call(teamRoutes.transfer, { as: captain, params: { id }, body: { newCaptainId: userId } }),
      adminTransfer: () =>
        test.call(teamAdminRoutes.update, { as: admin, params: { id }, body: { captainId: userId } }),
      delete: () => test.call(accountAdminRoutes.delete, { as: admin, params: { userId } }),
      merge: async () =>
        test.call(teamAdminRoutes.merge, {
          as: admin,
          params: { id: (await buildTeam(test.db)).team.id },
          body: { intoTeamId: id },
        }),
    };
    const reply = await ways[way]();
    expect(reply.status).toBe(200);
    expectError(await accept(await buildAccount(test.db), old), 'team.inviteInvalid');
    const fresh = codeOf(await row(id));
    const inReply = way === 'kick' || way === 'transfer';
    if (inReply) expect(reply.body).toMatchObject({ inviteCode: fresh });
    expect(JSON.stringify(reply.body ?? null).includes(fresh)).toBe(inReply);
    expect((await accept(await buildAccount(test.db), fresh)).status).toBe(200);
  });

  it('take in fifty who come at once, each once', async () => {
    const { team } = await buildTeam(test.db);
    const people = await Promise.all(Array.from({ length: 25 }, () => buildAccount(test.db)));
    const replies = await Promise.all([...people, ...people].map((person) => accept(person, codeOf(team))));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(25);
    for (const reply of replies.filter(({ status }) => status !== 200)) expectError(reply, 'team.alreadyMember');
    expect(await membersOf(team.id)).toHaveLength(26);
  });

  it('are refused in every wrong form', async () => {
    const { team } = await buildTeam(test.db);
    const account = await buildAccount(test.db);
    const wrong = [
      '',
      'nonsense',
      team.inviteToken,
      `:${team.id}:${team.inviteToken.toUpperCase()}x`,
      `x:${team.id}:${'0'.repeat(32)}`,
      `x:${team.id + 1000}:${team.inviteToken}`,
      `x:99999999999:${team.inviteToken}`,
      `x:9999999999:${team.inviteToken}`,
      `x:0:${team.inviteToken}`,
      `x:-1:${team.inviteToken}`,
      `x:${team.id}:${team.inviteToken}:y`,
    ];
    for (const code of wrong) expectError(await accept(account, code), 'team.inviteInvalid');
    expect(await membersOf(team.id)).not.toContain(account.id);
  });
});

describe('leaving and being removed', () => {
  const leave = (as: AccountRow, id: number) => test.call(teamRoutes.leave, { as, params: { id } });
  const kick = (as: AccountRow, id: number, userId: string) =>
    test.call(teamRoutes.kick, { as, params: { id, userId } });

  it('takes the registrations of that team in all games along, and no others', async () => {
    const { team, captain, member, participation } = await buildLockedTeam(-1);
    const other = await buildTeam(test.db, { captainId: member.id });
    const elsewhere = await buildParticipation(test.db, { built: other });
    expect((await leave(member, team.id)).status).toBe(200);
    expect((await registrations(participation.id)).map(({ accountId }) => accountId)).toEqual([captain.id]);
    expect(await registrations(elsewhere.participation.id)).toHaveLength(1);
    expect(await membersOf(team.id)).toEqual([captain.id]);
  });

  it('removes a member for the captain and shows the rest', async () => {
    const { team, captain, members } = await buildTeam(test.db, { membersCount: 3 });
    const reply = await kick(captain, team.id, members[1]?.id ?? '');
    expect(reply.body.members.map(({ id }) => id)).toEqual([captain.id, members[2]?.id]);
    expectError(await kick(captain, team.id, members[1]?.id ?? ''), 'team.notMember');
  });

  it('is refused while a game that has not ended needs the team', async () => {
    for (const endsInHours of [1, 100]) {
      const { team, captain, member, participation } = await buildLockedTeam(endsInHours);
      expectError(await leave(member, team.id), 'team.locked');
      expect((await test.call(teamRoutes.list, { as: member })).body).toMatchObject([{ held: 'members' }]);
      expectError(await kick(captain, team.id, member.id), 'team.locked');
      expectError(await test.call(teamRoutes.delete, { as: captain, params: { id: team.id } }), 'team.locked');
      expect(await registrations(participation.id)).toHaveLength(2);
    }
  });

  it('is free, but for the end of a team that plays, once an administrator has unlocked it', async () => {
    const { team, captain, member } = await buildLockedTeam(1);
    await test.db.update(teams).set({ locked: false }).where(eq(teams.id, team.id));
    expect((await test.call(teamRoutes.list, { as: captain })).body).toMatchObject([{ held: 'team' }]);
    expectError(await test.call(teamRoutes.delete, { as: captain, params: { id: team.id } }), 'team.locked');
    expect((await leave(member, team.id)).status).toBe(200);
  });

  it('takes off a lock that no game needs any more', async () => {
    const { team, captain, member } = await buildLockedTeam(-1);
    expect((await test.call(teamRoutes.list, { as: captain })).body).toMatchObject([{ locked: true, held: null }]);
    const reply = await kick(captain, team.id, member.id);
    expect(reply.body).toMatchObject({ locked: false });
    expect((await row(team.id)).locked).toBe(false);
  });

  it('keeps the captain', async () => {
    const { team, captain } = await buildTeam(test.db, { membersCount: 2 });
    expectError(await leave(captain, team.id), 'team.captainStays');
    expectError(await kick(captain, team.id, captain.id), 'team.captainStays');
  });

  it('is refused to those outside and for unknown teams', async () => {
    const { team } = await buildTeam(test.db);
    const account = await buildAccount(test.db);
    expectError(await leave(account, team.id), 'team.notMember');
    expectError(await leave(account, 999_999), 'team.notFound');
  });
});

describe('PUT /api/team/:id/transfer', () => {
  const transfer = (as: AccountRow, id: number, newCaptainId: string) =>
    test.call(teamRoutes.transfer, { as, params: { id }, body: { newCaptainId } });

  it('hands over to a member; the old captain stays', async () => {
    const { team, captain, members } = await buildTeam(test.db, { membersCount: 2 });
    const reply = await transfer(captain, team.id, members[1]?.id ?? '');
    expect(reply.body.members.map(({ id, captain }) => [id, captain])).toEqual([
      [members[1]?.id, true],
      [captain.id, false],
    ]);
    expectError(await transfer(captain, team.id, captain.id), 'team.notCaptain');
  });

  it('refuses those who are no members or lead three teams', async () => {
    const { team, captain, members } = await buildTeam(test.db, { membersCount: 2 });
    expectError(await transfer(captain, team.id, (await buildAccount(test.db)).id), 'team.notMember');
    const member = members[1] as AccountRow;
    for (let led = 0; led < 3; led += 1) await buildTeam(test.db, { captainId: member.id });
    expectError(await transfer(captain, team.id, member.id), 'team.newCaptainLimit');
    expect((await transfer(captain, team.id, captain.id)).status).toBe(200);
  });

  it('keeps the limit when teams are handed over and founded at once', async () => {
    const heir = await buildAccount(test.db);
    const given = await Promise.all(Array.from({ length: 10 }, () => buildTeam(test.db)));
    for (const { team } of given) await test.db.insert(teamMembers).values({ teamId: team.id, accountId: heir.id });
    await Promise.all([
      ...given.map(({ team, captain }) => transfer(captain, team.id, heir.id)),
      ...Array.from({ length: 10 }, () => test.call(teamRoutes.create, { as: heir, body: { name: 'Own' } })),
    ]);
    expect(await test.db.select().from(teams).where(eq(teams.captainId, heir.id))).toHaveLength(3);
  });
});

describe('DELETE /api/team/:id', () => {
  it('disbands the team with all it did', async () => {
    const { team, captain, participation } = await buildLockedTeam(-1);
    expect((await test.call(teamRoutes.delete, { as: captain, params: { id: team.id } })).status).toBe(200);
    expectError(await test.call(teamRoutes.get, { params: { id: team.id } }), 'team.notFound');
    expect(await registrations(participation.id)).toEqual([]);
  });
});

describe('PUT /api/team/:id/avatar', () => {
  const put = (as: AccountRow, id: number, content: Buffer | string) =>
    test.send({ method: 'PUT', url: `/api/team/${id}/avatar`, as, ...multipartOf([{ content }]) });

  it('stores the picture for the captain', async () => {
    const { team, captain, members } = await buildTeam(test.db, { membersCount: 2 });
    const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#123456' } })
      .jpeg()
      .toBuffer();
    const reply = await put(captain, team.id, picture);
    expect(reply.body).toMatch(/^\/assets\/[0-9a-f]{64}\/avatar\.webp$/);
    const shown = await test.call(teamRoutes.get, { params: { id: team.id } });
    expect(`${shown.body.avatar}.webp`).toBe(reply.body);
    expectError(await put(members[1] as AccountRow, team.id, picture), 'team.notCaptain');
    expectError(await put(captain, 999_999, picture), 'team.notFound');
    expectError(await put(captain, team.id, 'no picture'), 'asset.notAnImage');
  });
});

describe('POST /api/team/verify', () => {
  const verify = (teamToken: string, publicKey: string) =>
    test.call(teamRoutes.verify, { body: { teamToken, publicKey } });

  it('accepts the signature of the game and no other', async () => {
    const [game, other] = [await buildGame(test.db), await buildGame(test.db)];
    const token = signTeamToken(test.deps, game, 12);
    expect(await verify(token, game.publicKey)).toMatchObject({ status: 200, body: undefined });
    for (const [given, key] of [
      [token.replace('12:', '13:'), game.publicKey],
      [token, other.publicKey],
    ] as const) {
      const reply = await verify(given, key);
      expectError(reply, 'team.tokenWrong');
      expect(reply.status).toBe(401);
    }
  });

  it('refuses what has not the form of token and key', async () => {
    const game = await buildGame(test.db);
    const token = signTeamToken(test.deps, game, 12);
    for (const wrong of [
      'nonsense',
      '12:',
      '12:%%%',
      ':abc',
      `x:${token.slice(3)}`,
      `12${token.slice(3)}`,
      '12:YWJj',
    ]) {
      expectError(await verify(wrong, game.publicKey), 'team.tokenMalformed');
    }
    for (const key of ['nonsense', 'YWJj', `${game.publicKey}AAAA`]) {
      expectError(await verify(token, key), 'team.tokenMalformed');
    }
  });
});
