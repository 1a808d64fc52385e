import type { ParticipationInfo } from '@vexil/contract/participation';
import type { StoredParticipationStatus } from '@vexil/db/enums/participation';
import { useText } from '../../i18n/use-text';
import { useRunEach } from '../../ui/run-each';
import { toastWithUndo } from '../../ui/undo-toast';
import { type ParticipationChange, useUpdateParticipation } from './review.queries';
import { type Action, statusAfter } from './review-list';

const nameOf = ({ team }: ParticipationInfo) => team.name ?? `#${team.id}`;

/** Decides about teams; each is stored or refused by itself, and all that were stored can be taken back for a moment. */
export function useDecide(gameId: number) {
  const t = useText('review');
  const update = useUpdateParticipation(gameId);
  const { run, done } = useRunEach();

  const change = (
    teams: readonly ParticipationInfo[],
    changeOf: (team: ParticipationInfo) => ParticipationChange,
  ): Promise<ParticipationInfo[]> => run(teams, (team) => update.mutateAsync({ id: team.id, change: changeOf(team) }));

  // A rejected team has left its division, and returns to it with a reason.
  const undo = (teams: readonly ParticipationInfo[], action: Action) =>
    change(teams, ({ status, divisionId }) => ({
      status: status as StoredParticipationStatus,
      divisionId,
      ...(action === 'reject' && { reason: t('review.undo') }),
    }));

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
    toastWithUndo(words, { id: 'review', undoLabel: t('review.undo'), onUndo: () => void undo(stored, action) });
    return stored;
  }

  return { decide, done };
}
