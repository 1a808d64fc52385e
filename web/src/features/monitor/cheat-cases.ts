import type { CheatInfo, Submission } from '@vexil/contract/submission';

export type CheatCase = {
  /** Of its newest submission. */
  id: number;
  owner: CheatInfo['ownedTeam'];
  sender: CheatInfo['submitTeam'];
  challenge: string;
  challengeId: number;
  /** Newest first. */
  submissions: Submission[];
};

/** One case per sender, owner and challenge: a foreign flag is often tried more than once. */
export function groupCases(findings: readonly CheatInfo[]): CheatCase[] {
  const cases = new Map<string, CheatCase>();
  for (const { ownedTeam, submitTeam, submission } of findings) {
    const key = `${ownedTeam.id} ${submitTeam.id} ${submission.challengeId}`;
    const known = cases.get(key);
    if (known) known.submissions.push(submission);
    else {
      cases.set(key, {
        id: submission.id,
        owner: ownedTeam,
        sender: submitTeam,
        challenge: submission.challenge,
        challengeId: submission.challengeId,
        submissions: [submission],
      });
    }
  }
  return [...cases.values()];
}

export const hasSubmission = ({ submissions }: CheatCase, id: number | undefined): boolean =>
  submissions.some((submission) => submission.id === id);
