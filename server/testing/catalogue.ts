// Every call of the specification, independent of our contract: what must exist, who may use it, and its reply. The tests
// in src/proof compare it with the registered routes, in both directions.

import type { Method } from '@vexil/contract/endpoint';
import type { ErrorCode } from '@vexil/contract/errors';
import type { ActorName } from './actors';

/**
 * Who may call:
 * - anyone: public
 * - user, monitor, admin: an account of at least this role
 * - organiser, observer: staff of the game of the call; administrators have the rights of organisers, monitors those of
 *   observers
 * - captain: any account; the handler refuses other members with `team.notCaptain`
 * - anyOrganiser: an organiser of any game
 * - playersToken: no account, but a token of a player
 */
export type Who =
  | 'anyone'
  | 'user'
  | 'captain'
  | 'monitor'
  | 'admin'
  | 'organiser'
  | 'observer'
  | 'anyOrganiser'
  | 'playersToken';

/** Error code by actor of the role matrix. */
type Denied = Readonly<Partial<Record<ActorName, ErrorCode>>>;

export interface CatalogueCall {
  method: Method;
  /** Names of parameters do not matter, only their positions. */
  path: string;
  who: Who;
  /**
   * Reply of a success: `''` for an empty body, a JSON type in the notation of catalogue.models.ts, or `file <type>` for
   * bytes of that content type.
   */
  reply: string;
  /** The scope of API tokens that allows the call; null for sessions only and for public calls. */
  scope: string | null;
  /** Default 200. */
  status?: number;
  /** Actors that the handler refuses: for their role in the game, or because they have no session. */
  denied?: Denied;
  /** Status for a valid parameter that refers to nothing, where it is not 404. */
  absent?: Readonly<Record<string, number>>;
  /** Reason for a call beyond the specification, or for a difference from its role matrix. */
  ours?: string;
}

const call = (method: Method, path: string, who: Who, reply = '', ours?: string): CatalogueCall => ({
  method,
  path,
  who,
  reply,
  scope: null,
  ...(ours ? { ours } : {}),
});

/** Scopes of tokens: reading and writing are separate. */
const inArea = (area: string, calls: CatalogueCall[]): CatalogueCall[] =>
  calls.map((one) => ({ ...one, scope: one.scope ?? `${area}:${one.method === 'GET' ? 'read' : 'write'}` }));

const judging = 'Staff give teams points and take some.';
const planning = 'Organisers keep challenges in a folder.';
const pausing = 'An outage costs teams no time.';
const factor = 'A stolen password alone opens no account.';
const ownData = 'People have what is stored about them.';
const provider = 'People sign in with an account that they have elsewhere.';
const terms = 'What people agreed to is known.';
const fields = 'Platforms and games ask what they need to know.';
const reader = 'Organisers read and grade writeups.';
const staff = 'Staff of the game stand beside administrators and monitors.';
const evidence = 'Staff judge by what happened, and teams explain it.';
const finder = 'Staff search what was recorded.';

/** Captures are addressed by folder; an unknown folder is an empty list. */
const nothingStored = { challengeId: 200, partId: 200 };

const account: CatalogueCall[] = [
  call('POST', '/api/account/register', 'anyone', 'Registered'),
  call('POST', '/api/account/recovery', 'anyone', 'Message'),
  call('POST', '/api/account/passwordreset', 'anyone'),
  call('POST', '/api/account/verify', 'anyone'),
  call('POST', '/api/account/login', 'anyone'),
  {
    ...call('POST', '/api/account/logout', 'anyone', '', 'A banned account can still clear its cookie.'),
    // Signing out needs a session.
    denied: {
      anonymous: 'account.unauthenticated',
      tokenWithScope: 'account.unauthenticated',
      tokenWithoutScope: 'account.unauthenticated',
    },
  },
  call('POST', '/api/account/login/factor', 'anyone', '', factor),
  call('POST', '/api/account/login/passkey', 'anyone', 'PasskeyChallenge', factor),
  call('PUT', '/api/account/login/passkey', 'anyone', '', factor),
  call('GET', '/api/account/factors', 'user', 'Factors', factor),
  call('POST', '/api/account/factors/totp', 'user', 'TotpSetup', factor),
  call('PUT', '/api/account/factors/totp', 'user', 'NewFactor', factor),
  call('POST', '/api/account/factors/passkeys', 'user', 'PasskeySetup', factor),
  call('PUT', '/api/account/factors/passkeys', 'user', 'NewFactor', factor),
  call('POST', '/api/account/factors/passkeys/challenge', 'user', 'PasskeyChallenge', factor),
  call('POST', '/api/account/factors/recoverycodes', 'user', 'RecoveryCodes', factor),
  call('POST', '/api/account/factors/stepup', 'user', '', factor),
  call('PUT', '/api/account/factors/:factorId', 'user', '', factor),
  call('DELETE', '/api/account/factors/:factorId', 'user', '', factor),
  call('GET', '/api/account/export', 'user', 'AccountExport?', ownData),
  call('POST', '/api/account/export', 'user', 'AccountExport', ownData),
  call('GET', '/api/account/export/download', 'user', 'file application/zip', ownData),
  call('GET', '/api/account/erase', 'user', 'AccountErasure?', ownData),
  call('POST', '/api/account/erase', 'user', 'AccountErasure', ownData),
  call('DELETE', '/api/account/erase', 'user', '', ownData),
  call('GET', '/api/account/providers', 'anyone', 'SignInProvider[]', provider),
  call('GET', '/api/account/signin/:provider', 'anyone', 'SignInBegun', provider),
  { ...call('GET', '/api/account/callback/:provider', 'anyone', '', provider), status: 302, absent: { provider: 302 } },
  call('GET', '/api/account/links/:provider', 'anyone', 'SignInLink', provider),
  call('PUT', '/api/account/links/:provider', 'anyone', 'SignInDone', provider),
  call('DELETE', '/api/account/links/:provider', 'user', '', provider),
  call('GET', '/api/account/terms', 'anyone', 'Terms', terms),
  call('POST', '/api/account/terms', 'user', '', terms),
  call('PUT', '/api/account/changepassword', 'user'),
  call('PUT', '/api/account/changeemail', 'user', 'MailSent'),
  call('POST', '/api/account/mailchangeconfirm', 'user'),
  call('GET', '/api/account/sessions', 'user', 'AccountSession[]', 'Accounts see where they are signed in.'),
  {
    ...call('DELETE', '/api/account/sessions/:sessionId', 'user', '', 'Accounts sign out a lost device.'),
    absent: { sessionId: 200 },
  },
  call('DELETE', '/api/account/sessions', 'user', '', 'Accounts sign out all other devices.'),
  ...inArea('account', [
    call('PUT', '/api/account/update', 'user'),
    call('GET', '/api/account/profile', 'user', 'OwnProfile'),
    call('PUT', '/api/account/avatar', 'user', 'string'),
  ]),
];

const info = [
  call('GET', '/api/posts/latest', 'anyone', 'PostInfo[]'),
  call('GET', '/api/posts', 'anyone', 'PostInfo[]'),
  call('GET', '/api/posts/:id', 'anyone', 'PostDetail'),
  call('GET', '/api/config', 'anyone', 'ClientConfig'),
  call('GET', '/api/captcha', 'anyone', 'CaptchaInfo'),
  call('GET', '/api/captcha/powchallenge', 'anyone', 'PowChallenge'),
  call('GET', '/api/health/echo', 'anyone', 'Echo', 'The platform sees its own address as players do.'),
  call('GET', '/favicon.webp', 'anyone', 'file image/webp'),
];

const team = inArea('team', [
  call('GET', '/api/team/:id', 'anyone', 'Team'),
  call('GET', '/api/team', 'user', 'OwnTeam[]'),
  call('POST', '/api/team', 'user', 'Team'),
  call('PUT', '/api/team/:id', 'captain', 'Team'),
  call('PUT', '/api/team/:id/transfer', 'captain', 'LedTeam'),
  call('GET', '/api/team/:id/invite', 'captain', 'string'),
  call('PUT', '/api/team/:id/invite', 'captain', 'string'),
  { ...call('POST', '/api/team/:id/kick/:userId', 'captain', 'LedTeam'), absent: { userId: 400 } },
  call('POST', '/api/team/accept', 'user'),
  call('POST', '/api/team/:id/leave', 'user'),
  call('PUT', '/api/team/:id/avatar', 'captain', 'string'),
  call('DELETE', '/api/team/:id', 'captain'),
  call('POST', '/api/team/verify', 'anyone'),
]);

const enginesAtWork = 'A machine is taken out of service while a game runs.';

const admin = inArea('admin', [
  call('GET', '/api/admin/config', 'admin', 'Settings'),
  call('PUT', '/api/admin/config', 'admin'),
  call('POST', '/api/admin/config/logo', 'admin'),
  call('DELETE', '/api/admin/config/logo', 'admin'),
  call('POST', '/api/admin/config/favicon', 'admin', '', 'The icon need not be the logo made small.'),
  call('DELETE', '/api/admin/config/favicon', 'admin', '', 'The icon need not be the logo made small.'),
  call('GET', '/api/admin/config/mailtexts', 'admin', 'MailTexts', 'Mails say it in the words of the organisers.'),
  call('PUT', '/api/admin/config/mailtexts', 'admin', '', 'Mails say it in the words of the organisers.'),
  call(
    'POST',
    '/api/admin/config/testcaptcha',
    'admin',
    'CaptchaTest',
    'Whether players can sign in is found out before they try.',
  ),
  call(
    'POST',
    '/api/admin/config/testmail',
    'admin',
    'MailTest',
    'Whether mails arrive is found out before players need one.',
  ),
  call('GET', '/api/admin/health', 'admin', 'PlatformHealth', 'What does not work is said with what to do about it.'),
  call('GET', '/api/admin/engines', 'admin', 'EngineList', enginesAtWork),
  call('PUT', '/api/admin/engines/:name', 'admin', 'Engine', enginesAtWork),
  call('GET', '/api/admin/overview', 'admin', 'Overview', 'What runs and what is wrong, without a terminal.'),
  call('POST', '/api/admin/pause', 'admin', 'int[]', pausing),
  call('POST', '/api/admin/resume', 'admin', 'int[]', pausing),
  call('GET', '/api/admin/users', 'admin', 'Page<UserInfo>'),
  { ...call('POST', '/api/admin/users/search', 'admin', 'Page<UserInfo>'), scope: 'admin:read' },
  call('GET', '/api/admin/users/:userId', 'admin', 'Profile'),
  call('PUT', '/api/admin/users/:userId', 'admin'),
  call('DELETE', '/api/admin/users/:userId', 'admin'),
  call(
    'DELETE',
    '/api/admin/users/:userId/sessions',
    'admin',
    '',
    'A lost device is signed out without a new password.',
  ),
  call('GET', '/api/admin/teams', 'admin', 'Page<AdminTeam>'),
  { ...call('POST', '/api/admin/teams/search', 'admin', 'Page<Team>'), scope: 'admin:read' },
  { ...call('PUT', '/api/admin/teams/:id', 'admin'), absent: { id: 400 } },
  call('POST', '/api/admin/teams/:id/merge', 'admin', 'Team'),
  call('DELETE', '/api/admin/teams/:id', 'admin'),
  call('GET', '/api/admin/logs', 'admin', 'LogMessage[]'),
  call('PUT', '/api/admin/participation/:id', 'organiser', '', staff),
  call('GET', '/api/admin/writeups/:id', 'admin', 'Writeups'),
  call('GET', '/api/admin/writeups/:id/all', 'admin', 'file application/gzip'),
  call('GET', '/api/admin/consents', 'admin', 'ConsentPage', terms),
  call('GET', '/api/admin/consents/sheet', 'admin', 'file application/vnd.openxmlformats', terms),
  call('GET', '/api/admin/audit', 'admin', 'Page<AuditEntryOfAll>', 'The audit log can be read.'),
  call('GET', '/api/admin/instances', 'anyOrganiser', 'Page<Instance>', staff),
  call('GET', '/api/admin/instances/failures', 'anyOrganiser', 'FailedStart[]', staff),
  call('GET', '/api/admin/instances/:id/log', 'organiser', 'ContainerLog', staff),
  call('DELETE', '/api/admin/instances/:id', 'organiser', '', staff),
  call('GET', '/api/admin/files', 'admin', 'Page<ListedFile>'),
  call('GET', '/api/admin/imports/:importId', 'admin', 'EventImport', 'A finished event with its people.'),
]);

/** What a session of an account with a factor may do only for five minutes after it proved the factor. */
export const provedCalls: ReadonlySet<string> = new Set([
  'PUT /api/admin/users/:userId',
  'DELETE /api/admin/users/:userId',
  'DELETE /api/admin/users/:userId/password',
  'POST /api/admin/users/:userId/resetlink',
  'PUT /api/admin/config',
  'POST /api/tokens',
  'POST /api/tokens/:id/restore',
  'POST /api/edit/games/:id/tokens',
  'POST /api/account/tokens',
  'PUT /api/edit/games/:id/staff/:userId',
  'DELETE /api/edit/games/:id',
  'POST /api/edit/games/:id/export',
  'POST /api/account/factors/totp',
  'PUT /api/account/factors/totp',
  'POST /api/account/factors/passkeys',
  'PUT /api/account/factors/passkeys',
  'POST /api/account/factors/recoverycodes',
  'DELETE /api/account/factors/:factorId',
  'DELETE /api/account/links/:provider',
  'POST /api/account/export',
  'POST /api/account/erase',
  'GET /api/account/export/download',
]);

/** They set passwords, so no token may call them. */
const passwords = [
  call('POST', '/api/admin/users', 'admin'),
  call('DELETE', '/api/admin/users/:userId/password', 'admin', 'string'),
  call('POST', '/api/admin/users/:userId/resetlink', 'admin', 'ResetLink', 'A new password is chosen by who has it.'),
  call('POST', '/api/admin/imports', 'admin', 'StartedImport', 'A finished event with its people.'),
];

const agents = 'Agents play with a token of their own.';

const tokens = [
  call('GET', '/api/account/tokens', 'user', 'PlayerToken[]', agents),
  call('POST', '/api/account/tokens', 'user', 'NewPlayerToken', agents),
  call('DELETE', '/api/account/tokens/:id', 'user', '', agents),
  call('POST', '/mcp', 'playersToken', 'McpMessage', agents),
  call('POST', '/api/tokens', 'admin', 'NewToken'),
  call('GET', '/api/tokens', 'admin', 'ApiToken[]'),
  call('POST', '/api/tokens/:id/restore', 'admin'),
  call('DELETE', '/api/tokens/:id', 'admin'),
  call('GET', '/api/edit/games/:id/tokens', 'organiser', 'ApiToken[]', 'A feed for one game.'),
  call('POST', '/api/edit/games/:id/tokens', 'organiser', 'NewToken', 'A feed for one game.'),
  call('DELETE', '/api/edit/games/:id/tokens/:tokenId', 'organiser', '', 'A feed for one game.'),
];

/** What a webhook sends leaves the platform, so no token may make one. */
const webhooks = [
  call('GET', '/api/admin/webhooks', 'admin', 'Webhook[]'),
  call('POST', '/api/admin/webhooks', 'admin', 'NewWebhook'),
  call('PUT', '/api/admin/webhooks/:webhookId', 'admin', 'Webhook'),
  call('DELETE', '/api/admin/webhooks/:webhookId', 'admin'),
  call('POST', '/api/admin/webhooks/:webhookId/secret', 'admin', 'NewWebhook'),
  call('POST', '/api/admin/webhooks/:webhookId/test', 'admin', 'WebhookDelivery'),
  call('GET', '/api/admin/webhooks/:webhookId/deliveries', 'admin', 'Page<WebhookDelivery>'),
  call('POST', '/api/admin/webhooks/:webhookId/deliveries/:deliveryId/replay', 'admin', 'WebhookDelivery'),
];

const assets = inArea('file', [
  // The user name is the caller's own.
  { ...call('GET', '/assets/:hash/:name', 'anyone', 'file application/octet-stream'), absent: { name: 200 } },
  {
    ...call('GET', '/api/file/:ticket/:name', 'anyone', 'file application/octet-stream', 'Links to files end.'),
    absent: { name: 200 },
  },
  call('POST', '/api/assets', 'anyOrganiser', 'LocalFile[]', staff),
  call('DELETE', '/api/assets/:hash', 'admin'),
]);

const edit = inArea('edit', [
  call('POST', '/api/edit/posts', 'admin', 'string'),
  call('PUT', '/api/edit/posts/:id', 'admin', 'PostDetail'),
  call('DELETE', '/api/edit/posts/:id', 'admin'),
  call('POST', '/api/edit/games', 'admin', 'GameInfo'),
  call('GET', '/api/edit/games', 'user', 'Page<GameInfo>', 'Staff get their own games, everybody else an empty page.'),
  call('GET', '/api/edit/challenges', 'user', 'FoundChallenge[]', 'Staff find a challenge of any of their games.'),
  call('GET', '/api/edit/games/:id', 'organiser', 'GameInfo', staff),
  call('GET', '/api/edit/games/:id/hashsalt', 'organiser', 'string', staff),
  call('PUT', '/api/edit/games/:id', 'organiser', 'GameInfo', staff),
  call('DELETE', '/api/edit/games/:id', 'organiser', '', staff),
  call('GET', '/api/edit/games/:id/writeups', 'organiser', 'WriteupReviewList', reader),
  call('GET', '/api/edit/games/:id/writeups/archive', 'organiser', 'file application/gzip', reader),
  call('PUT', '/api/edit/games/:id/writeups/:writeupId', 'organiser', 'ReviewedWriteup', reader),
  call('DELETE', '/api/edit/games/:id/writeups', 'organiser', '', staff),
  call('PUT', '/api/edit/games/:id/poster', 'organiser', 'string', staff),
  call('POST', '/api/edit/games/:id/notices', 'organiser', 'WrittenNotice', staff),
  call('GET', '/api/edit/games/:id/notices', 'organiser', 'WrittenNotice[]', staff),
  call('PUT', '/api/edit/games/:id/notices/:noticeId', 'organiser', 'WrittenNotice', staff),
  call('DELETE', '/api/edit/games/:id/notices/:noticeId', 'organiser', '', staff),
  call('GET', '/api/edit/games/:id/awards', 'observer', 'Page<Award>', judging),
  call('POST', '/api/edit/games/:id/awards', 'organiser', 'Award', judging),
  call('DELETE', '/api/edit/games/:id/awards/:awardId', 'organiser', '', judging),
  call('GET', '/api/edit/games/:id/cases', 'observer', 'Page<CaseInfo>', evidence),
  call('POST', '/api/edit/games/:id/cases', 'organiser', 'CaseInfo', evidence),
  call('GET', '/api/edit/games/:id/cases/:caseId', 'observer', 'Case', evidence),
  call('POST', '/api/edit/games/:id/cases/:caseId/notes', 'organiser', 'Case', evidence),
  call('POST', '/api/edit/games/:id/cases/:caseId/questions', 'organiser', 'Case', evidence),
  call('POST', '/api/edit/games/:id/cases/:caseId/decision', 'organiser', 'Case', evidence),
  call('GET', '/api/edit/games/:id/cases/:caseId/export', 'observer', 'file application/zip', evidence),
  call('GET', '/api/edit/games/:id/pauses', 'observer', 'Page<Pause>', pausing),
  call('POST', '/api/edit/games/:id/pause', 'organiser', 'GameInfo', pausing),
  call('POST', '/api/edit/games/:id/resume', 'organiser', 'GameInfo', pausing),
  call('POST', '/api/edit/games/:id/plans', 'organiser', 'Plan', planning),
  call('GET', '/api/edit/games/:id/plans/:planId', 'organiser', 'Plan', planning),
  call('PUT', '/api/edit/games/:id/plans/:planId/files/:hash', 'organiser', '', planning),
  call('GET', '/api/edit/games/:id/plans/:planId/images', 'organiser', 'PlanImage[]', planning),
  call('POST', '/api/edit/games/:id/plans/:planId/apply', 'organiser', 'PlanResult', planning),
  call('DELETE', '/api/edit/games/:id/plans/:planId', 'organiser', '', planning),
  call('GET', '/api/edit/games/:id/rejudgings', 'observer', 'Page<Rejudging>', judging),
  call('POST', '/api/edit/games/:id/rejudgings', 'organiser', 'Rejudging', judging),
  call('GET', '/api/edit/games/:id/rejudgings/:rejudgingId', 'observer', 'Rejudging', judging),
  call(
    'GET',
    '/api/edit/games/:id/rejudgings/:rejudgingId/submissions',
    'observer',
    'Page<RejudgedSubmission>',
    judging,
  ),
  call('GET', '/api/edit/games/:id/rejudgings/:rejudgingId/teams', 'observer', 'Page<RejudgedTeam>', judging),
  call('POST', '/api/edit/games/:id/rejudgings/:rejudgingId/apply', 'organiser', 'Rejudging', judging),
  call('DELETE', '/api/edit/games/:id/rejudgings/:rejudgingId', 'organiser', '', judging),
  call('GET', '/api/edit/games/:id/challenges/:challengeId/rejudging', 'observer', 'RejudgedCount', judging),
  call('POST', '/api/edit/games/:id/divisions', 'organiser', 'Division', staff),
  call('GET', '/api/edit/games/:id/divisions', 'organiser', 'Division[]', staff),
  call('PUT', '/api/edit/games/:id/divisions/:divisionId', 'organiser', 'Division', staff),
  call('DELETE', '/api/edit/games/:id/divisions/:divisionId', 'organiser', '', staff),
  call('POST', '/api/edit/games/:id/challenges', 'organiser', 'ChallengeEdit', staff),
  {
    ...call('GET', '/api/edit/games/:id/challenges', 'organiser', 'ChallengeRow[]', staff),
    absent: { id: 200 },
  },
  call('PUT', '/api/edit/games/:id/challenges/order', 'organiser', '', 'Challenges have an order of their own.'),
  call('GET', '/api/edit/games/:id/challenges/health', 'organiser', 'ChallengeHealth[]', 'Oddities are shown.'),
  call(
    'GET',
    '/api/edit/games/:id/check',
    'organiser',
    'GameCheck?',
    'Whether a game can be played is found out before.',
  ),
  call(
    'POST',
    '/api/edit/games/:id/check',
    'organiser',
    'GameCheck',
    'Whether a game can be played is found out before.',
  ),
  call('GET', '/api/edit/games/:id/health', 'organiser', 'GameHealth', 'What needs attention in a running game.'),
  { ...call('POST', '/api/edit/games/:id/scoreboard/flush', 'organiser', '', staff), absent: { id: 200 } },
  call('POST', '/api/edit/games/:id/challenges/updateaccepted', 'organiser', '', staff),
  call('POST', '/api/edit/games/:id/unfreeze', 'organiser', 'GameInfo', 'A frozen board is revealed.'),
  call('GET', '/api/edit/games/:id/challenges/:challengeId', 'organiser', 'ChallengeEdit', staff),
  call('PUT', '/api/edit/games/:id/challenges/:challengeId', 'organiser', 'ChallengeEdit', staff),
  call('DELETE', '/api/edit/games/:id/challenges/:challengeId', 'organiser', '', staff),
  call('POST', '/api/edit/games/:id/challenges/:challengeId/container', 'organiser', 'TestContainerInfo', staff),
  call('DELETE', '/api/edit/games/:id/challenges/:challengeId/container', 'organiser', '', staff),
  call(
    'POST',
    '/api/edit/games/:id/challenges/:challengeId/container/extend',
    'organiser',
    'TestContainerInfo',
    'A test may take longer than two hours.',
  ),
  call(
    'GET',
    '/api/edit/games/:id/challenges/:challengeId/container/log',
    'organiser',
    'ContainerLog',
    'A test instance shows what it writes.',
  ),
  call(
    'GET',
    '/api/edit/games/:id/challenges/:challengeId/images',
    'organiser',
    'ImagePull[]',
    'Images are pulled before teams start them.',
  ),
  call(
    'POST',
    '/api/edit/games/:id/challenges/:challengeId/images',
    'organiser',
    'ImagePull[]',
    'Images are pulled before teams start them.',
  ),
  call(
    'GET',
    '/api/edit/games/:id/challenges/:challengeId/solver',
    'organiser',
    'ChallengeSolver',
    'A solver shows that a challenge can be solved.',
  ),
  call(
    'PUT',
    '/api/edit/games/:id/challenges/:challengeId/solver',
    'organiser',
    'ChallengeSolver',
    'A solver shows that a challenge can be solved.',
  ),
  call(
    'POST',
    '/api/edit/games/:id/challenges/:challengeId/solver/checks',
    'organiser',
    'ChallengeSolver',
    'A solver shows that a challenge can be solved.',
  ),
  call(
    'GET',
    '/api/edit/games/:id/challenges/:challengeId/solver/checks/:checkId',
    'organiser',
    'SolverOutput',
    'A solver shows that a challenge can be solved.',
  ),
  call('POST', '/api/edit/games/:id/challenges/:challengeId/attachment', 'organiser', '', staff),
  call(
    'GET',
    '/api/edit/games/:id/challenges/:challengeId/attachments',
    'organiser',
    'AttachmentList',
    'The reference has one attachment.',
  ),
  call(
    'PUT',
    '/api/edit/games/:id/challenges/:challengeId/attachments',
    'organiser',
    'AttachmentList',
    'The reference has one attachment.',
  ),
  call('POST', '/api/edit/games/:id/challenges/:challengeId/flags', 'organiser', '', staff),
  call(
    'PUT',
    '/api/edit/games/:id/challenges/:challengeId/flags/files',
    'organiser',
    'FileBinding[]',
    'Files are bound to flags again after a lost reply.',
  ),
  {
    ...call('DELETE', '/api/edit/games/:id/challenges/:challengeId/flags/:flagId', 'organiser', 'FlagRemoval', staff),
    absent: { flagId: 200 },
  },
  call('POST', '/api/edit/games/:id/export', 'organiser', 'file application/zip', staff),
  call('POST', '/api/edit/games/:id/archive', 'organiser', 'file application/zip', 'An ended game as web pages.'),
  call('POST', '/api/edit/games/import', 'admin', 'int'),
  call('POST', '/api/edit/games/:id/copy', 'admin', 'int', 'A new game like an earlier one.'),
  call('GET', '/api/edit/games/:id/consents', 'organiser', 'ConsentPage', terms),
  call('GET', '/api/edit/games/:id/consents/sheet', 'organiser', 'file application/vnd.openxmlformats', terms),
  call('GET', '/api/edit/games/:id/audit', 'organiser', 'Page<AuditEntry>', 'The audit log can be read.'),
  call('GET', '/api/edit/games/:id/staff', 'organiser', 'Staff[]', 'Who organises and observes a game.'),
  call('PUT', '/api/edit/games/:id/staff/:userId', 'organiser', 'Staff', 'Who organises and observes a game.'),
  call('DELETE', '/api/edit/games/:id/staff/:userId', 'organiser', '', 'Who organises and observes a game.'),
]);

/** Monitors and administrators cannot play. */
const noWatchers: Denied = {
  monitor: 'participation.staffCannotPlay',
  admin: 'participation.staffCannotPlay',
  tokenWithScope: 'participation.staffCannotPlay',
};

/** Staff of a game cannot play in it. */
const noStaff: Denied = { ...noWatchers, organiser: 'participation.isStaff', observer: 'participation.isStaff' };

const game = inArea('game', [
  call('GET', '/api/game/recent', 'anyone', 'BasicGame[]'),
  call('GET', '/api/game', 'anyone', 'Page<BasicGame>'),
  call('GET', '/api/game/mine', 'user', 'OwnGames', 'What to do next is one call.'),
  call('GET', '/api/game/:id', 'anyone', 'DetailedGame'),
  call('GET', '/api/game/:id/check', 'user', 'JoinCheck'),
  { ...call('POST', '/api/game/:id', 'user'), denied: noStaff },
  call('POST', '/api/game/:id/rules', 'user', '', terms),
  call('PUT', '/api/game/:id/fields', 'user', '', fields),
  call('GET', '/api/game/:id/teams/:teamId/fields', 'anyone', 'PublicFields[]', fields),
  call('DELETE', '/api/game/:id', 'user'),
  call('GET', '/api/game/:id/scoreboard', 'anyone', 'Scoreboard'),
  call('GET', '/api/game/:id/scoreboard/timeline', 'anyone', 'TeamScores[]', 'How the scores of any teams grew.'),
  call('GET', '/api/game/:id/ctftime', 'anyone', 'CtftimeFeed', 'CTFtime reads standings in its own format.'),
  call('GET', '/api/game/:id/notices', 'anyone', 'Notice[]'),
]);

/** It reads what three scopes are for, so no token may call it. */
const gamePage = [call('GET', '/api/game/:id/page', 'user', 'GamePage', 'The first page of a game costs one call.')];

const play = inArea('play', [
  {
    ...call('GET', '/api/game/:id/challenges/:challengeId/files', 'user', 'FileLink[]', 'Links to files end.'),
    scope: 'file:read',
  },
  call('GET', '/api/game/:id/details', 'user', 'GameDetails'),
  call('GET', '/api/game/:id/challenges/:challengeId', 'user', 'ChallengeDetail'),
  { ...call('POST', '/api/game/:id/challenges/:challengeId', 'user', 'int'), denied: noStaff },
  {
    ...call('POST', '/api/game/:id/challenges/:challengeId/hints/:hintId', 'user', '', 'Hints may cost points.'),
    denied: noStaff,
  },
  call(
    'GET',
    '/api/game/:id/challenges/:challengeId/submissions',
    'user',
    'TeamSubmission[]',
    'Players see what their team has tried.',
  ),
  call('GET', '/api/game/:id/challenges/:challengeId/status/:submitId', 'user', 'AnswerResult'),
  call('GET', '/api/game/:id/writeup', 'user', 'WriteupInfo'),
  call('POST', '/api/game/:id/writeup', 'user'),
  { ...call('POST', '/api/game/:id/container/:challengeId', 'user', 'ContainerInfo'), denied: noStaff },
  { ...call('POST', '/api/game/:id/container/:challengeId/extend', 'user', 'ContainerInfo'), denied: noStaff },
  call('DELETE', '/api/game/:id/container/:challengeId', 'user'),
  call('GET', '/api/game/:id/container', 'user', 'TeamContainer[]', 'What a team runs, seen at once.'),
]);

/** Without a scope: a question goes to people. */
const questions = [
  call('GET', '/api/game/:id/questions', 'user', 'TeamQuestion[]', evidence),
  call('POST', '/api/game/:id/questions/:questionId/answer', 'user', '', evidence),
  call('POST', '/api/game/:id/questions/:questionId/file', 'user', '', evidence),
];

const monitor = inArea('monitor', [
  call('GET', '/api/game/:id/events', 'observer', 'GameEvent[]', staff),
  call('GET', '/api/game/:id/submissions', 'observer', 'Submission[]', staff),
  call('GET', '/api/game/:id/cheatinfo', 'observer', 'CheatInfo[]', staff),
  call('GET', '/api/game/:id/findings', 'observer', 'Page<Finding>', 'Canary flags are ours.'),
  call('GET', '/api/game/:id/participations/:participationId/evidence', 'observer', 'Evidence', evidence),
  call('GET', '/api/game/:id/challenges', 'observer', 'ChallengePreview', 'Staff read what players see.'),
  call('GET', '/api/game/:id/monitor/figures', 'observer', 'MonitorFigures', 'For a control room.'),
  call('GET', '/api/game/:id/scoreboardsheet', 'observer', 'file application/vnd.openxmlformats', staff),
  call('GET', '/api/game/:id/submissionsheet', 'observer', 'file application/vnd.openxmlformats', staff),
  {
    ...call('GET', '/api/game/:id/participations', 'organiser', 'ParticipationInfo[]', staff),
    scope: 'edit:read',
  },
  { ...call('GET', '/api/game/games/:id/captures', 'observer', 'ChallengeTraffic[]', staff), absent: { id: 200 } },
  call('GET', '/api/game/captures/:challengeId', 'observer', 'TeamTraffic[]', staff),
  {
    ...call('GET', '/api/game/captures/:challengeId/:partId', 'observer', 'FileRecord[]', staff),
    absent: nothingStored,
  },
  {
    ...call('GET', '/api/game/captures/:challengeId/:partId/all', 'observer', 'file application/gzip', staff),
    absent: nothingStored,
  },
  { ...call('DELETE', '/api/game/captures/:challengeId/:partId/all', 'observer', '', staff), absent: nothingStored },
  call('GET', '/api/game/captures/:challengeId/:partId/:file', 'observer', 'file application/octet-stream', staff),
  call('DELETE', '/api/game/captures/:challengeId/:partId/:file', 'observer', '', staff),
  call('GET', '/api/game/games/:id/captures/searches', 'observer', 'CaptureSearch[]', finder),
  call('POST', '/api/game/games/:id/captures/searches', 'observer', 'CaptureSearch', finder),
  call('GET', '/api/game/games/:id/captures/searches/:searchId', 'observer', 'CaptureSearchDetail', finder),
  call('DELETE', '/api/game/games/:id/captures/searches/:searchId', 'observer', '', finder),
  call('GET', '/api/game/games/:id/captures/findings', 'observer', 'CaptureFinding[]', finder),
]);

const proxy: CatalogueCall[] = [
  { ...call('ANY', '/api/proxy/:id', 'anyone'), status: 204 },
  {
    ...call('ANY', '/api/proxy/noinst/:id', 'organiser', '', 'Test containers are for those who make them.'),
    scope: 'edit:write',
    status: 204,
  },
];

export const catalogue: readonly CatalogueCall[] = [
  account,
  info,
  team,
  admin,
  passwords,
  tokens,
  webhooks,
  assets,
  edit,
  game,
  gamePage,
  play,
  monitor,
  questions,
  proxy,
].flat();

/** Equal for paths that differ only in names of parameters and in case. */
export const callKey = (method: string, path: string) => `${method} ${path.toLowerCase().replace(/:[a-z]+/g, ':')}`;
