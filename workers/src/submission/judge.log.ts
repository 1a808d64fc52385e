import type { WorkerDeps } from '../deps';
import type { Verdict } from './judge';
import type { JudgedChallenge } from './judge.queries';

/** More at once are told in one line, so that a burst costs the log as little as the judge. */
const linesMax = 5;

const isWorthALine = ({ result, solves }: Verdict) => solves || result === 'CheatDetected';

function describe({ submission, result, owner }: Verdict, title: string): string {
  if (result === 'CheatDetected') return `${submission.teamName} answered ${title} with a flag of ${owner?.teamName}`;
  return `${submission.teamName} solved ${title}`;
}

export interface LoggedBatch {
  gameId: number;
  challenges: ReadonlyMap<number, Pick<JudgedChallenge, 'title'>>;
  verdicts: readonly Verdict[];
}

/**
 * Writes solves and cheat findings to the log. Other answers are in the list of submissions; here, thousands of wrong ones
 * would only push out what administrators look for.
 */
export function logVerdicts({ log }: Pick<WorkerDeps, 'log'>, { gameId, challenges, verdicts }: LoggedBatch): void {
  const told = verdicts.filter(isWorthALine);
  if (told.length > linesMax) {
    const cheats = told.filter(({ result }) => result === 'CheatDetected').length;
    const concerned = new Set(told.map(({ submission }) => submission.challengeId)).size;
    const what = `${told.length - cheats} solves and ${cheats} cheat findings on ${concerned} challenges`;
    log.info({ gameId, status: 'Success' }, what);
    return;
  }
  for (const verdict of told) {
    const { userName, challengeId } = verdict.submission;
    const status = verdict.result === 'CheatDetected' ? 'Denied' : 'Success';
    const title = challenges.get(challengeId)?.title ?? '';
    log.info({ gameId, challengeId, userName, status }, describe(verdict, title));
  }
}
