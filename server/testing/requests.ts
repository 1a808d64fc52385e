import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { Readable } from 'node:stream';
import { planRoutes } from '@vexil/contract/plan';
import { playerScopes } from '@vexil/contract/scope.rules';
import type { TokenPurpose } from '@vexil/db/enums/account';
import { type AccountRow, apiTokens, mailTokens, sessions } from '@vexil/db/schema/account';
import { captureSearches } from '@vexil/db/schema/capture';
import { solverChecks } from '@vexil/db/schema/container';
import { divisions } from '@vexil/db/schema/division';
import { games } from '@vexil/db/schema/game';
import { gameTokens } from '@vexil/db/schema/game-token';
import { notices } from '@vexil/db/schema/notice';
import { accountExports } from '@vexil/db/schema/own-data';
import { participationMembers } from '@vexil/db/schema/participation';
import { rejudgings } from '@vexil/db/schema/rejudging';
import { accountLinks } from '@vexil/db/schema/sign-in';
import { teamMembers } from '@vexil/db/schema/team';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { buildAward } from '@vexil/db/testing/award';
import { buildCapture as buildCaptureRow, buildCaptureSearch } from '@vexil/db/testing/capture';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildEngine } from '@vexil/db/testing/engine';
import { buildCase, buildQuestion } from '@vexil/db/testing/evidence';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildPause } from '@vexil/db/testing/pause';
import { buildRejudging } from '@vexil/db/testing/rejudging';
import { buildTeam } from '@vexil/db/testing/team';
import { buildWebhook } from '@vexil/db/testing/webhook';
import { sessionCookie } from '@vexil/http/call/actor';
import { exportKey } from '@vexil/runtime/export-key';
import { accountStateOf, encodeWire, mailKeyPurpose, mailToken } from '@vexil/runtime/mail.rules';
import { eq, isNotNull } from 'drizzle-orm';
import { beginTotp } from '../src/account/factor.service';
import { makeTicket, ticketCookie } from '../src/account/factor-ticket';
import { browserCookie, keepPending } from '../src/account/sign-in.state';
import { createFileTicket } from '../src/asset/file-ticket';
import { makeProof } from '../src/check/echo';
import { newReport } from '../src/package/event.service';
import { hashToken } from '../src/session/hash-token';
import { sessionIdOf } from '../src/session/session.view';
import type { TestApp } from './app';
import { eventOf, makeExport } from './ctfd-export';
import { buildFactor, codeOfText } from './factor';
import { askPasskey, buildPasskey, createAuthenticator } from './passkey';
import { buildProvider } from './provider';
import type { multipartOf } from './upload';
import {
  appoint,
  buildCapture,
  buildContainer,
  buildFile,
  buildPost,
  buildSubmission,
  handInWriteup,
  type World,
} from './world';

export interface CallRequest {
  /** By the parameter names of the catalogue. */
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  /** Besides the session. */
  cookies?: Record<string, string>;
  files?: Parameters<typeof multipartOf>[0];
  /** The account that must send it, where it is not the caller it was built for; it has the same role. */
  as?: AccountRow;
  headers?: Record<string, string>;
  /** Sent in place of a session. */
  token?: string | undefined;
}

export interface Scene {
  test: TestApp;
  world: World;
  /** The caller; for a refused caller the request is one that another account may send. */
  caller: AccountRow | null;
}

export type Build = (scene: Scene) => CallRequest | Promise<CallRequest>;

const hour = 3_600_000;

const pauseBody = { reason: 'The power is out.' };

const webhookBody = { name: 'Channel', kinds: ['Blood', 'Notice'] };

/** A new webhook with one delivery. */
async function onWebhook(test: TestApp) {
  const { webhook, delivery } = await buildWebhook(test.db);
  return { params: { webhookId: webhook.id, deliveryId: delivery.id } };
}

/** One transparent pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
export const picture = { field: 'file', fileName: 'picture.png', content: pixel, type: 'image/png' };

let last = 0;
const fresh = (): number => {
  last += 1;
  return last;
};

async function freshGame({ test, world }: Scene, values: Parameters<typeof buildGame>[1] = {}): Promise<number> {
  const { id } = await buildGame(test.db, values);
  const { organiser, observer } = world.people;
  await appoint(test, id, { organiser, observer });
  return id;
}

/** A team led by the caller, or by a new account for anonymous calls. */
const freshTeam = ({ test, caller }: Scene, membersCount = 2) =>
  buildTeam(test.db, { membersCount, ...(caller ? { captainId: caller.id } : {}) });

async function freshChallenge({ test, world }: Scene, values: Parameters<typeof buildChallenge>[1] = {}) {
  const { challenge } = await buildChallenge(test.db, { gameId: world.game.id, ...values });
  return { id: world.game.id, challengeId: challenge.id };
}

const image = { type: 'StaticContainer', containerImage: 'vexil/test:1' } as const;

const solver = { image: 'vexil/test:1', command: [], timeoutSeconds: 60, everyMinutes: 0, showStatus: false };
const onSolver = async (scene: Scene) => ({ params: await freshChallenge(scene, { ...image, solver }) });

/** A new account with the caller's role, for calls that change or limit the account. */
const freshAccount = ({ test, caller }: Scene): Promise<AccountRow> =>
  buildAccount(test.db, caller ? { role: caller.role } : {});

const squads = new WeakMap<World, Map<string, Promise<BuiltParticipation>>>();

/** The caller's team in the world's game; the home team for anonymous calls. */
function squadOf({ test, world, caller }: Scene): Promise<BuiltParticipation> {
  const { id, home, away } = world.game;
  const known = squads.get(world) ?? new Map<string, Promise<BuiltParticipation>>();
  squads.set(world, known);
  const member = caller ?? home.captain;
  const own = [home, away].find(({ captain }) => captain.id === member.id);
  const build = async () =>
    own ?? buildParticipation(test.db, { gameId: id, built: await buildTeam(test.db, { captainId: member.id }) });
  const squad = known.get(member.id) ?? build();
  known.set(member.id, squad);
  return squad;
}

/** A new container challenge for the caller's team, with a container when its remaining lifetime is given. */
async function freshPlay(scene: Scene, expiresInMs?: number): Promise<CallRequest> {
  const { participation, captain } = await squadOf(scene);
  const keys = await freshChallenge(scene, image);
  if (expiresInMs !== undefined) {
    const game = { id: keys.id, containerId: keys.challengeId };
    await buildContainer(scene.test, game, participation.id, expiresInMs);
  }
  return { params: keys, as: captain };
}

/** The query of a mailed link. */
async function freshLink({ test }: Scene, account: AccountRow, purpose: TokenPurpose, email = account.email) {
  const values = { accountId: account.id, purpose, email, accountState: accountStateOf(account) };
  const more = { language: 'en-US', origin: 'http://localhost', expiresAt: new Date(Date.now() + hour) };
  const [row] = await test.db
    .insert(mailTokens)
    .values({ ...values, ...more })
    .returning();
  if (!row) throw new Error('The link was not stored.');
  const token = mailToken(test.deps.sealing.deriveKey(mailKeyPurpose), row);
  return { token: encodeWire(token), email: encodeWire(email) };
}

export async function freshToken(
  test: TestApp,
  creatorId: string,
  values: Partial<typeof apiTokens.$inferInsert> = {},
) {
  const text = `vexil_${randomUUID()}`;
  const tokenHash = hashToken(text);
  const [row] = await test.db
    .insert(apiTokens)
    .values({ name: 'Bot', tokenHash, creatorId, scopes: ['monitor:read'], ...values })
    .returning();
  if (!row) throw new Error('The token was not stored.');
  return { id: row.id, text };
}

/** Of the home team's captain, with everything that it may have. */
export async function freshPlayerToken(
  test: TestApp,
  { people, game }: Pick<World, 'people' | 'game'>,
): Promise<string> {
  const { id: tokenId, text } = await freshToken(test, people.participant.id, { scopes: [...playerScopes] });
  await test.db.insert(gameTokens).values({ tokenId, gameId: game.id, participationId: game.home.participation.id });
  await test.db.update(games).set({ allowsMcp: true }).where(eq(games.id, game.id));
  return text;
}

/** Cookie header of a new session. */
export async function freshSession(test: TestApp, account: AccountRow): Promise<string> {
  const token = randomUUID();
  const expiresAt = new Date(Date.now() + 24 * hour);
  await test.db
    .insert(sessions)
    .values({ tokenHash: hashToken(token), accountId: account.id, expiresAt, ip: '127.0.0.1', provedAt: new Date() });
  return `${sessionCookie}=${token}`;
}

function newAccountBody() {
  const number = fresh();
  return { userName: `new${number}`, email: `new${number}@example.test`, password: 'Correct4Horse' };
}

const ofCase =
  (more: Partial<CallRequest> = {}): Build =>
  async ({ test, world }) => ({
    ...more,
    params: { id: world.game.id, caseId: (await buildCase(test.db, world.game.home)).id },
  });

const ofQuestion =
  (more: Partial<CallRequest>): Build =>
  async (scene) => {
    const squad = await squadOf(scene);
    const { id: caseId } = await buildCase(scene.test.db, squad);
    const { id: questionId } = await buildQuestion(scene.test.db, caseId);
    return { ...more, params: { id: scene.world.game.id, questionId }, as: squad.captain };
  };

const ofRejudging =
  (state: 'Applied' | 'Discarded'): Build =>
  async ({ test, world }) => ({
    params: { id: world.game.id, rejudgingId: (await buildRejudging(test.db, { gameId: world.game.id, state })).id },
  });
const planFile = 'The kettle is on.';
const planHash = createHash('sha256').update(planFile).digest('hex');
const planOf = (title: string) => {
  const attachment = { hash: planHash, fileName: 'kettle.txt', fileSize: planFile.length };
  return {
    challenges: [{ key: title, path: `${title}/challenge.yml`, challenge: { title, attachment } }],
    keepOthers: true,
  };
};
/** With its file, unless the call sends it. */
const ofPlan =
  (values: CallRequest = {}): Build =>
  async ({ test, world }) => {
    const { id } = world.game;
    const as = await buildAccount(test.db, { role: 'Admin' });
    const plan = await test.call(planRoutes.create, { as, params: { id }, body: planOf(`Planned ${fresh()}`) });
    if (!values.files) await buildFile(test, planFile);
    return { ...values, params: { id, planId: plan.body.id, ...values.params } };
  };
const inGame: Build = ({ world }) => ({ params: { id: world.game.id } });
const inOwnGame: Build = async (scene) => ({
  params: { id: scene.world.game.id },
  as: (await squadOf(scene)).captain,
});
const onTeam: Build = async (scene) => ({ params: { id: (await freshTeam(scene)).team.id } });
const onChallenge: Build = ({ world }) => ({ params: { id: world.game.id, challengeId: world.game.staticId } });
/** GitHub is begun without a call of ours. */
const presetProvider = { id: 'github', name: 'GitHub', kind: 'github' } as const;

const nothing: Build = () => ({});
const onCaptures: Build = ({ world }) => ({
  params: { challengeId: world.game.containerId, partId: world.game.home.participation.id },
});
const onUser: Build = async ({ test }) => ({ params: { userId: (await buildAccount(test.db)).id } });

async function onCapture(scene: Scene): Promise<CallRequest> {
  const { test, world } = scene;
  const file = `0123456789ab-F${fresh()}.pcap.gz`;
  await buildCapture(test, world.game, file);
  return { params: { challengeId: world.game.containerId, partId: world.game.home.participation.id, file } };
}

async function onSearch({ test, world }: Scene): Promise<CallRequest> {
  const { id: gameId, containerId, home } = world.game;
  const place = { gameId, challengeId: containerId, participationId: home.participation.id };
  const search = await buildCaptureSearch(test.db, await buildCaptureRow(test.db, place));
  return { params: { id: gameId, searchId: search.id } };
}

const anEvent = () => makeExport({ seed: 1, teams: 2, members: 1, challenges: 2, submissions: 4, awards: 0 });
const lossOfEvent = {
  file: 'db/users.json',
  line: null,
  field: '3.type',
  what: 'event.admin',
  values: { value: 'Ada' },
};

const packages = new WeakMap<TestApp, Promise<Buffer>>();

/** Of the game as it was when a package was first needed. */
function packageOf(scene: Scene): Promise<Buffer> {
  const made = packages.get(scene.test) ?? exportHome(scene);
  packages.set(scene.test, made);
  return made;
}

async function exportHome({ test, world }: Scene): Promise<Buffer> {
  const url = `/api/edit/games/${world.game.id}/export`;
  const headers = { cookie: await test.signIn(world.people.admin) };
  return (await test.app.inject({ method: 'POST', url, headers })).rawPayload;
}

async function onContainer(scene: Scene) {
  const { challengeId, id } = await freshChallenge(scene, image);
  const participationId = scene.world.game.home.participation.id;
  return { params: { id: await buildContainer(scene.test, { id, containerId: challengeId }, participationId) } };
}

async function onTestContainer(scene: Scene) {
  const params = await freshChallenge(scene, image);
  await buildContainer(scene.test, { id: params.id, containerId: params.challengeId }, null);
  return { params };
}

/** A valid request for every call of the catalogue, built anew each time with its own rows. */
export const requests: Record<string, Build> = {
  'POST /api/account/register': () => ({ body: newAccountBody() }),
  'POST /api/account/recovery': async ({ test }) => ({ body: { email: (await buildAccount(test.db)).email } }),
  'POST /api/account/passwordreset': async (scene) => {
    const link = await freshLink(scene, await buildAccount(scene.test.db), 'ResetPassword');
    return { body: { password: 'Correct4Horse', email: link.email, rToken: link.token } };
  },
  'POST /api/account/verify': async (scene) => {
    const account = await buildAccount(scene.test.db, { emailConfirmed: false });
    return { body: await freshLink(scene, account, 'VerifyEmail') };
  },
  'POST /api/account/login': async ({ test }) => ({
    body: { userName: (await buildAccount(test.db)).userName, password: testPassword },
  }),
  'POST /api/account/logout': async (scene) => ({ as: await freshAccount(scene) }),
  'PUT /api/account/update': () => ({ body: { bio: 'Plays.' } }),
  'PUT /api/account/changepassword': async (scene) => ({
    body: { old: testPassword, new: 'Correct4Horse' },
    as: await freshAccount(scene),
  }),
  'PUT /api/account/changeemail': () => ({ body: { newMail: `moved${fresh()}@example.test` } }),
  'POST /api/account/mailchangeconfirm': async (scene) => {
    const as = await freshAccount(scene);
    return { body: await freshLink(scene, as, 'ChangeEmail', `moved${fresh()}@example.test`), as };
  },
  'GET /api/account/profile': nothing,
  'GET /api/account/sessions': nothing,
  'DELETE /api/account/sessions/:sessionId': async (scene) => {
    const account = await freshAccount(scene);
    const [, token = ''] = (await freshSession(scene.test, account)).split('=');
    return { params: { sessionId: sessionIdOf(hashToken(token)) }, as: account };
  },
  'DELETE /api/account/sessions': async (scene) => ({ as: await freshAccount(scene) }),
  'PUT /api/account/avatar': () => ({ files: [picture] }),
  'POST /api/account/login/factor': async (scene) => {
    const account = await buildAccount(scene.test.db);
    const { code } = await buildFactor(scene.test, account);
    return { body: { code }, cookies: { [ticketCookie]: makeTicket(scene.test.deps, account) } };
  },
  'GET /api/account/export': nothing,
  'POST /api/account/export': async (scene) => ({ as: await freshAccount(scene) }),
  'GET /api/account/export/download': async (scene) => {
    const as = await freshAccount(scene);
    const [key, finishedAt] = [exportKey(as.id), scene.test.clock.now()];
    await scene.test.deps.storage.putObject(key, Readable.from([Buffer.from('a zip')]), 100);
    const request = { accountId: as.id, requestedAt: finishedAt, language: 'en-US', finishedAt };
    await scene.test.db.insert(accountExports).values(request);
    return { as };
  },
  'POST /api/account/login/passkey': nothing,
  'PUT /api/account/login/passkey': async ({ test }) => {
    const passkey = await buildPasskey(test, await buildAccount(test.db));
    const { asked, cookies } = await askPasskey(test, 'login');
    return { body: passkey.sign(asked), cookies };
  },
  'GET /api/account/erase': nothing,
  'POST /api/account/erase': async (scene) => {
    const as = await freshAccount(scene);
    // Of the administrators one has to stay.
    await buildAccount(scene.test.db, { role: 'Admin' });
    return { as };
  },
  'DELETE /api/account/erase': async (scene) => ({ as: await freshAccount(scene) }),
  'GET /api/account/factors': nothing,
  'POST /api/account/factors/passkeys': nothing,
  'PUT /api/account/factors/passkeys': async (scene) => {
    const as = await freshAccount(scene);
    const { asked, cookies } = await askPasskey(scene.test, `register ${as.id}`);
    return { body: { name: 'Laptop', credential: createAuthenticator().make(asked) }, cookies, as };
  },
  'POST /api/account/factors/passkeys/challenge': nothing,
  'POST /api/account/factors/totp': nothing,
  'PUT /api/account/factors/totp': async (scene) => {
    const as = await freshAccount(scene);
    const { setup, secret } = await beginTotp(scene.test.deps, { ...as, sessionHash: null, token: null });
    return { body: { name: 'Phone', setup, code: codeOfText(secret, scene.test.clock.now()) }, as };
  },
  'POST /api/account/factors/recoverycodes': async (scene) => {
    const as = await freshAccount(scene);
    await buildFactor(scene.test, as);
    return { as };
  },
  'POST /api/account/factors/stepup': async (scene) => {
    const as = await freshAccount(scene);
    return { body: { code: (await buildFactor(scene.test, as)).code }, as };
  },
  'PUT /api/account/factors/:factorId': async (scene) => {
    const as = await freshAccount(scene);
    return { params: { factorId: (await buildFactor(scene.test, as)).id }, body: { name: 'Old phone' }, as };
  },
  'DELETE /api/account/factors/:factorId': async (scene) => {
    const as = await freshAccount(scene);
    return { params: { factorId: (await buildFactor(scene.test, as)).id }, as };
  },

  'GET /api/account/terms': nothing,
  'POST /api/account/terms': async (scene) => ({ body: { hash: '0'.repeat(64) }, as: await freshAccount(scene) }),
  'POST /api/game/:id/rules': async (scene) => {
    const id = await freshGame(scene);
    const built = await freshTeam(scene, 1);
    await buildParticipation(scene.test.db, { gameId: id, status: 'Pending', built });
    return { params: { id }, body: { hash: '0'.repeat(64) }, as: built.captain };
  },
  'PUT /api/game/:id/fields': async (scene) => {
    const id = await freshGame(scene);
    const built = await freshTeam(scene, 1);
    await buildParticipation(scene.test.db, { gameId: id, status: 'Pending', built });
    return { params: { id }, body: { fields: {} }, as: built.captain };
  },

  'GET /api/account/providers': async (scene) => {
    await buildProvider(scene.test, presetProvider);
    return {};
  },
  'GET /api/account/signin/:provider': async (scene) => {
    const { id } = await buildProvider(scene.test, presetProvider);
    return { params: { provider: id }, query: { from: '/games' } };
  },
  'GET /api/account/callback/:provider': () => ({ params: { provider: presetProvider.id } }),
  'GET /api/account/links/:provider': async (scene) => {
    const { id } = await buildProvider(scene.test, presetProvider);
    return { params: { provider: id } };
  },
  'PUT /api/account/links/:provider': async (scene) => {
    const { id, issuer } = await buildProvider(scene.test, presetProvider);
    const [browser, subject] = [randomBytes(16).toString('hex'), randomUUID()];
    const identity = { issuer, subject, label: 'x', names: [], groups: [], hostedDomain: null, teamName: null };
    const email = `${subject}@example.org`;
    await keepPending(scene.test.deps, browser, { provider: id, identity: { ...identity, email }, from: '/' });
    const userName = subject.slice(0, 13);
    return { params: { provider: id }, body: { userName }, cookies: { [browserCookie]: browser } };
  },
  'DELETE /api/account/links/:provider': async (scene) => {
    const as = await freshAccount(scene);
    const { id, issuer } = await buildProvider(scene.test, presetProvider);
    const values = { accountId: as.id, provider: id, issuer, subject: as.id, label: 'x' };
    await scene.test.db.insert(accountLinks).values(values);
    return { params: { provider: id }, as };
  },

  'GET /api/posts/latest': nothing,
  'GET /api/posts': nothing,
  'GET /api/posts/:id': ({ world }) => ({ params: { id: world.postId } }),
  'GET /api/config': nothing,
  'GET /api/captcha': nothing,
  'GET /api/captcha/powchallenge': nothing,
  'GET /api/health/echo': ({ test }) => ({ query: { proof: makeProof(test.deps) } }),
  'GET /favicon.webp': nothing,

  'GET /api/team/:id': ({ world }) => ({ params: { id: world.teams.home.team.id } }),
  'GET /api/team': nothing,
  'POST /api/team': async (scene) => ({ body: { name: 'founders' }, as: await freshAccount(scene) }),
  'PUT /api/team/:id': async (scene) => ({ ...(await onTeam(scene)), body: { name: 'renamed', bio: null } }),
  'PUT /api/team/:id/transfer': async (scene) => {
    const { team, members } = await freshTeam(scene);
    return { params: { id: team.id }, body: { newCaptainId: members[1]?.id } };
  },
  'GET /api/team/:id/invite': onTeam,
  'PUT /api/team/:id/invite': onTeam,
  'POST /api/team/:id/kick/:userId': async (scene) => {
    const { team, members } = await freshTeam(scene);
    return { params: { id: team.id, userId: members[1]?.id ?? '' } };
  },
  'POST /api/team/accept': async (scene) => {
    const { team } = await buildTeam(scene.test.db);
    return { body: `${team.name}:${team.id}:${team.inviteToken}`, as: await freshAccount(scene) };
  },
  'POST /api/team/:id/leave': async (scene) => {
    const { team } = await buildTeam(scene.test.db);
    const as = await freshAccount(scene);
    await scene.test.db.insert(teamMembers).values({ teamId: team.id, accountId: as.id });
    return { params: { id: team.id }, as };
  },
  'PUT /api/team/:id/avatar': async (scene) => ({ ...(await onTeam(scene)), files: [picture] }),
  'DELETE /api/team/:id': onTeam,
  'POST /api/team/verify': () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const signature = sign(null, Buffer.from('GZCTF_TEAM_7'), privateKey).toString('base64');
    const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
    return { body: { teamToken: `7:${signature}`, publicKey: key } };
  },

  'GET /api/admin/config': nothing,
  'PUT /api/admin/config': () => ({ body: { globalConfig: { slogan: 'Play.' } } }),
  'POST /api/admin/config/logo': () => ({ files: [picture] }),
  'DELETE /api/admin/config/logo': nothing,
  'POST /api/admin/config/favicon': () => ({ files: [picture] }),
  'DELETE /api/admin/config/favicon': nothing,
  'GET /api/admin/config/mailtexts': nothing,
  'PUT /api/admin/config/mailtexts': () => ({
    body: { kind: 'VerifyEmail', language: 'en-US', subject: 'Welcome to {{platform}}', text: null },
  }),
  'POST /api/admin/config/testcaptcha': () => ({ body: { challenge: '0f1e2d3c4b5a:0011223344556677' } }),
  'POST /api/admin/config/testmail': () => ({ body: { to: 'operator@ctf.test' } }),
  'GET /api/admin/health': nothing,
  'GET /api/admin/overview': nothing,
  'POST /api/admin/pause': () => ({ body: pauseBody }),
  'POST /api/admin/resume': nothing,
  'GET /api/admin/users': nothing,
  'POST /api/admin/users': () => ({ body: [{ ...newAccountBody(), teamName: 'batch' }] }),
  'POST /api/admin/users/search': () => ({ query: { hint: 'player' } }),
  'GET /api/admin/users/:userId': onUser,
  'PUT /api/admin/users/:userId': async (scene) => ({ ...(await onUser(scene)), body: { realName: 'Kim' } }),
  'DELETE /api/admin/users/:userId': onUser,
  'DELETE /api/admin/users/:userId/password': onUser,
  'POST /api/admin/users/:userId/resetlink': onUser,
  'DELETE /api/admin/users/:userId/sessions': onUser,
  'GET /api/admin/teams': nothing,
  'POST /api/admin/teams/search': () => ({ query: { hint: 'team' } }),
  'PUT /api/admin/teams/:id': async (scene) => ({ ...(await onTeam(scene)), body: { locked: true } }),
  'POST /api/admin/teams/:id/merge': async (scene) => ({
    ...(await onTeam(scene)),
    body: { intoTeamId: (await freshTeam(scene)).team.id },
  }),
  'DELETE /api/admin/teams/:id': onTeam,
  'GET /api/admin/logs': nothing,
  'PUT /api/admin/participation/:id': async ({ test, world }) => {
    const { participation } = await buildParticipation(test.db, { gameId: world.game.id, status: 'Pending' });
    return { params: { id: participation.id }, body: { status: 'Accepted' } };
  },
  'GET /api/admin/writeups/:id': inGame,
  'GET /api/admin/writeups/:id/all': inGame,
  'GET /api/admin/instances': nothing,
  'GET /api/admin/instances/failures': nothing,
  'GET /api/admin/instances/:id/log': onContainer,
  'DELETE /api/admin/instances/:id': onContainer,
  'GET /api/admin/engines': nothing,
  'PUT /api/admin/engines/:name': async ({ test }) => ({
    params: { name: (await buildEngine(test.db)).name },
    body: { state: 'draining' },
  }),
  'GET /api/admin/files': nothing,
  'GET /api/admin/audit': nothing,
  'GET /api/admin/consents': nothing,
  'GET /api/admin/consents/sheet': nothing,

  'POST /api/tokens': () => ({ body: { name: 'Bot', expiresIn: 7 } }),
  'GET /api/tokens': nothing,
  'POST /api/tokens/:id/restore': async ({ test, world }) => ({
    params: { id: (await freshToken(test, world.people.admin.id, { revokedAt: new Date() })).id },
  }),
  'DELETE /api/tokens/:id': async ({ test, world }) => ({
    params: { id: (await freshToken(test, world.people.admin.id)).id },
    query: { delete: true },
  }),

  'GET /api/account/tokens': nothing,
  'POST /api/account/tokens': async ({ test, caller }) => {
    const played = await buildParticipation(test.db);
    // An account may have five.
    await test.db.delete(gameTokens).where(isNotNull(gameTokens.participationId));
    const { participation } = played;
    if (caller) {
      const values = { gameId: participation.gameId, accountId: caller.id, participationId: participation.id };
      await test.db.insert(participationMembers).values(values);
    }
    return { body: { name: 'Agent', gameId: participation.gameId, scopes: ['play:read'] } };
  },
  'DELETE /api/account/tokens/:id': async ({ test, world, caller }) => {
    const { id } = await freshToken(test, (caller ?? world.people.participant).id);
    const { id: gameId, home } = world.game;
    await test.db.insert(gameTokens).values({ tokenId: id, gameId, participationId: home.participation.id });
    return { params: { id } };
  },
  'POST /mcp': async ({ test, world }) => ({
    token: await freshPlayerToken(test, world),
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'ping' },
  }),

  'GET /api/edit/games/:id/tokens': inGame,
  'POST /api/edit/games/:id/tokens': async (scene) => ({
    ...(await inGame(scene)),
    body: { name: 'Feed', scopes: ['award:write'] },
  }),
  'DELETE /api/edit/games/:id/tokens/:tokenId': async ({ test, world }) => {
    const { id: tokenId } = await freshToken(test, world.people.organiser.id);
    await test.db.insert(gameTokens).values({ tokenId, gameId: world.game.id });
    return { params: { id: world.game.id, tokenId } };
  },

  'GET /api/admin/webhooks': nothing,
  'POST /api/admin/webhooks': () => ({ body: { ...webhookBody, format: 'Json', address: 'https://hooks.test/a' } }),
  'PUT /api/admin/webhooks/:webhookId': async ({ test }) => ({ ...(await onWebhook(test)), body: webhookBody }),
  'DELETE /api/admin/webhooks/:webhookId': ({ test }) => onWebhook(test),
  'POST /api/admin/webhooks/:webhookId/secret': ({ test }) => onWebhook(test),
  'POST /api/admin/webhooks/:webhookId/test': ({ test }) => onWebhook(test),
  'GET /api/admin/webhooks/:webhookId/deliveries': ({ test }) => onWebhook(test),
  'POST /api/admin/webhooks/:webhookId/deliveries/:deliveryId/replay': ({ test }) => onWebhook(test),

  'GET /assets/:hash/:name': ({ world }) => ({ params: { hash: world.fileHash, name: 'a.bin' } }),
  'GET /api/file/:ticket/:name': ({ test, world }) => ({
    params: { ticket: createFileTicket(test.deps, world.fileHash, Date.now() + hour), name: 'a.bin' },
  }),
  'POST /api/assets': () => ({ files: [{ field: 'files', fileName: 'b.txt', content: `b${fresh()}` }] }),
  'DELETE /api/assets/:hash': async ({ test }) => ({ params: { hash: await buildFile(test, `c${fresh()}`) } }),

  'POST /api/edit/posts': () => ({ body: { title: 'News', summary: 'Short', content: 'Long', tags: ['a'] } }),
  'PUT /api/edit/posts/:id': ({ world }) => ({ params: { id: world.postId }, body: { title: 'Newer' } }),
  'DELETE /api/edit/posts/:id': async ({ test, world }) => ({
    params: { id: await buildPost(test, world.people.admin.id) },
  }),
  'POST /api/edit/games': () => ({ body: { title: 'A game', start: Date.now(), end: Date.now() + hour } }),
  'GET /api/edit/games': () => ({ query: { count: 10, skip: 0 } }),
  'GET /api/edit/challenges': () => ({ query: { hint: 'a' } }),
  'GET /api/edit/games/:id': inGame,
  'GET /api/edit/games/:id/hashsalt': inGame,
  'PUT /api/edit/games/:id': async (scene) => ({ ...(await inGame(scene)), body: { summary: 'Changed.' } }),
  'DELETE /api/edit/games/:id': async (scene) => ({ params: { id: await freshGame(scene) } }),
  'GET /api/edit/games/:id/writeups': inGame,
  'GET /api/edit/games/:id/writeups/archive': inGame,
  'PUT /api/edit/games/:id/writeups/:writeupId': ({ world }) => ({
    params: { id: world.game.id, writeupId: world.game.home.participation.id },
    body: { comment: 'Clear.', grade: 80 },
  }),
  'DELETE /api/edit/games/:id/writeups': async (scene) => {
    const id = await freshGame(scene);
    const home = await buildParticipation(scene.test.db, { gameId: id });
    await handInWriteup(scene.test, { id, home });
    return { params: { id } };
  },
  'PUT /api/edit/games/:id/poster': async (scene) => ({ ...(await inGame(scene)), files: [picture] }),
  'POST /api/edit/games/:id/notices': async (scene) => ({ ...(await inGame(scene)), body: { content: 'Lunch.' } }),
  'GET /api/edit/games/:id/notices': inGame,
  'PUT /api/edit/games/:id/notices/:noticeId': ({ world }) => ({
    params: { id: world.game.id, noticeId: world.game.noticeId },
    body: { content: 'Later.' },
  }),
  'DELETE /api/edit/games/:id/notices/:noticeId': async ({ test, world }) => {
    const values = { gameId: world.game.id, type: 'Normal' as const, values: ['Gone soon.'] };
    const [row] = await test.db.insert(notices).values(values).returning();
    return { params: { id: world.game.id, noticeId: row?.id ?? 0 } };
  },
  'GET /api/edit/games/:id/pauses': inGame,
  'POST /api/edit/games/:id/pause': async (scene) => ({ params: { id: await freshGame(scene) }, body: pauseBody }),
  'POST /api/edit/games/:id/resume': async (scene) => {
    const id = await freshGame(scene);
    await buildPause(scene.test.db, id);
    return { params: { id } };
  },
  'GET /api/edit/games/:id/awards': inGame,
  'POST /api/edit/games/:id/awards': async (scene) => ({
    ...(await inGame(scene)),
    body: { teamId: scene.world.game.home.team.id, points: -50, reason: 'Attacked the platform.' },
  }),
  'DELETE /api/edit/games/:id/awards/:awardId': async ({ test, world }) => ({
    params: { id: world.game.id, awardId: (await buildAward(test.db, world.game.home)).id },
  }),
  'GET /api/edit/games/:id/cases': inGame,
  'POST /api/edit/games/:id/cases': async (scene) => ({
    ...(await inGame(scene)),
    body: { participationId: scene.world.game.home.participation.id },
  }),
  'GET /api/edit/games/:id/cases/:caseId': ofCase(),
  'POST /api/edit/games/:id/cases/:caseId/notes': ofCase({ body: { text: 'Two devices.' } }),
  'POST /api/edit/games/:id/cases/:caseId/questions': async (scene) => ({
    ...(await ofCase()(scene)),
    body: { challengeId: scene.world.game.staticId, text: 'How?', dueAt: scene.test.clock.now().getTime() + hour },
  }),
  'POST /api/edit/games/:id/cases/:caseId/decision': ofCase({ body: { state: 'Cleared', reason: 'All is well.' } }),
  'GET /api/edit/games/:id/cases/:caseId/export': ofCase(),
  'POST /api/edit/games/:id/plans': async (scene) => ({ ...(await inGame(scene)), body: planOf('Planned') }),
  'GET /api/edit/games/:id/plans/:planId': ofPlan(),
  'PUT /api/edit/games/:id/plans/:planId/files/:hash': ofPlan({
    params: { hash: planHash },
    files: [{ fileName: 'kettle.txt', content: planFile }],
  }),
  'GET /api/edit/games/:id/plans/:planId/images': ofPlan(),
  'POST /api/edit/games/:id/plans/:planId/apply': ofPlan({ body: {} }),
  'DELETE /api/edit/games/:id/plans/:planId': ofPlan(),
  'GET /api/edit/games/:id/rejudgings': inGame,
  'POST /api/edit/games/:id/rejudgings': async (scene) => {
    // A game has one open draft.
    await scene.test.db.update(rejudgings).set({ state: 'Discarded' });
    return { ...(await inGame(scene)), body: { reason: 'The flag was wrong.' } };
  },
  'GET /api/edit/games/:id/rejudgings/:rejudgingId': ofRejudging('Applied'),
  'GET /api/edit/games/:id/rejudgings/:rejudgingId/submissions': ofRejudging('Applied'),
  'GET /api/edit/games/:id/rejudgings/:rejudgingId/teams': ofRejudging('Applied'),
  'POST /api/edit/games/:id/rejudgings/:rejudgingId/apply': ofRejudging('Applied'),
  'DELETE /api/edit/games/:id/rejudgings/:rejudgingId': ofRejudging('Discarded'),
  'GET /api/edit/games/:id/challenges/:challengeId/rejudging': ({ world }) => ({
    params: { id: world.game.id, challengeId: world.game.staticId },
  }),
  'POST /api/edit/games/:id/divisions': async (scene) => ({
    ...(await inGame(scene)),
    body: { name: 'new', challengeConfigs: [{ challengeId: scene.world.game.staticId, permissions: 256 }] },
  }),
  'GET /api/edit/games/:id/divisions': inGame,
  'PUT /api/edit/games/:id/divisions/:divisionId': ({ world }) => ({
    params: { id: world.game.id, divisionId: world.game.divisionId },
    body: { name: 'visitors' },
  }),
  'DELETE /api/edit/games/:id/divisions/:divisionId': async ({ test, world }) => {
    const [row] = await test.db.insert(divisions).values({ gameId: world.game.id, name: 'gone' }).returning();
    return { params: { id: world.game.id, divisionId: row?.id ?? 0 } };
  },
  'POST /api/edit/games/:id/challenges': async (scene) => ({
    ...(await inGame(scene)),
    body: { title: 'Door', category: 'Web', type: 'DynamicContainer' },
  }),
  'GET /api/edit/games/:id/challenges': inGame,
  'PUT /api/edit/games/:id/challenges/order': ({ world }) => ({
    params: { id: world.game.id },
    body: { challengeIds: [world.game.dynamicId, world.game.staticId] },
  }),
  'GET /api/edit/games/:id/challenges/health': inGame,
  'GET /api/edit/games/:id/check': inGame,
  'POST /api/edit/games/:id/check': async (scene) => ({ params: { id: await freshGame(scene) } }),
  'GET /api/edit/games/:id/health': inGame,
  'POST /api/edit/games/:id/scoreboard/flush': inGame,
  'POST /api/edit/games/:id/challenges/updateaccepted': inGame,
  'POST /api/edit/games/:id/unfreeze': inGame,
  'GET /api/edit/games/:id/challenges/:challengeId': onChallenge,
  'PUT /api/edit/games/:id/challenges/:challengeId': async (scene) => ({
    ...(await onChallenge(scene)),
    body: { content: 'Text.', hints: ['One.'] },
  }),
  'DELETE /api/edit/games/:id/challenges/:challengeId': async (scene) => ({ params: await freshChallenge(scene) }),
  'POST /api/edit/games/:id/challenges/:challengeId/container': async (scene) => ({
    params: await freshChallenge(scene, image),
  }),
  'DELETE /api/edit/games/:id/challenges/:challengeId/container': onTestContainer,
  'POST /api/edit/games/:id/challenges/:challengeId/container/extend': onTestContainer,
  'GET /api/edit/games/:id/challenges/:challengeId/container/log': onTestContainer,
  'GET /api/edit/games/:id/challenges/:challengeId/images': async (scene) => ({
    params: await freshChallenge(scene, image),
  }),
  'POST /api/edit/games/:id/challenges/:challengeId/images': async (scene) => ({
    params: await freshChallenge(scene, image),
  }),
  'GET /api/edit/games/:id/challenges/:challengeId/solver': onSolver,
  'PUT /api/edit/games/:id/challenges/:challengeId/solver': async (scene) => ({
    ...(await onSolver(scene)),
    body: { solver },
  }),
  'POST /api/edit/games/:id/challenges/:challengeId/solver/checks': onSolver,
  'GET /api/edit/games/:id/challenges/:challengeId/solver/checks/:checkId': async (scene) => {
    const { params } = await onSolver(scene);
    const { id: gameId, challengeId } = params;
    const end = { result: 'failed' as const, endedAt: new Date() };
    const values = { gameId, challengeId, image: solver.image, ...end };
    const [check] = await scene.test.db.insert(solverChecks).values(values).returning();
    return { params: { ...params, checkId: check?.id ?? 0 } };
  },
  'POST /api/edit/games/:id/challenges/:challengeId/attachment': async (scene) => ({
    params: await freshChallenge(scene),
    body: { attachmentType: 'Local', fileHash: scene.world.fileHash },
  }),
  'GET /api/edit/games/:id/challenges/:challengeId/attachments': async (scene) => ({
    params: await freshChallenge(scene),
  }),
  'PUT /api/edit/games/:id/challenges/:challengeId/attachments': async (scene) => ({
    params: await freshChallenge(scene),
    body: { attachments: [{ attachmentType: 'Local', fileHash: scene.world.fileHash }] },
  }),
  'POST /api/edit/games/:id/challenges/:challengeId/flags': async (scene) => ({
    params: await freshChallenge(scene),
    body: [{ flag: `flag{${fresh()}}` }],
  }),
  'PUT /api/edit/games/:id/challenges/:challengeId/flags/files': async (scene) => ({
    params: await freshChallenge(scene, { type: 'DynamicAttachment' }),
    body: [{ flag: `flag{${fresh()}}`, fileHash: scene.world.fileHash }],
  }),
  'DELETE /api/edit/games/:id/challenges/:challengeId/flags/:flagId': async (scene) => {
    const params = await freshChallenge(scene);
    const url = `/api/edit/games/${params.id}/challenges/${params.challengeId}`;
    const { body } = await scene.test.send({ method: 'GET', url, as: scene.world.people.admin });
    return { params: { ...params, flagId: (body as { flags: { id: number }[] }).flags[0]?.id ?? 0 } };
  },
  'POST /api/edit/games/:id/archive': async (scene) => ({
    params: { id: await freshGame(scene, { startAt: new Date(0), endAt: new Date(1000) }) },
    body: { statements: true },
  }),
  'POST /api/edit/games/:id/export': inGame,
  'POST /api/edit/games/:id/copy': async (scene) => ({
    ...(await inGame(scene)),
    body: { title: 'Again', start: Date.now(), end: Date.now() + hour },
  }),
  'POST /api/edit/games/import': async (scene) => ({
    files: [{ field: 'file', fileName: 'game.zip', content: await packageOf(scene), type: 'application/zip' }],
  }),
  'POST /api/admin/imports': async () => ({
    files: [{ field: 'file', fileName: 'event.zip', content: await eventOf(anEvent()), type: 'application/zip' }],
  }),
  'GET /api/admin/imports/:importId': async ({ test }) => {
    const report = { ...newReport(randomUUID()), losses: [lossOfEvent] };
    await test.deps.redis.set(`${test.deps.keyPrefix}import:${report.id}`, JSON.stringify(report));
    return { params: { importId: report.id } };
  },
  'GET /api/edit/games/:id/audit': inGame,
  'GET /api/edit/games/:id/consents': inGame,
  'GET /api/edit/games/:id/consents/sheet': inGame,
  'GET /api/edit/games/:id/staff': inGame,
  'PUT /api/edit/games/:id/staff/:userId': async (scene) => ({
    params: { id: scene.world.game.id, userId: (await buildAccount(scene.test.db)).id },
    body: { role: 'observer' },
  }),
  'DELETE /api/edit/games/:id/staff/:userId': async ({ test, world }) => {
    const observer = await buildAccount(test.db);
    await appoint(test, world.game.id, { observer });
    return { params: { id: world.game.id, userId: observer.id } };
  },

  'GET /api/game/recent': nothing,
  'GET /api/game': nothing,
  'GET /api/game/mine': nothing,
  'GET /api/game/:id': inGame,
  'GET /api/game/:id/check': inOwnGame,
  // In new games, because an account can play a game with one team only.
  'POST /api/game/:id': async (scene) => {
    const id = await freshGame(scene);
    const { team, captain } = await freshTeam(scene, 1);
    const [division] = await scene.test.db.insert(divisions).values({ gameId: id, name: 'guests' }).returning();
    return { params: { id }, body: { teamId: team.id, divisionId: division?.id }, as: captain };
  },
  'DELETE /api/game/:id': async (scene) => {
    const id = await freshGame(scene);
    const built = await freshTeam(scene, 1);
    await buildParticipation(scene.test.db, { gameId: id, status: 'Pending', built });
    return { params: { id }, as: built.captain };
  },
  'GET /api/game/:id/teams/:teamId/fields': async ({ world }) => ({
    params: { id: world.game.id, teamId: world.game.home.team.id },
  }),
  'GET /api/game/:id/scoreboard': inGame,
  'GET /api/game/:id/scoreboard/timeline': async (scene) => ({
    ...(await inGame(scene)),
    query: { teams: String(scene.world.game.home.team.id) },
  }),
  'GET /api/game/:id/ctftime': inGame,
  'GET /api/game/:id/notices': inGame,
  'GET /api/game/:id/events': inGame,
  'GET /api/game/:id/submissions': inGame,
  'GET /api/game/:id/cheatinfo': inGame,
  'GET /api/game/:id/findings': inGame,
  'GET /api/game/:id/participations/:participationId/evidence': ({ world }) => ({
    params: { id: world.game.id, participationId: world.game.home.participation.id },
  }),
  'GET /api/game/:id/questions': inOwnGame,
  'POST /api/game/:id/questions/:questionId/answer': ofQuestion({ body: { text: 'With a debugger.' } }),
  'POST /api/game/:id/questions/:questionId/file': ofQuestion({
    files: [{ field: 'file', fileName: 'how.pdf', content: '%PDF-1.7 how', type: 'application/pdf' }],
  }),
  'GET /api/game/:id/challenges': inGame,
  'GET /api/game/:id/monitor/figures': inGame,
  'GET /api/game/:id/scoreboardsheet': inGame,
  'GET /api/game/:id/submissionsheet': inGame,
  'GET /api/game/:id/participations': inGame,
  'GET /api/game/games/:id/captures': inGame,
  'GET /api/game/games/:id/captures/searches': inGame,
  'POST /api/game/games/:id/captures/searches': async ({ test, world }) => {
    // Few may wait at a time.
    await test.db.delete(captureSearches);
    return { params: { id: world.game.id }, body: { kind: 'text', pattern: 'password' } };
  },
  'GET /api/game/games/:id/captures/searches/:searchId': onSearch,
  'DELETE /api/game/games/:id/captures/searches/:searchId': onSearch,
  'GET /api/game/games/:id/captures/findings': inGame,
  'GET /api/game/captures/:challengeId': onCaptures,
  'GET /api/game/captures/:challengeId/:partId': onCaptures,
  'GET /api/game/captures/:challengeId/:partId/all': onCaptures,
  'DELETE /api/game/captures/:challengeId/:partId/all': onCaptures,
  'GET /api/game/captures/:challengeId/:partId/:file': onCapture,
  'DELETE /api/game/captures/:challengeId/:partId/:file': onCapture,
  'GET /api/game/:id/page': inOwnGame,
  'GET /api/game/:id/details': inOwnGame,
  'GET /api/game/:id/challenges/:challengeId': async (scene) => ({
    params: { id: scene.world.game.id, challengeId: scene.world.game.attachmentId },
    as: (await squadOf(scene)).captain,
  }),
  'POST /api/game/:id/challenges/:challengeId': async (scene) => ({
    ...(await onChallenge(scene)),
    body: { flag: 'flag{guess}' },
    as: (await squadOf(scene)).captain,
  }),
  'GET /api/game/:id/challenges/:challengeId/files': async (scene) => ({
    ...(await onChallenge(scene)),
    as: (await squadOf(scene)).captain,
  }),
  'POST /api/game/:id/challenges/:challengeId/hints/:hintId': async (scene) => {
    const squad = await squadOf(scene);
    await buildAward(scene.test.db, squad);
    const hint = { id: 1, title: '', content: 'Look up.', cost: 10, releaseUtc: null };
    const keys = await freshChallenge(scene, { hintList: [hint], lastHintId: 1 });
    return { params: { ...keys, hintId: 1 }, as: squad.captain };
  },
  'GET /api/game/:id/challenges/:challengeId/submissions': async (scene) => {
    const { game } = scene.world;
    const squad = await squadOf(scene);
    return { params: { id: game.id, challengeId: game.staticId }, as: squad.captain };
  },
  'GET /api/game/:id/challenges/:challengeId/status/:submitId': async (scene) => {
    const { game } = scene.world;
    const squad = await squadOf(scene);
    const { id: submitId } = await buildSubmission(scene.test, game, squad, 'flag{guess}', false);
    return { params: { id: game.id, challengeId: game.staticId, submitId }, as: squad.captain };
  },
  'GET /api/game/:id/writeup': inOwnGame,
  'POST /api/game/:id/writeup': async (scene) => ({
    ...(await inOwnGame(scene)),
    files: [{ field: 'file', fileName: 'ours.pdf', content: '%PDF-1.7 ours', type: 'application/pdf' }],
  }),
  'POST /api/game/:id/container/:challengeId': (scene) => freshPlay(scene),
  'POST /api/game/:id/container/:challengeId/extend': (scene) => freshPlay(scene, 5 * 60_000),
  'DELETE /api/game/:id/container/:challengeId': (scene) => freshPlay(scene, 5 * 60_000),
  'GET /api/game/:id/container': inOwnGame,

  'ANY /api/proxy/:id': async (scene) => {
    const { test, world } = scene;
    const { challengeId, id } = await freshChallenge(scene, image);
    const container = { id, containerId: challengeId };
    return { params: { id: await buildContainer(test, container, world.game.home.participation.id) } };
  },
  'ANY /api/proxy/noinst/:id': async (scene) => {
    const { challengeId, id } = await freshChallenge(scene, image);
    return { params: { id: await buildContainer(scene.test, { id, containerId: challengeId }, null) } };
  },
};
