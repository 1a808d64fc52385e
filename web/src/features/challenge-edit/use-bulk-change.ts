import type { ChallengeInfo } from '@vexil/contract/challenge';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { toastError } from '../../ui/toast';
import { toastWithUndo } from '../../ui/undo-toast';
import { type ChallengeChange, useUpdateChallenge } from './challenge-edit.queries';

type Change = (challenge: ChallengeInfo) => ChallengeChange;
export type BulkChange = ReturnType<typeof useBulkChange>;

/** One call after the other: each challenge is stored or refused by itself, and the rest goes on. */
export function useBulkChange(gameId: number) {
  const t = useText('challenge-edit');
  const update = useUpdateChallenge(gameId);
  const [running, setRunning] = useState(false);
  const [runs, setRuns] = useState(0);

  async function apply(challenges: readonly ChallengeInfo[], change: Change): Promise<ChallengeInfo[]> {
    const done: ChallengeInfo[] = [];
    setRunning(true);
    for (const challenge of challenges) {
      try {
        await update.mutateAsync({ challengeId: challenge.id, body: change(challenge) });
        done.push(challenge);
      } catch (error) {
        toastError(error, { title: t('challenge-edit.enable.failed', { title: challenge.title }) });
      }
    }
    setRunning(false);
    setRuns((count) => count + 1);
    return done;
  }

  const run = async (challenges: readonly ChallengeInfo[], change: Change, restore: Change) => {
    if (challenges.length === 0) return;
    const done = await apply(challenges, change);
    if (done.length === 0) return;
    toastWithUndo(t('challenge-edit.bulk.changed', { count: done.length }), {
      id: 'bulk-change',
      undoLabel: t('challenge-edit.bulk.undo'),
      onUndo: () => void apply(done, restore),
    });
  };
  return { run, running, runs };
}
