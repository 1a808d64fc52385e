import { Button } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import type { ParticipationInfo } from '@vexil/contract/participation';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { toastFailure, toastSuccess } from '../../ui/toast';
import classes from './Review.module.css';
import { useUpdateParticipation } from './review.queries';

/** Parallel requests: there is no route for many teams. */
const width = 4;

type BulkBarProps = {
  gameId: number;
  chosen: readonly ParticipationInfo[];
  /** The pending teams of this page. */
  waiting: number[];
  onSelect: (ids: number[], on: boolean) => void;
  onClear: () => void;
};

export function BulkBar({ gameId, chosen, waiting, onSelect, onClear }: BulkBarProps) {
  const t = useText('review');
  const update = useUpdateParticipation(gameId);
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState<number>();
  if (chosen.length === 0) return null;

  const accept = async () => {
    const queue = chosen.map(({ id }) => id);
    const accepted: number[] = [];
    let failed = 0;
    const work = async () => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        try {
          await update.mutateAsync({ id, change: { status: 'Accepted' } });
          accepted.push(id);
          setDone(accepted.length);
        } catch {
          failed += 1; // Reported below; the team stays selected for a retry.
        }
      }
    };
    setDone(0);
    await Promise.all(Array.from({ length: width }, work));
    setDone(undefined);
    onSelect(accepted, false);
    if (accepted.length > 0) toastSuccess(t('review.bulk.done', { count: accepted.length }));
    if (failed > 0) toastFailure(t('review.bulk.failed', { count: failed }));
  };
  return (
    <>
      <section className={classes.bulk} aria-label={t('review.bulk.label')} data-toast-floor>
        <strong className="figures">{t('review.bulk.selected', { count: chosen.length })}</strong>
        {done !== undefined && (
          <span className="figures" role="status">
            {t('review.bulk.progress', { done, count: chosen.length })}
          </span>
        )}
        <span className={classes.bulkActions}>
          {waiting.length > chosen.length && (
            <Button variant="subtle" onClick={() => onSelect(waiting, true)}>
              {t('review.bulk.all', { count: waiting.length })}
            </Button>
          )}
          <Button variant="default" onClick={onClear}>
            {t('review.bulk.clear')}
          </Button>
          <Button
            leftSection={<IconChecks size={18} stroke={1.75} aria-hidden />}
            onClick={() => setAsking(true)}
            loading={done !== undefined}
          >
            {t('review.bulk.accept')}
          </Button>
        </span>
      </section>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('review.bulk.title', { count: chosen.length })}
        confirmLabel={t('review.bulk.accept')}
        onConfirm={accept}
      >
        {t('review.action.acceptText')}
      </ConfirmDialog>
    </>
  );
}
