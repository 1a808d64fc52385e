import type account from './locales/en-US/account.json';
import type accountAdmin from './locales/en-US/account-admin.json';
import type admin from './locales/en-US/admin.json';
import type assetAdmin from './locales/en-US/asset-admin.json';
import type auditLog from './locales/en-US/audit-log.json';
import type capture from './locales/en-US/capture.json';
import type challenge from './locales/en-US/challenge.json';
import type challengeEdit from './locales/en-US/challenge-edit.json';
import type configAdmin from './locales/en-US/config-admin.json';
import type conflict from './locales/en-US/conflict.json';
import type container from './locales/en-US/container.json';
import type containerAdmin from './locales/en-US/container-admin.json';
import type division from './locales/en-US/division.json';
import type doctor from './locales/en-US/doctor.json';
import type engine from './locales/en-US/engine.json';
import type flag from './locales/en-US/flag.json';
import type game from './locales/en-US/game.json';
import type gameCheck from './locales/en-US/game-check.json';
import type gameEdit from './locales/en-US/game-edit.json';
import type gameTools from './locales/en-US/game-tools.json';
import type health from './locales/en-US/health.json';
import type home from './locales/en-US/home.json';
import type log from './locales/en-US/log.json';
import type markdown from './locales/en-US/markdown.json';
import type monitor from './locales/en-US/monitor.json';
import type notice from './locales/en-US/notice.json';
import type noticeEdit from './locales/en-US/notice-edit.json';
import type overview from './locales/en-US/overview.json';
import type participation from './locales/en-US/participation.json';
import type post from './locales/en-US/post.json';
import type presenter from './locales/en-US/presenter.json';
import type review from './locales/en-US/review.json';
import type scoreboard from './locales/en-US/scoreboard.json';
import type shell from './locales/en-US/shell.json';
import type solver from './locales/en-US/solver.json';
import type staff from './locales/en-US/staff.json';
import type submission from './locales/en-US/submission.json';
import type team from './locales/en-US/team.json';
import type teamAdmin from './locales/en-US/team-admin.json';
import type token from './locales/en-US/token.json';
import type ui from './locales/en-US/ui.json';
import type webhook from './locales/en-US/webhook.json';
import type writeup from './locales/en-US/writeup.json';
import type writeupEdit from './locales/en-US/writeup-edit.json';

/** One entry per file in `locales/en-US`; its keys are the only ones that `t` accepts. */
type Texts = {
  'team-admin': typeof teamAdmin;
  overview: typeof overview;
  log: typeof log;
  'container-admin': typeof containerAdmin;
  'audit-log': typeof auditLog;
  'asset-admin': typeof assetAdmin;
  'account-admin': typeof accountAdmin;
  account: typeof account;
  admin: typeof admin;
  capture: typeof capture;
  'challenge-edit': typeof challengeEdit;
  challenge: typeof challenge;
  'config-admin': typeof configAdmin;
  conflict: typeof conflict;
  container: typeof container;
  division: typeof division;
  doctor: typeof doctor;
  engine: typeof engine;
  'game-check': typeof gameCheck;
  flag: typeof flag;
  'game-edit': typeof gameEdit;
  'game-tools': typeof gameTools;
  health: typeof health;
  game: typeof game;
  home: typeof home;
  monitor: typeof monitor;
  'notice-edit': typeof noticeEdit;
  notice: typeof notice;
  participation: typeof participation;
  presenter: typeof presenter;
  markdown: typeof markdown;
  post: typeof post;
  review: typeof review;
  scoreboard: typeof scoreboard;
  shell: typeof shell;
  solver: typeof solver;
  staff: typeof staff;
  submission: typeof submission;
  team: typeof team;
  token: typeof token;
  ui: typeof ui;
  'writeup-edit': typeof writeupEdit;
  webhook: typeof webhook;
  writeup: typeof writeup;
};

export type Feature = keyof Texts;

/** Needs no naming where it is used. */
export type BaseFeature = 'ui' | 'shell';

type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutPlural<K extends string> = K extends `${infer Stem}_${Plural}` ? Stem : K;
type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${Paths<T[K]>}`;
}[keyof T & string];

/** `team.invite.title` for `{ "invite": { "title": … } }` in `team.json`. */
export type TextKey<F extends Feature = Feature> = { [K in F]: `${K}.${Paths<Texts[K]>}` }[F];
type TextValues = Record<string, string | number | undefined>;
export type Translate<F extends Feature = Feature> = (key: TextKey<F>, values?: TextValues) => string;
