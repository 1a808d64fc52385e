import type { WorkerDeps } from '../deps';
import type { Verdict } from './judge';
import type { JudgedChallenge } from './judge.queries';

/** More at once are told in one line, so that a burst costs the log as little as the judge. */
const linesMax = 20;

const isWorthALine = ({ result, solves }: Verdict) => solves || result === 'CheatDetected';

function describe({ submission, result, owner }: Verdict, title: string): string {
  if (result === 'CheatDetected') return `${submission.teamName} answered ${title} with a flag of ${owner?.teamName}`;
  return `${submission.teamName} solved ${title}`;
}

/**
 * Writes solves and cheat findings to the log. Other answers are in the list of submissions; here, thousands of wrong ones
 * would only push out what administrators look for.
 */
export function logVerdicts(
  { log }: Pick<WorkerDeps, 'log'>,
  { title, gameId, id }: Pick<JudgedChallenge, 'title' | 'gameId' | 'id'>,
  verdicts: readonly Verdict[],
): void {
  const told = verdicts.filter(isWorthALine);
  const where = { gameId, challengeId: id };
  if (told.length > linesMax) {
    const cheats = told.filter(({ result }) => result === 'CheatDetected').length;
    log.info(
      { ...where, status: 'Success' },
      `${told.length - cheats} solves and ${cheats} cheat findings in ${title}`,
    );
    return;
  }
  for (const verdict of told) {
    const { userName } = verdict.submission;
    const status = verdict.result === 'CheatDetected' ? 'Denied' : 'Success';
    log.info({ ...where, userName, status }, describe(verdict, title));
  }
}
