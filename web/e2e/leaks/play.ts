import { accountRoutes } from '@vexil/contract/account';
import { accountAdminRoutes } from '@vexil/contract/account-admin';
import { assetRoutes } from '@vexil/contract/asset';
import { challengeEditRoutes, challengeRoutes, flagRoutes } from '@vexil/contract/challenge';
import { gameEditRoutes } from '@vexil/contract/game';
import { noticeEditRoutes } from '@vexil/contract/notice';
import { participationRoutes } from '@vexil/contract/participation';
import { planRoutes } from '@vexil/contract/plan';
import { postEditRoutes } from '@vexil/contract/post';
import { rejudgingRoutes } from '@vexil/contract/rejudging';
import { scopes } from '@vexil/contract/scope.rules';
import { submissionRoutes } from '@vexil/contract/submission';
import { teamRoutes } from '@vexil/contract/team';
import { teamAdminRoutes } from '@vexil/contract/team-admin';
import { tokenRoutes } from '@vexil/contract/token';
import { webhookRoutes } from '@vexil/contract/webhook';
import { writeupRoutes } from '@vexil/contract/writeup';
import { createSealing } from '@vexil/db/sealing';
import { expect, vi } from 'vitest';
import { buildDivisions, type Games } from './games';
import { hookAddress } from './hook-address';
import { addressOf, idOf, noteInvite, noteProfile, type People, passwordOf, type Stage } from './people';
import type { Person } from './person';

export const pdf = new File(['%PDF-1.7 How Aurora lit the lantern'], 'aurora-lights-it.pdf', {
  type: 'application/pdf',
});

export const pollOptions = { timeout: 40_000, interval: 50 };

export const review = (organiser: Person, id: number, status: 'Accepted' | 'Suspended') =>
  organiser.call(participationRoutes.update, { params: { id }, body: { status } });

/** Joins games; also requests the hidden game while it is visible. */
export async function joinGames(stage: Stage, people: People, games: Games, teams: Record<string, number>) {
  const { hall, backroom } = await buildDivisions(stage, people, games);
  const join = (who: Person, id: number, team: string, more: object) =>
    who.call(participationRoutes.join, { params: { id }, body: { teamId: teams[team] ?? 0, ...more } });
  await join(people.ada, games.night.id, 'Aurora', hall);
  await join(people.amy, games.night.id, 'Aurora', hall);
  await join(people.bob, games.night.id, 'Borealis', hall);
  await join(people.cyd, games.night.id, 'Cirrus', backroom);
  await join(people.eve, games.night.id, 'Ember', hall);
  const hide = (hidden: boolean) =>
    people.ora.call(gameEditRoutes.update, { params: { id: games.ball.id }, body: { hidden } });
  await hide(false);
  await join(people.ada, games.ball.id, 'Aurora', { inviteCode: 'ball-game-7Q2XW' });
  await hide(true);
  await join(people.bob, games.harbour.id, 'Borealis', { inviteCode: 'harbour-game-7Q2XW' });
  await join(people.dot, games.night.id, 'Dusk', hall);
  await people.dot.call(participationRoutes.leave, { params: { id: games.night.id } });
  const entered = await people.ora.call(participationRoutes.list, { params: { id: games.night.id } });
  const participations = Object.fromEntries(entered.map(({ id, team }) => [team.name ?? '', id]));
  for (const id of Object.values(participations)) await review(people.ora, id, 'Accepted');
  return { participations, divisions: { hall, backroom } };
}

/** Opening a challenge assigns the team its flag or file. */
async function open(who: Person, { id, challenges }: Games['night'], title: string) {
  return who.call(challengeRoutes.get, { params: { id, challengeId: challenges[title] ?? 0 } });
}

async function submit(who: Person, { id, challenges }: Games['night'], title: string, flag: string): Promise<void> {
  const params = { id, challengeId: challenges[title] ?? 0 };
  const submissionId = await who.call(submissionRoutes.submit, { params, body: { flag } });
  await vi.waitFor(async () => {
    const verdict = await who.call(submissionRoutes.status, { params: { ...params, submissionId } });
    expect(verdict).not.toBe('FlagSubmitted');
  }, pollOptions);
}

interface StoredFlag {
  team: string;
  challenge: string;
  sealed: string;
}

/** Registers the flags assigned to teams, decrypted from the database. */
async function noteTeamFlags({ platform, secrets }: Stage): Promise<(team: string, title: string) => string> {
  const sealing = createSealing(platform.environment.SECRET_KEY ?? '');
  const rows = await platform.database.sql<StoredFlag[]>`
    select t.name as team, c.title as challenge, tc.flag_sealed as sealed from team_challenges tc
    join participations p on p.id = tc.participation_id join teams t on t.id = p.team_id
    join challenges c on c.id = tc.challenge_id where tc.flag_sealed is not null`;
  const flags = rows.map((row) => ({ ...row, flag: sealing.unseal(row.sealed) }));
  for (const { team, challenge, flag } of flags) {
    secrets.add('flag', `the flag of ${team} for ${challenge}`, flag, { games: ['night'] });
  }
  return (team, title) => flags.find((one) => one.team === team && one.challenge === title)?.flag ?? '';
}

/** A flag that was missing when a team sent it; gives the number of the re-judging. */
async function judgeAgain({ secrets }: Stage, { bob, ora }: People, { night }: Games): Promise<number> {
  const flag = secrets.add('flag', 'a flag that was missing', 'flag{"missing" at first}', { games: ['night'] });
  await submit(bob, night, 'Lantern', secrets.answer(flag));
  const params = { id: night.id, challengeId: night.challenges.Lantern ?? 0 };
  await ora.call(flagRoutes.add, { params, body: [{ flag }] });
  const body = { reason: 'A flag was missing.', challengeId: params.challengeId };
  const { id } = await ora.call(rejudgingRoutes.create, { params: { id: night.id }, body });
  const draft = { params: { id: night.id, rejudgingId: id } };
  await vi.waitFor(async () => expect((await ora.call(rejudgingRoutes.get, draft)).state).toBe('Ready'), pollOptions);
  await ora.call(rejudgingRoutes.apply, draft);
  const other = await ora.call(rejudgingRoutes.create, { params: { id: night.id }, body });
  await ora.call(rejudgingRoutes.delete, { params: { id: night.id, rejudgingId: other.id } });
  return id;
}

/** Its flag is in no reply, not even for those who made it. */
async function plan({ secrets }: Stage, { ora }: People, { night }: Games): Promise<string> {
  const flag = secrets.add('flag', 'a flag of a folder', 'flag{"kept" in a folder}', { games: ['night'] });
  const challenge = { title: 'Kept in a folder', flags: { static: [{ value: flag }] } };
  const body = { challenges: [{ key: 'kept', path: 'kept/challenge.yml', challenge }], keepOthers: true };
  return (await ora.call(planRoutes.create, { params: { id: night.id }, body })).id;
}

/** The running game; team Borealis submits a flag of Aurora. */
export async function play(
  stage: Stage,
  people: People,
  games: Games,
): Promise<{ rejudgingId: number; planId: string }> {
  const { night, harbour } = games;
  const { secrets } = stage;
  const { ada, amy, bob, cyd, eve, ora } = people;
  const flagOf = (name: string) => secrets.all.find((one) => one.name === name)?.value ?? '';
  for (const [team, who] of [
    ['Aurora', ada],
    ['Borealis', bob],
    ['Cirrus', cyd],
  ] as const) {
    await open(who, night, 'Glass Furnace');
    const { context } = await open(who, night, 'Ledger');
    for (const { url } of context.files) {
      secrets.add('teamFile', `a file of ${team}`, url.split('/')[2] ?? '', { games: ['night'], owner: team });
    }
  }
  const teamFlag = await noteTeamFlags(stage);
  const wrong = secrets.add('answer', 'a wrong answer of Aurora', 'flag{"ada" & <amy> were here}', {
    games: ['night'],
  });
  await submit(ada, night, 'Lantern', wrong);
  await submit(amy, night, 'Lantern', secrets.answer(flagOf('flag 1 of Lantern')));
  await submit(ada, night, 'Glass Furnace', secrets.answer(teamFlag('Aurora', 'Glass Furnace')));
  await submit(bob, night, 'Ledger', secrets.answer(teamFlag('Aurora', 'Ledger')));
  await submit(bob, night, 'Ledger', secrets.answer(teamFlag('Borealis', 'Ledger')));
  await submit(bob, harbour, 'Fog Horn', secrets.answer(flagOf('flag 1 of Fog Horn')));
  await submit(cyd, night, 'Velvet Rope', secrets.answer(flagOf('flag 1 of Velvet Rope')));
  await eve.send(submissionRoutes.submit, {
    params: { id: night.id, challengeId: night.challenges.Lantern },
    body: { flag: flagOf('flag 1 of Lantern') },
  });
  await bob.send(submissionRoutes.submit, {
    params: { id: night.id, challengeId: night.challenges['Velvet Rope'] },
    body: { flag: flagOf('flag 1 of Velvet Rope') },
  });
  await ora.call(challengeEditRoutes.update, {
    params: { id: night.id, challengeId: night.challenges.Lantern ?? 0 },
    body: { hints: ['Light it.'] },
  });
  await ora.call(noticeEditRoutes.create, { params: { id: night.id }, body: { content: 'Half of it is over.' } });
  await ada.send(writeupRoutes.upload, { params: { id: night.id }, files: [pdf] });
  return { rejudgingId: await judgeAgain(stage, people, games), planId: await plan(stage, people, games) };
}

export async function settleTeams(
  stage: Stage,
  people: People,
  games: Games,
  teams: Record<string, number>,
): Promise<void> {
  const { ada, bob, cyd, dot, obi, ora } = people;
  const { secrets } = stage;
  const params = { id: teams.Dusk ?? 0 };
  const code = noteInvite(stage, await dot.call(teamRoutes.invite, { params }));
  for (const guest of [bob, cyd, obi]) await guest.call(teamRoutes.accept, { body: code });
  await dot.call(teamRoutes.kick, { params: { ...params, userId: await idOf(bob) } });
  await cyd.call(teamRoutes.leave, { params });
  await dot.call(teamRoutes.transfer, { params, body: { newCaptainId: await idOf(obi) } });
  await obi.call(teamRoutes.transfer, { params, body: { newCaptainId: await idOf(dot) } });
  const { id } = await dot.call(teamRoutes.create, { body: { name: 'Dawn' } });
  await dot.call(teamRoutes.delete, { params: { id } });
  const renewed = secrets.add('password', 'the new password of dot', `${passwordOf('dot')} again`);
  await dot.call(accountRoutes.changePassword, { body: { old: passwordOf('dot'), new: renewed } });
  const night = { params: { id: games.night.id } };
  const { teamToken } = await ada.call(challengeRoutes.details, night);
  const { publicKey } = await ora.call(gameEditRoutes.get, night);
  await people.anonymous.call(teamRoutes.verify, { body: { teamToken, publicKey } });
}

export async function administrate(
  stage: Stage,
  { admin, ada, dot, watcher, reader }: People,
  teams: Record<string, number>,
) {
  const { secrets } = stage;
  const bearers = [
    [watcher, ['monitor:read']],
    [reader, scopes.filter((scope) => scope.endsWith(':read'))],
  ] as const;
  let tokenId = '';
  for (const [person, wanted] of bearers) {
    const made = await admin.call(tokenRoutes.create, { body: { name: person.name, scopes: [...wanted] } });
    secrets.add('apiToken', `the API token of ${person.name}`, made.token);
    person.headers = { authorization: `Bearer ${made.token}` };
    tokenId = made.info.id;
  }
  const body = [{ userName: 'fay', password: secrets.add('password', 'the password of fay', passwordOf('fay')) }];
  await admin.call(accountAdminRoutes.import, { body: body.map((row) => ({ ...row, email: addressOf('fay') })) });
  noteProfile(secrets, 'fay');
  const found = await admin.call(accountAdminRoutes.search, { query: { hint: 'fay' } });
  const userId = found.data[0]?.id ?? '';
  const given = await admin.call(accountAdminRoutes.resetPassword, { params: { userId } });
  secrets.add('password', 'the password that fay was given', given, { owner: 'admin' });
  noteInvite(stage, await ada.call(teamRoutes.rotateInvite, { params: { id: teams.Aurora ?? 0 } }));
  const words = { title: 'Doors open', summary: 'At eight.', content: 'At eight in the evening.' };
  const postId = await admin.call(postEditRoutes.create, { body: words });
  const spare = await dot.call(teamRoutes.create, { body: { name: 'Drizzle', bio: 'We like riddles.' } });
  await admin.call(teamAdminRoutes.merge, { params: { id: spare.id }, body: { intoTeamId: teams.Dusk ?? 0 } });
  const { body: uploaded } = await admin.send(assetRoutes.upload, { files: [new File(['unused'], 'unused.txt')] });
  const [{ hash }] = JSON.parse(uploaded.toString()) as [{ hash: string }];
  await admin.call(assetRoutes.delete, { params: { hash } });
  const { webhook, secret } = await admin.call(webhookRoutes.create, {
    body: { name: 'Channel', format: 'Discord', kinds: ['Blood', 'Solve'], address: hookAddress(secrets) },
  });
  secrets.add('webhookSecret', 'the secret of a webhook', secret);
  const webhookId = webhook.id;
  const { id: deliveryId } = await admin.call(webhookRoutes.test, { params: { webhookId } });
  return { tokenId, userId, postId, webhookId, deliveryId };
}
