import type { Overview } from '@vexil/contract/overview';

const idle = { waiting: 0, delayed: 0, failed: 0 };

/** A platform on which all is well. */
export const buildOverview = (given: Partial<Overview> = {}): Overview => ({
  version: '1.2.3',
  commit: null,
  startedAt: Date.now() - 3_600_000,
  parts: { database: 'ok', migrations: 'ok', redis: 'ok', storage: 'ok' },
  disk: { state: 'ok', freeBytes: 50 * 1024 ** 3 },
  workers: [{ version: '1.2.3', engine: 'docker', isEngineUp: true, hasMail: true }],
  drainedEngines: [],
  queues: { submission: idle, container: idle, mail: idle, webhook: idle, capture: idle, sweep: idle },
  oldestWaitingAnswerSeconds: 0,
  unsentMails: 0,
  failingChecks: 0,
  backup: { lastAt: Date.now() - 3_600_000, isLate: false, faults: 0 },
  setup: {
    hasMail: true,
    mailSender: 'no-reply@example.org',
    captcha: 'None',
    containerEngine: 'docker',
    portMapping: 'Default',
    containerHost: 'apart',
    storage: 'file',
    publicUrl: 'https://ctf.example.org',
  },
  counts: {
    accounts: 12,
    unconfirmed: 1,
    banned: 0,
    administrators: 1,
    teams: 4,
    games: 2,
    runningGames: 1,
    containers: 3,
    files: 5,
    fileBytes: 1_048_576,
  },
  isUntouched: false,
  ...given,
});
