import type { CaptureFinding } from '@vexil/contract/capture-search';
import type { CheatInfo, Submission } from '@vexil/contract/submission';
import type { CheatSearch } from './monitor-search';

export type CheatCase = {
  key: string;
  owner: CheatInfo['ownedTeam'];
  /** Who handed the flag in, or had it in their traffic. */
  sender: CheatInfo['submitTeam'];
  challenge: string;
  challengeId: number;
  /** Newest first. */
  submissions: Submission[];
  /** Places in captured traffic, newest first. */
  traffic: CaptureFinding[];
};

type Teams = Pick<CheatInfo, 'ownedTeam' | 'submitTeam'>;

/** One case per sender, owner and challenge: a foreign flag is often tried more than once. Newest first. */
export function groupCases(findings: readonly CheatInfo[], traffic: readonly CaptureFinding[]): CheatCase[] {
  const cases = new Map<string, CheatCase>();
  const caseOf = ({ ownedTeam, submitTeam }: Teams, challengeId: number, challenge: string): CheatCase => {
    const key = `${ownedTeam.id} ${submitTeam.id} ${challengeId}`;
    const known = cases.get(key);
    if (known) return known;
    const made = { key, owner: ownedTeam, sender: submitTeam, challenge, challengeId, submissions: [], traffic: [] };
    cases.set(key, made);
    return made;
  };
  for (const finding of findings) {
    const { challengeId, challenge } = finding.submission;
    caseOf(finding, challengeId, challenge).submissions.push(finding.submission);
  }
  for (const finding of traffic) {
    const { challengeId, challenge } = finding;
    caseOf(finding, challengeId, challenge ?? `#${challengeId}`).traffic.push(finding);
  }
  return [...cases.values()].sort((a, b) => latestOf(b) - latestOf(a));
}

/** Unix milliseconds. */
export const latestOf = ({ submissions, traffic }: CheatCase): number =>
  Math.max(submissions[0]?.time ?? 0, traffic[0]?.time ?? 0);

/** What an address names the case by. */
export const addressOfCase = ({ submissions, traffic }: CheatCase): CheatSearch =>
  submissions[0] ? { case: submissions[0].id } : { finding: traffic[0]?.id };

export const hasSubmission = ({ submissions }: CheatCase, id: number | undefined): boolean =>
  submissions.some((submission) => submission.id === id);

export const isNamed = (cheatCase: CheatCase, search: CheatSearch): boolean =>
  hasSubmission(cheatCase, search.case) || cheatCase.traffic.some(({ id }) => id === search.finding);
