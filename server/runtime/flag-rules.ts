// Flags that are not compared by the hash of the answer alone. Challenges without such flags cost nothing here.

import { type FlagRule, listFlagRules, readAnswersSealed } from '@vexil/data/submission/to-judge.queries';
import type { SqlTx } from '@vexil/db';
import { shownFlag } from '@vexil/rules/flag-match.rules';
import type { WaitingSubmission } from '@vexil/rules/judge.rules';
import type { BaseDeps } from './deps';
import { type Matches, matcherOf } from './flag-match';

/** By sealed flag, which is another for every stored one. */
const compiled = new Map<string, Matches>();
const compiledMax = 1000;

function compile({ sealing, log }: FlagDeps, { challengeId, match, sealed }: FlagRule): Matches {
  const known = compiled.get(sealed);
  if (known) return known;
  if (compiled.size >= compiledMax) compiled.clear();
  const text = shownFlag(sealing.unseal(sealed));
  let matches: Matches = () => false;
  try {
    matches = matcherOf({ match, text }, (answer) => sealing.hashFlag(challengeId, answer));
  } catch (err) {
    // One flag must not keep the answers of a game waiting.
    log.error(
      { event: 'submission.pattern_failed', err, challengeId },
      'Expression of a flag is refused, it matches nothing',
    );
  }
  compiled.set(sealed, matches);
  return matches;
}

type FlagDeps = Pick<BaseDeps, 'sealing' | 'log'>;

/** Answers with what such flags say of them. */
export async function applyFlagRules(
  deps: FlagDeps,
  tx: SqlTx,
  challenges: ReadonlyMap<number, { hasRules: boolean }>,
  waiting: readonly WaitingSubmission[],
): Promise<readonly WaitingSubmission[]> {
  const open = waiting.filter(({ challengeId, isShared }) => !isShared && challenges.get(challengeId)?.hasRules);
  if (open.length === 0) return waiting;
  const ids = [...new Set(open.map(({ challengeId }) => challengeId))];
  const [rules, answers] = await Promise.all([
    listFlagRules(tx, ids),
    readAnswersSealed(
      tx,
      open.map(({ id }) => id),
    ),
  ]);
  const changed = new Map(
    open.map((submission) => {
      const answer = deps.sealing.unseal(answers.get(submission.id) ?? '');
      const own = rules.filter(({ challengeId }) => challengeId === submission.challengeId);
      const met = own.filter((rule) => compile(deps, rule)(answer));
      const isShared = met.some(({ isCanary }) => !isCanary);
      return [submission.id, { ...submission, isShared, isCanary: !isShared && met.length > 0 }] as const;
    }),
  );
  return waiting.map((submission) => changed.get(submission.id) ?? submission);
}
