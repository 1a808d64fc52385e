import { useText } from '../../i18n/use-text';
import { toastError } from '../../ui/toast';
import { toastWithUndo } from '../../ui/undo-toast';
import { useDeleteChallenge } from './challenge-edit.queries';
import { hideChallenges, showChallenges, waitingDeletes } from './pending-deletes';

type Named = { id: number; title: string };

/** Nothing is deleted before the toast has gone or the page is left, so that it can be undone. */
export function useDeleteLater(gameId: number): (challenges: readonly Named[]) => void {
  const t = useText('challenge-edit');
  const remove = useDeleteChallenge(gameId);
  return (challenges) => {
    const ids = challenges.map(({ id }) => id);
    const words =
      challenges.length === 1
        ? t('challenge-edit.delete.soon', { title: challenges[0]?.title })
        : t('challenge-edit.delete.soonMany', { count: challenges.length });

    const run = async () => {
      if (!waitingDeletes.delete(run)) return;
      hide();
      // All at once: of a page that is being left, only what has been sent arrives.
      await Promise.all(
        challenges.map(async (challenge) => {
          try {
            await remove(challenge.id);
          } catch (error) {
            toastError(error, { title: t('challenge-edit.delete.failed', { title: challenge.title }) });
          }
        }),
      );
      showChallenges(ids);
    };

    hideChallenges(ids);
    waitingDeletes.add(run);
    const hide = toastWithUndo(words, {
      id: `delete-challenges-${ids.join('-')}`,
      undoLabel: t('challenge-edit.bulk.undo'),
      onUndo: () => {
        waitingDeletes.delete(run);
        showChallenges(ids);
      },
      onGone: () => void run(),
    });
  };
}
