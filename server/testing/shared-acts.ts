// What each call that changes something does to the answers that are the same for many.

import { notices } from '@vexil/db/schema/notice';
import { posts } from '@vexil/db/schema/post';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildPause } from '@vexil/db/testing/pause';
import { buildTeam } from '@vexil/db/testing/team';
import { eq } from 'drizzle-orm';
import { type CallRequest, picture, type Scene } from './requests';
import type { Answer } from './shared-answers';
import { appoint, buildPost } from './world';

export interface Act {
  /** Method and path, as in the catalogue. */
  call: string;
  changes: readonly Answer[];
  /** Where it is not the request of the catalogue. */
  title?: string;
  build?(scene: Scene): CallRequest | Promise<CallRequest>;
}

const hour = 3_600_000;

/** Every change of a game, its teams and its challenges makes another version of the scoreboard. */
const boards: readonly Answer[] = ['board', 'ctftime', 'details'];
const lists: readonly Answer[] = ['recent', 'games'];
const ofGame: readonly Answer[] = [...lists, 'game', ...boards];
const news: readonly Answer[] = ['latest', 'posts'];

/** A running game with a notice, in which the player of the test plays. */
async function newGame({ test, world }: Scene, values: Parameters<typeof buildGame>[1] = {}): Promise<number> {
  const { id } = await buildGame(test.db, values);
  await appoint(test, id, { organiser: world.people.organiser });
  await buildParticipation(test.db, { gameId: id, built: world.teams.home });
  await buildChallenge(test.db, { gameId: id });
  await test.db.insert(notices).values({ gameId: id, type: 'Normal', values: ['Welcome.'] });
  return id;
}

const changeGame = (
  title: string,
  body: object | (() => object),
  changes: readonly Answer[],
  values?: Parameters<typeof buildGame>[1],
): Act => ({
  call: 'PUT /api/edit/games/:id',
  title,
  changes,
  build: async (scene) => ({
    params: { id: await newGame(scene, values) },
    body: typeof body === 'function' ? body() : body,
  }),
});

async function newTeam({ test, world }: Scene, values: Partial<Parameters<typeof buildParticipation>[1]> = {}) {
  return buildParticipation(test.db, { gameId: world.game.id, ...values });
}

async function newChallenge({ test, world }: Scene, values: object): Promise<Record<'id' | 'challengeId', number>> {
  const { challenge } = await buildChallenge(test.db, { gameId: world.game.id, ...values });
  return { id: world.game.id, challengeId: challenge.id };
}

const changeChallenge = (title: string, body: object, changes: readonly Answer[], values: object = {}): Act => ({
  call: 'PUT /api/edit/games/:id/challenges/:challengeId',
  title,
  changes,
  build: async (scene) => ({ params: await newChallenge(scene, values), body }),
});

const changePost = (title: string, body: object, changes: readonly Answer[]): Act => ({
  call: 'PUT /api/edit/posts/:id',
  title,
  changes,
  build: async ({ test, world }) => ({ params: { id: await buildPost(test, world.people.admin.id) }, body }),
});

/** A new account that wrote the post of the test. */
async function newAuthor({ test, world }: Scene) {
  const author = await buildAccount(test.db);
  await test.db.update(posts).set({ authorId: author.id }).where(eq(posts.id, world.postId));
  return author;
}

const settings: readonly Act[] = [
  { call: 'PUT /api/admin/config', changes: ['config'] },
  {
    call: 'PUT /api/admin/config',
    title: 'asking for captchas',
    changes: ['captcha'],
    build: () => ({ body: { accountPolicy: { useCaptcha: true } } }),
  },
  {
    call: 'PUT /api/admin/config',
    title: 'asking for no captchas',
    changes: ['captcha'],
    build: () => ({ body: { accountPolicy: { useCaptcha: false } } }),
  },
  {
    call: 'PUT /api/admin/config',
    title: 'another lifetime of containers',
    changes: ['config'],
    build: () => ({ body: { containerPolicy: { defaultLifetime: 77 } } }),
  },
  { call: 'POST /api/admin/config/logo', changes: ['config'] },
  { call: 'DELETE /api/admin/config/logo', changes: ['config'] },
];

const games: readonly Act[] = [
  { call: 'POST /api/edit/games', changes: lists },
  {
    call: 'POST /api/edit/games',
    title: 'a game with divisions',
    changes: lists,
    build: () => ({
      body: {
        title: 'Two',
        start: Date.now(),
        end: Date.now() + hour,
        divisions: [{ name: 'One' }, { name: 'Other' }],
      },
    }),
  },
  { call: 'PUT /api/edit/games/:id', changes: ofGame },
  changeGame('renaming a game', { title: 'Another title' }, ofGame),
  changeGame('another text of a game', { content: 'Another text' }, ['game', ...boards]),
  changeGame('hiding a game', { hidden: true }, [...lists, 'game', 'notices', ...boards]),
  changeGame('showing a hidden game', { hidden: false }, [...lists, 'game', 'notices', ...boards], { hidden: true }),
  changeGame('a freeze of a game', () => ({ freezeTime: Date.now() - 60_000 }), ['game', ...boards]),
  changeGame('an earlier start of a game', () => ({ start: Date.now() - hour }), [...ofGame, 'notices'], {
    startAt: new Date(Date.now() + hour),
  }),
  {
    call: 'POST /api/edit/games/:id/unfreeze',
    title: 'the end of a freeze',
    changes: ['game', ...boards],
    build: async (scene) => ({ params: { id: await newGame(scene, { freezeAt: new Date(Date.now() - 60_000) }) } }),
  },
  { call: 'POST /api/edit/games/:id/unfreeze', changes: [] },
  { call: 'PUT /api/edit/games/:id/poster', changes: ofGame },
  {
    call: 'DELETE /api/edit/games/:id',
    changes: [...ofGame, 'notices'],
    build: async (scene) => ({ params: { id: await newGame(scene) } }),
  },
  { call: 'POST /api/edit/games/import', changes: [] },
  { call: 'POST /api/admin/imports', changes: [] },
  { call: 'POST /api/edit/games/:id/copy', changes: [] },
  {
    call: 'POST /api/edit/games/:id/pause',
    changes: [...ofGame, 'notices'],
    build: async (scene) => ({ params: { id: await newGame(scene) }, body: { reason: 'The power is out.' } }),
  },
  {
    call: 'POST /api/edit/games/:id/resume',
    changes: [...ofGame, 'notices'],
    build: async (scene) => {
      const id = await newGame(scene);
      await buildPause(scene.test.db, id);
      return { params: { id } };
    },
  },
  { call: 'POST /api/edit/games/:id/awards', changes: boards },
  { call: 'DELETE /api/edit/games/:id/awards/:awardId', changes: boards },
  { call: 'POST /api/game/:id/challenges/:challengeId/hints/:hintId', changes: boards },
  { call: 'POST /api/edit/games/:id/cases', changes: [] },
  { call: 'POST /api/edit/games/:id/cases/:caseId/notes', changes: [] },
  { call: 'POST /api/edit/games/:id/cases/:caseId/questions', changes: [] },
  { call: 'POST /api/edit/games/:id/cases/:caseId/decision', changes: [] },
  { call: 'POST /api/game/:id/questions/:questionId/answer', changes: [] },
  { call: 'POST /api/game/:id/questions/:questionId/file', changes: [] },
  { call: 'POST /api/edit/games/:id/plans', changes: [] },
  { call: 'PUT /api/edit/games/:id/plans/:planId/files/:hash', changes: [] },
  { call: 'POST /api/edit/games/:id/plans/:planId/apply', changes: boards },
  { call: 'DELETE /api/edit/games/:id/plans/:planId', changes: [] },
  { call: 'POST /api/edit/games/:id/rejudgings', changes: [] },
  { call: 'POST /api/edit/games/:id/rejudgings/:rejudgingId/apply', changes: [] },
  { call: 'DELETE /api/edit/games/:id/rejudgings/:rejudgingId', changes: [] },
  { call: 'POST /api/edit/games/:id/divisions', changes: ['game', ...boards] },
  { call: 'PUT /api/edit/games/:id/divisions/:divisionId', changes: ['game', ...boards] },
  { call: 'DELETE /api/edit/games/:id/divisions/:divisionId', changes: ['game', ...boards] },
  { call: 'POST /api/edit/games/:id/scoreboard/flush', changes: boards },
  { call: 'POST /api/edit/games/:id/challenges/updateaccepted', changes: boards },
  { call: 'POST /api/admin/pause', changes: [...ofGame, 'notices'] },
  { call: 'POST /api/admin/resume', changes: [...ofGame, 'notices'] },
];

const teams: readonly Act[] = [
  { call: 'POST /api/game/:id', changes: ['game', 'board', 'ctftime'] },
  { call: 'DELETE /api/game/:id', changes: ['game'] },
  { call: 'PUT /api/admin/participation/:id', changes: boards },
  {
    call: 'PUT /api/admin/participation/:id',
    title: 'suspending a team',
    changes: boards,
    build: async (scene) => ({
      params: { id: (await newTeam(scene)).participation.id },
      body: { status: 'Suspended' },
    }),
  },
  {
    call: 'DELETE /api/team/:id',
    title: 'a captain deleting a team that plays',
    changes: ['game', ...boards],
    build: async (scene) => {
      const { team, captain } = await newTeam(scene, { status: 'Pending' });
      return { params: { id: team.id }, as: captain };
    },
  },
  {
    call: 'DELETE /api/admin/teams/:id',
    title: 'an administrator deleting a team that plays',
    changes: ['game', ...boards],
    build: async (scene) => ({ params: { id: (await newTeam(scene)).team.id } }),
  },
  {
    call: 'PUT /api/team/:id',
    title: 'a captain renaming a team that plays',
    changes: boards,
    build: async ({ world }) => ({
      params: { id: world.teams.home.team.id },
      body: { name: 'homebodies' },
    }),
  },
  {
    call: 'PUT /api/admin/teams/:id',
    title: 'an administrator renaming a team that plays',
    changes: boards,
    build: async ({ world }) => ({ params: { id: world.teams.away.team.id }, body: { name: 'travellers' } }),
  },
  {
    call: 'POST /api/admin/teams/:id/merge',
    title: 'an administrator merging a team that plays into another',
    changes: boards,
    build: async (scene) => ({
      params: { id: (await newTeam(scene)).team.id },
      body: { intoTeamId: (await buildTeam(scene.test.db)).team.id },
    }),
  },
  {
    call: 'PUT /api/team/:id/avatar',
    title: 'the picture of a team that plays',
    changes: boards,
    build: async ({ world }) => ({ params: { id: world.teams.home.team.id }, files: [picture] }),
  },
];

const challenges: readonly Act[] = [
  { call: 'PUT /api/edit/games/:id/challenges/:challengeId', changes: ['notices', ...boards] },
  changeChallenge('enabling a challenge', { isEnabled: true }, ['notices', ...boards], { isEnabled: false }),
  changeChallenge('disabling a challenge', { isEnabled: false }, boards),
  changeChallenge('renaming a challenge', { title: 'Gate' }, boards),
  {
    call: 'PUT /api/edit/games/:id/challenges/order',
    changes: boards,
    build: async (scene) => {
      const { id, challengeId } = await newChallenge(scene, {});
      return { params: { id }, body: { challengeIds: [challengeId] } };
    },
  },
  { call: 'DELETE /api/edit/games/:id/challenges/:challengeId', changes: boards },
  {
    call: 'DELETE /api/edit/games/:id/challenges/:challengeId',
    title: 'deleting a challenge with notices',
    changes: ['notices', ...boards],
    build: async (scene) => {
      const { id: gameId, challengeId } = await newChallenge(scene, {});
      await scene.test.db.insert(notices).values({ gameId, challengeId, type: 'NewHint', values: ['Challenge'] });
      return { params: { id: gameId, challengeId } };
    },
  },
  { call: 'DELETE /api/edit/games/:id/challenges/:challengeId/flags/:flagId', changes: boards },
  { call: 'POST /api/edit/games/:id/challenges/:challengeId/attachment', changes: boards },
  { call: 'PUT /api/edit/games/:id/challenges/:challengeId/attachments', changes: boards },
];

const announced: readonly Act[] = [
  { call: 'POST /api/edit/games/:id/notices', changes: ['notices'] },
  { call: 'PUT /api/edit/games/:id/notices/:noticeId', changes: ['notices'] },
  { call: 'DELETE /api/edit/games/:id/notices/:noticeId', changes: ['notices'] },
  { call: 'POST /api/edit/posts', changes: news },
  { call: 'PUT /api/edit/posts/:id', changes: [...news, 'post'] },
  changePost('pinning a post', { isPinned: true }, [...news, 'post']),
  changePost('another text of a post', { content: 'Another text' }, [...news, 'post']),
  { call: 'DELETE /api/edit/posts/:id', changes: [...news, 'post'] },
];

const accounts: readonly Act[] = [
  {
    call: 'PUT /api/account/update',
    title: 'an author taking another name',
    changes: [...news, 'post'],
    build: async (scene) => ({ as: await newAuthor(scene), body: { userName: 'Renamed1' } }),
  },
  {
    call: 'PUT /api/admin/users/:userId',
    title: 'another name for an author',
    changes: [...news, 'post'],
    build: async (scene) => ({ params: { userId: (await newAuthor(scene)).id }, body: { userName: 'Renamed2' } }),
  },
  {
    call: 'POST /api/admin/users',
    title: 'an import that renames an author',
    changes: [...news, 'post'],
    build: async (scene) => {
      const { email } = await newAuthor(scene);
      return { body: [{ userName: 'Renamed3', email, password: 'Correct4Horse' }] };
    },
  },
  {
    call: 'PUT /api/account/avatar',
    title: 'another picture of an author',
    changes: [...news, 'post'],
    build: async (scene) => ({ as: await newAuthor(scene), files: [picture] }),
  },
  {
    call: 'DELETE /api/admin/users/:userId',
    title: 'deleting an author',
    changes: [...news, 'post'],
    build: async (scene) => ({ params: { userId: (await newAuthor(scene)).id } }),
  },
  {
    call: 'PUT /api/account/update',
    title: 'a player taking another name',
    changes: boards,
    build: ({ world }) => ({ as: world.people.participant, body: { userName: 'Renamed4' } }),
  },
];

export const acts: readonly Act[] = [settings, games, teams, challenges, announced, accounts].flat();

/** Calls whose request of the catalogue changes none of the answers. */
export const unchanging: readonly string[] = [
  'POST /api/account/register',
  'POST /api/account/recovery',
  'POST /api/account/passwordreset',
  'POST /api/account/verify',
  'POST /api/account/login',
  'POST /api/account/login/factor',
  'PUT /api/account/links/:provider',
  'DELETE /api/account/links/:provider',
  'POST /api/account/export',
  'POST /api/account/erase',
  'DELETE /api/account/erase',
  'POST /api/account/factors/totp',
  'PUT /api/account/factors/totp',
  'POST /api/account/login/passkey',
  'PUT /api/account/login/passkey',
  'POST /api/account/factors/passkeys',
  'PUT /api/account/factors/passkeys',
  'POST /api/account/factors/passkeys/challenge',
  'POST /api/account/factors/recoverycodes',
  'POST /api/account/factors/stepup',
  'PUT /api/account/factors/:factorId',
  'DELETE /api/account/factors/:factorId',
  'POST /api/account/terms',
  'POST /api/game/:id/rules',
  'PUT /api/game/:id/fields',
  'POST /api/account/logout',
  'PUT /api/account/changepassword',
  'PUT /api/account/changeemail',
  'POST /api/account/mailchangeconfirm',
  'PUT /api/account/update',
  'PUT /api/account/avatar',
  'DELETE /api/account/sessions/:sessionId',
  'DELETE /api/account/sessions',
  'POST /api/team',
  'PUT /api/team/:id',
  'PUT /api/team/:id/transfer',
  'PUT /api/team/:id/invite',
  'POST /api/team/:id/kick/:userId',
  'POST /api/team/accept',
  'POST /api/team/:id/leave',
  'PUT /api/team/:id/avatar',
  'DELETE /api/team/:id',
  'POST /api/team/verify',
  'PUT /api/admin/config/mailtexts',
  'POST /api/edit/games/:id/check',
  'POST /api/admin/config/testcaptcha',
  'POST /api/admin/config/testmail',
  'POST /api/admin/users',
  'POST /api/admin/users/search',
  'PUT /api/admin/users/:userId',
  'DELETE /api/admin/users/:userId',
  'DELETE /api/admin/users/:userId/password',
  'POST /api/admin/users/:userId/resetlink',
  'DELETE /api/admin/users/:userId/sessions',
  'POST /api/admin/teams/search',
  'PUT /api/admin/teams/:id',
  'POST /api/admin/teams/:id/merge',
  'DELETE /api/admin/teams/:id',
  'DELETE /api/admin/instances/:id',
  'PUT /api/admin/engines/:name',
  'POST /api/account/tokens',
  'DELETE /api/account/tokens/:id',
  // A message without a tool.
  'POST /mcp',
  'POST /api/tokens',
  'POST /api/tokens/:id/restore',
  'DELETE /api/tokens/:id',
  'POST /api/edit/games/:id/tokens',
  'DELETE /api/edit/games/:id/tokens/:tokenId',
  'POST /api/admin/webhooks',
  'PUT /api/admin/webhooks/:webhookId',
  'DELETE /api/admin/webhooks/:webhookId',
  'POST /api/admin/webhooks/:webhookId/secret',
  'POST /api/admin/webhooks/:webhookId/test',
  'POST /api/admin/webhooks/:webhookId/deliveries/:deliveryId/replay',
  'POST /api/admin/config/favicon',
  'DELETE /api/admin/config/favicon',
  'POST /api/assets',
  'DELETE /api/assets/:hash',
  'DELETE /api/edit/games/:id/writeups',
  'PUT /api/edit/games/:id/writeups/:writeupId',
  'POST /api/edit/games/:id/challenges',
  'POST /api/edit/games/:id/challenges/:challengeId/flags',
  'PUT /api/edit/games/:id/challenges/:challengeId/flags/files',
  'POST /api/edit/games/:id/challenges/:challengeId/container',
  'DELETE /api/edit/games/:id/challenges/:challengeId/container',
  'POST /api/edit/games/:id/challenges/:challengeId/container/extend',
  'POST /api/edit/games/:id/challenges/:challengeId/images',
  'PUT /api/edit/games/:id/challenges/:challengeId/solver',
  'POST /api/edit/games/:id/challenges/:challengeId/solver/checks',
  'POST /api/edit/games/:id/archive',
  'POST /api/edit/games/:id/export',
  'PUT /api/edit/games/:id/staff/:userId',
  'DELETE /api/edit/games/:id/staff/:userId',
  'POST /api/game/:id/challenges/:challengeId',
  'POST /api/game/:id/writeup',
  'POST /api/game/:id/container/:challengeId',
  'POST /api/game/:id/container/:challengeId/extend',
  'DELETE /api/game/:id/container/:challengeId',
  'POST /api/game/games/:id/captures/searches',
  'DELETE /api/game/games/:id/captures/searches/:searchId',
  'DELETE /api/game/captures/:challengeId/:partId/all',
  'DELETE /api/game/captures/:challengeId/:partId/:file',
];
