import type { ParticipationInfo } from '@vexil/contract/participation';
import type { StoredParticipationStatus } from '@vexil/db/enums/participation';
import { useState } from 'react';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { toastFailure } from '../../ui/toast';
import { toastWithUndo } from '../../ui/undo-toast';
import { type ParticipationChange, useUpdateParticipation } from './review.queries';
import { type Action, statusAfter } from './review-list';

/** Parallel requests: there is no route for many teams. */
const width = 4;

const nameOf = ({ team }: ParticipationInfo) => team.name ?? `#${team.id}`;

/** Decides about teams; each is stored or refused by itself, and all that were stored can be taken back for a moment. */
export function useDecide(gameId: number) {
  const t = useText('review');
  const describe = useDescribeError();
  const update = useUpdateParticipation(gameId);
  const [done, setDone] = useState<number>();

  async function change(
    teams: readonly ParticipationInfo[],
    changeOf: (team: ParticipationInfo) => ParticipationChange,
  ) {
    const queue = [...teams];
    const stored: ParticipationInfo[] = [];
    const errors: unknown[] = [];
    const work = async () => {
      for (let team = queue.shift(); team; team = queue.shift()) {
        try {
          await update.mutateAsync({ id: team.id, change: changeOf(team) });
          stored.push(team);
          setDone(stored.length);
        } catch (error) {
          errors.push(error); // Reported below; the team stays as it was.
        }
      }
    };
    setDone(0);
    await Promise.all(Array.from({ length: width }, work));
    setDone(undefined);
    const [first] = errors;
    if (errors.length > 0) toastFailure(describe(first), { title: t('review.bulk.failed', { number: errors.length }) });
    return stored;
  }

  const undo = (teams: readonly ParticipationInfo[]) =>
    change(teams, ({ status, divisionId }) => ({ status: status as StoredParticipationStatus, divisionId }));

  /** The teams that were changed. */
  async function decide(
    teams: readonly ParticipationInfo[],
    action: Action,
    reason = '',
  ): Promise<ParticipationInfo[]> {
    const stored = await change(teams, () => ({ status: statusAfter[action], ...(reason && { reason }) }));
    const [first] = stored;
    if (!first) return stored;
    const words =
      stored.length === 1
        ? t(`review.action.${action}Done`, { name: nameOf(first) })
        : t('review.bulk.done', { number: stored.length });
    toastWithUndo(words, { id: 'review', undoLabel: t('review.undo'), onUndo: () => void undo(stored) });
    return stored;
  }

  return { decide, done };
}
