/** One entry per file in `locales/en-US`; its keys are the only ones that `t` accepts. */
type Texts = {
  account: typeof import('./locales/en-US/account.json');
  'account-admin': typeof import('./locales/en-US/account-admin.json');
  admin: typeof import('./locales/en-US/admin.json');
  'asset-admin': typeof import('./locales/en-US/asset-admin.json');
  'audit-log': typeof import('./locales/en-US/audit-log.json');
  capture: typeof import('./locales/en-US/capture.json');
  challenge: typeof import('./locales/en-US/challenge.json');
  'challenge-edit': typeof import('./locales/en-US/challenge-edit.json');
  code: typeof import('./locales/en-US/code.json');
  'config-admin': typeof import('./locales/en-US/config-admin.json');
  conflict: typeof import('./locales/en-US/conflict.json');
  consent: typeof import('./locales/en-US/consent.json');
  container: typeof import('./locales/en-US/container.json');
  'container-admin': typeof import('./locales/en-US/container-admin.json');
  division: typeof import('./locales/en-US/division.json');
  doctor: typeof import('./locales/en-US/doctor.json');
  engine: typeof import('./locales/en-US/engine.json');
  evidence: typeof import('./locales/en-US/evidence.json');
  factor: typeof import('./locales/en-US/factor.json');
  flag: typeof import('./locales/en-US/flag.json');
  game: typeof import('./locales/en-US/game.json');
  'game-check': typeof import('./locales/en-US/game-check.json');
  'game-edit': typeof import('./locales/en-US/game-edit.json');
  'game-tools': typeof import('./locales/en-US/game-tools.json');
  health: typeof import('./locales/en-US/health.json');
  home: typeof import('./locales/en-US/home.json');
  judging: typeof import('./locales/en-US/judging.json');
  log: typeof import('./locales/en-US/log.json');
  markdown: typeof import('./locales/en-US/markdown.json');
  monitor: typeof import('./locales/en-US/monitor.json');
  notice: typeof import('./locales/en-US/notice.json');
  'notice-edit': typeof import('./locales/en-US/notice-edit.json');
  overview: typeof import('./locales/en-US/overview.json');
  'own-data': typeof import('./locales/en-US/own-data.json');
  'own-field': typeof import('./locales/en-US/own-field.json');
  participation: typeof import('./locales/en-US/participation.json');
  pause: typeof import('./locales/en-US/pause.json');
  post: typeof import('./locales/en-US/post.json');
  presenter: typeof import('./locales/en-US/presenter.json');
  question: typeof import('./locales/en-US/question.json');
  review: typeof import('./locales/en-US/review.json');
  scoreboard: typeof import('./locales/en-US/scoreboard.json');
  shell: typeof import('./locales/en-US/shell.json');
  'sign-in': typeof import('./locales/en-US/sign-in.json');
  solver: typeof import('./locales/en-US/solver.json');
  staff: typeof import('./locales/en-US/staff.json');
  submission: typeof import('./locales/en-US/submission.json');
  team: typeof import('./locales/en-US/team.json');
  'team-admin': typeof import('./locales/en-US/team-admin.json');
  token: typeof import('./locales/en-US/token.json');
  ui: typeof import('./locales/en-US/ui.json');
  webhook: typeof import('./locales/en-US/webhook.json');
  writeup: typeof import('./locales/en-US/writeup.json');
  'writeup-edit': typeof import('./locales/en-US/writeup-edit.json');
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
