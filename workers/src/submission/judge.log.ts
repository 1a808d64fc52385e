// Solves and cheat findings have a line each, wrong answers as `wrong-answers.rules` says; never the text of an answer.

import type { Logger } from 'pino';
import type { WorkerDeps } from '../deps';
import type { Verdict } from './judge';
import type { JudgedChallenge } from './judge.queries';
import { createWrongAnswerWindow, type WrongAnswerWindow, windowMs } from './wrong-answers.rules';

/** More at once are told in one line, so that a burst costs the log as little as the judge. */
const linesMax = 5;

type LoggedChallenge = Pick<JudgedChallenge, 'title' | 'gameTitle'>;
type Logged = Verdict & LoggedChallenge;

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

/** By database, which is one per process: handlers get other `deps` for each job. */
const windows = new WeakMap<LoggingDeps['database'], OpenWindow>();

function windowOf({ database }: LoggingDeps): OpenWindow {
  const known = windows.get(database);
  if (known) return known;
  const made: OpenWindow = { wrong: createWrongAnswerWindow(), timer: undefined };
  windows.set(database, made);
  return made;
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
  log.info({ challengeId, userName, ip, status: statusOf(verdict) }, describe(verdict));
}

function summarise({ log }: Pick<LoggingDeps, 'log'>, gameId: number, told: readonly Logged[]): void {
  const cheats = told.filter(({ result }) => result === 'CheatDetected').length;
  const concerned = new Set(told.map(({ submission }) => submission.challengeId)).size;
  const solved = `${count(told.length - cheats, 'solve')} and ${count(cheats, 'cheat finding')}`;
  const where = `${count(concerned, 'challenge')} in ${told[0]?.gameTitle}`;
  log.info({ gameId, status: 'Success' }, `${solved} on ${where}`);
}

/** Writes the counts of wrong answers that had no line of their own. */
export function logWrongAnswerCounts(deps: LoggingDeps): void {
  const open = windows.get(deps.database);
  if (!open) return;
  clearTimeout(open.timer);
  open.timer = undefined;
  const { bursts, others } = open.wrong.end();
  for (const { last, firstId, count: sent } of bursts) {
    const { teamName, userName, ip, challengeId, id } = last.submission;
    const what = count(sent, 'more wrong answer');
    const range = sent === 1 ? `submission ${id}` : `between submissions ${firstId} and ${id}`;
    const message = `Team ${teamName} sent ${what} to ${last.title} in ${last.gameTitle} within a minute (${range})`;
    deps.log.info({ challengeId, userName, ip, status: 'Failed' }, message);
  }
  if (others > 0) {
    deps.log.info({ status: 'Failed' }, `Other teams sent ${count(others, 'more wrong answer')} within a minute`);
  }
}

function logWrongAnswers(deps: LoggingDeps, answers: readonly Logged[]): void {
  if (answers.length === 0) return;
  const open = windowOf(deps);
  // The end of the window says what had no line; a worker that stops says it earlier.
  open.timer ??= setTimeout(() => logWrongAnswerCounts(deps), windowMs).unref();
  for (const answer of answers) if (open.wrong.add(answer)) writeLine(deps, answer);
}

/** Writes what a judged batch is worth to the log that administrators read. */
export function logVerdicts(deps: LoggingDeps, { gameId, challenges, verdicts }: LoggedBatch): void {
  const none = { title: '', gameTitle: '' };
  const logged = verdicts.map((verdict): Logged => {
    const { title, gameTitle } = challenges.get(verdict.submission.challengeId) ?? none;
    return { ...verdict, title, gameTitle };
  });
  const told = logged.filter(({ result, solves }) => solves || result === 'CheatDetected');
  if (told.length > linesMax) summarise(deps, gameId, told);
  else for (const verdict of told) writeLine(deps, verdict);
  logWrongAnswers(
    deps,
    logged.filter(({ result }) => result === 'WrongAnswer' || result === 'NotFound'),
  );
}
