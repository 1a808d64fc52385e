import type { OwnProfile } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { captchaEndpoints } from '@vexil/contract/captcha.endpoints';
import type { ClientConfig } from '@vexil/contract/config-info';
import { configEndpoints } from '@vexil/contract/config-info.endpoints';
import { factorEndpoints } from '@vexil/contract/factor.endpoints';
import type { BasicGame, DetailedGame, OwnGame } from '@vexil/contract/game';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { ownDataEndpoints } from '@vexil/contract/own-data.endpoints';
import { postEndpoints } from '@vexil/contract/post.endpoints';
import { signInEndpoints } from '@vexil/contract/sign-in.endpoints';
import { termsEndpoints } from '@vexil/contract/terms.endpoints';
import { playerTokenEndpoints } from '@vexil/contract/token.endpoints';
import type { OwnField } from '@vexil/db/enums/own-field';
import { answer, refuse } from './api';

const hourMs = 3_600_000;

export const buildConfig = (given: Partial<ClientConfig> = {}): ClientConfig => ({
  title: 'GZ',
  slogan: 'Hack for fun not for profit',
  footerInfo: null,
  customTheme: null,
  foreignImages: 'ask',
  apiPublicKey: null,
  logoUrl: null,
  portMapping: 'Default',
  defaultLifetime: 120,
  extensionDuration: 120,
  renewalWindow: 10,
  autoDestroyOnLimitReached: false,
  version: '1.2.3',
  commit: null,
  sourceUrl: null,
  attachmentBytesMax: 512 * 1024 ** 2,
  packageBytesMax: 512 * 1024 ** 2,
  sendsMail: true,
  licenseUrl: 'https://licence.example.org/',
  ...given,
});

export const buildAccount = (given: Partial<OwnProfile> = {}): OwnProfile => ({
  userId: '01890a5d-ac96-774b-bcce-b302099a8057',
  role: 'User',
  userName: 'mira',
  email: 'mira@example.org',
  bio: '',
  phone: null,
  realName: '',
  stdNumber: '',
  avatar: null,
  isOrganiser: false,
  factorDue: null,
  termsDue: false,
  fields: [],
  fieldsDue: false,
  ...given,
});

/** A game that has been running for an hour and runs for another day. */
export const buildGame = (given: Partial<BasicGame> = {}): BasicGame => ({
  id: 1,
  title: 'Northwind Qualifier',
  summary: '',
  poster: null,
  limit: 0,
  start: Date.now() - hourMs,
  end: Date.now() + 24 * hourMs,
  pausedAt: null,
  ...given,
});

export const buildDetailedGame = (given: Partial<DetailedGame> = {}): DetailedGame => ({
  ...buildGame(),
  content: '',
  hidden: false,
  divisions: [],
  inviteCodeRequired: false,
  reviewRequired: true,
  writeupRequired: false,
  teamCount: 0,
  division: null,
  teamName: null,
  teamId: null,
  practiceMode: false,
  individual: false,
  rules: '',
  rulesHash: null,
  acceptedRules: [],
  isAsked: false,
  fields: [],
  fieldValues: [],
  status: 'Unsubmitted',
  staffRole: null,
  freezeTime: null,
  revealedAt: null,
  isFrozen: false,
  statementsHidden: false,
  pauses: [],
  boardVisibility: 'Everyone',
  boardVisible: true,
  writeupDeadline: null,
  containerCountLimit: 3,
  ...given,
});

export const buildOwnGame = (given: Partial<OwnGame> = {}): OwnGame => ({
  id: 1,
  status: 'Accepted',
  teamId: 1,
  teamName: 'Nightjars',
  staffRole: null,
  practiceMode: false,
  freezeTime: null,
  boardVisible: true,
  writeupDeadline: null,
  writeupSubmitted: false,
  place: null,
  ...given,
});

/** The settings without a captcha, and a visitor who is not signed in. */
/** Asked of accounts, or of who joins a game. */
export const buildOwnField = (given: Partial<OwnField> = {}): OwnField => ({
  ...{ id: 'school', name: 'School', kind: 'Text', choices: [], required: true, visibility: 'Staff' },
  ...given,
});

export function visit(): void {
  answer(configEndpoints.client, buildConfig());
  answer(captchaEndpoints.info, { type: 'None', siteKey: '', onDemandType: 'None', onDemandSiteKey: '' });
  refuse(accountEndpoints.profile, 'account.unauthenticated');
  answer(signInEndpoints.providers, []);
  answer(termsEndpoints.get, { terms: '', privacy: '', eligibility: '', hash: null, fields: [] });
  // The home page follows a sign-in.
  answer(postEndpoints.latest, []);
  answer(gameEndpoints.mine, { hasTeam: false, games: [] });
}

/** Answers the settings and a signed-in account. */
export function signIn(given: Partial<OwnProfile> = {}): OwnProfile {
  answer(termsEndpoints.get, { terms: '', privacy: '', eligibility: '', hash: null, fields: [] });
  const account = buildAccount(given);
  answer(configEndpoints.client, buildConfig());
  answer(accountEndpoints.profile, account);
  answer(accountEndpoints.sessions, []);
  answer(factorEndpoints.list, { factors: [], recoveryCodes: 0 });
  answer(termsEndpoints.get, { terms: '', privacy: '', eligibility: '', hash: null, fields: [] });
  answer(playerTokenEndpoints.list, []);
  answer(ownDataEndpoints.export, null);
  answer(ownDataEndpoints.erasure, null);
  answer(signInEndpoints.providers, []);
  answer(gameEndpoints.mine, { hasTeam: false, games: [] });
  return account;
}
