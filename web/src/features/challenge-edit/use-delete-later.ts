import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { toastFailure } from '../../ui/toast';
import { toastWithUndo } from '../../ui/undo-toast';
import { useDeleteChallenge } from './challenge-edit.queries';
import { hideChallenges, showChallenges } from './pending-deletes';

type Named = { id: number; title: string };

/** Nothing is deleted before the toast has gone: who undoes, or closes the browser, loses nothing. */
export function useDeleteLater(gameId: number): (challenges: readonly Named[]) => void {
  const t = useText('challenge-edit');
  const describe = useDescribeError();
  const remove = useDeleteChallenge(gameId);
  return (challenges) => {
    const ids = challenges.map(({ id }) => id);
    let undone = false;
    hideChallenges(ids);
    const run = async () => {
      if (undone) return;
      for (const { id, title } of challenges) {
        await remove(id).catch((error: unknown) => {
          toastFailure(describe(error), { title: t('challenge-edit.delete.failed', { title }) });
        });
      }
      showChallenges(ids);
    };
    const words =
      challenges.length === 1
        ? t('challenge-edit.delete.done', { title: challenges[0]?.title })
        : t('challenge-edit.delete.doneMany', { count: challenges.length });
    toastWithUndo(words, {
      id: `delete-challenges-${ids.join('-')}`,
      undoLabel: t('challenge-edit.bulk.undo'),
      onUndo: () => {
        undone = true;
        showChallenges(ids);
      },
      onGone: () => void run(),
    });
  };
}
