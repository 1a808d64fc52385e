// Logs solves and cheat findings, and wrong answers within the limits of `wrong-answers.rules`; never the answer itself.

import type { Verdict } from '@vexil/rules/judge.rules';
import type { Logger } from 'pino';
import type { WorkerDeps } from '../deps';
import type { JudgedChallenge } from './judge.queries';
import { createWrongAnswerWindow, type WrongAnswerWindow, windowMs } from './wrong-answers.rules';

/** Larger batches are summarised in one line. */
const linesMax = 5;

type LoggedChallenge = Pick<JudgedChallenge, 'title' | 'gameTitle'>;
type Logged = Verdict & LoggedChallenge & { gameId: number };

export interface LoggedBatch {
  gameId: number;
  challenges: ReadonlyMap<number, LoggedChallenge>;
  verdicts: readonly Verdict[];
}

type LoggingDeps = Pick<WorkerDeps, 'database'> & { log: Pick<Logger, 'info'> };

interface OpenWindow {
  wrong: WrongAnswerWindow;
  timer: NodeJS.Timeout | undefined;
}

/** Keyed by database, which is one per process, because each job gets its own `deps`. */
const windows = new WeakMap<LoggingDeps['database'], OpenWindow>();

function windowOf({ database }: LoggingDeps): OpenWindow {
  const known = windows.get(database);
  if (known) return known;
  const opened: OpenWindow = { wrong: createWrongAnswerWindow(), timer: undefined };
  windows.set(database, opened);
  return opened;
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

function describe({ submission, result, owner, title, gameTitle }: Logged): string {
  const answer = `${title} in ${gameTitle}`;
  const team = `Team ${submission.teamName}`;
  if (result === 'CheatDetected') {
    return `${team} answered ${answer} with a flag of team ${owner?.teamName} (submission ${submission.id})`;
  }
  const did = result === 'Accepted' ? 'solved' : 'sent a wrong answer to';
  return `${team} ${did} ${answer} (submission ${submission.id})`;
}

const statusOf = ({ result }: Verdict) =>
  result === 'Accepted' ? 'Success' : result === 'CheatDetected' ? 'Denied' : 'Failed';

function writeLine({ log }: Pick<LoggingDeps, 'log'>, verdict: Logged): void {
  const { userName, ip, challengeId } = verdict.submission;
  const { gameId } = verdict;
  const event = 'submission.judged';
  log.info({ event, gameId, challengeId, userName, ip, status: statusOf(verdict) }, describe(verdict));
}

function summarise({ log }: Pick<LoggingDeps, 'log'>, gameId: number, found: readonly Logged[]): void {
  const cheats = found.filter(({ result }) => result === 'CheatDetected').length;
  const concerned = new Set(found.map(({ submission }) => submission.challengeId)).size;
  const solved = `${count(found.length - cheats, 'solve')} and ${count(cheats, 'cheat finding')}`;
  const where = `${count(concerned, 'challenge')} in ${found[0]?.gameTitle}`;
  log.info({ event: 'submission.batch_judged', gameId, status: 'Success' }, `${solved} on ${where}`);
}

export function logWrongAnswerCounts(deps: LoggingDeps): void {
  const open = windows.get(deps.database);
  if (!open) return;
  clearTimeout(open.timer);
  open.timer = undefined;
  const { bursts, others } = open.wrong.end();
  for (const { last, firstId, count: sent } of bursts) {
    const { gameId, submission, title, gameTitle } = last;
    const { teamName, userName, ip, challengeId, id } = submission;
    const what = count(sent, 'more wrong answer');
    const range = sent === 1 ? `submission ${id}` : `between submissions ${firstId} and ${id}`;
    const message = `Team ${teamName} sent ${what} to ${title} in ${gameTitle} within a minute (${range})`;
    const event = 'submission.wrong_answers';
    deps.log.info({ event, gameId, challengeId, userName, ip, status: 'Failed' }, message);
  }
  if (others > 0) {
    const message = `Other teams sent ${count(others, 'more wrong answer')} within a minute`;
    deps.log.info({ event: 'submission.wrong_answers', status: 'Failed' }, message);
  }
}

function logWrongAnswers(deps: LoggingDeps, answers: readonly Logged[]): void {
  if (answers.length === 0) return;
  const open = windowOf(deps);
  open.timer ??= setTimeout(() => logWrongAnswerCounts(deps), windowMs).unref();
  for (const answer of answers) if (open.wrong.add(answer)) writeLine(deps, answer);
}

export function logVerdicts(deps: LoggingDeps, { gameId, challenges, verdicts }: LoggedBatch): void {
  const none = { title: '', gameTitle: '' };
  const logged = verdicts.map((verdict): Logged => {
    const { title, gameTitle } = challenges.get(verdict.submission.challengeId) ?? none;
    return { ...verdict, gameId, title, gameTitle };
  });
  const found = logged.filter(({ result, solves }) => solves || result === 'CheatDetected');
  if (found.length > linesMax) summarise(deps, gameId, found);
  else for (const verdict of found) writeLine(deps, verdict);
  logWrongAnswers(
    deps,
    logged.filter(({ result }) => result === 'WrongAnswer' || result === 'NotFound'),
  );
}
