import { Button } from '@mantine/core';
import type { ParticipationInfo } from '@vexil/contract/participation';
import type { StoredParticipationStatus } from '@vexil/db/enums/participation';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { toastSuccess } from '../../ui/toast';
import classes from './Review.module.css';
import { useUpdateParticipation } from './review.queries';
import { type Deed, deedsOf, statusAfter } from './review-list';

const isDangerous = (deed: Deed) => deed === 'reject' || deed === 'suspend';

/** What can be decided about a team now; each asks first and says what it brings. */
export function ReviewDeeds({ gameId, participation }: { gameId: number; participation: ParticipationInfo }) {
  const t = useText('review');
  const update = useUpdateParticipation(gameId);
  const [asked, setAsked] = useState<Deed>();
  const [lastAsked, setLastAsked] = useState<Deed>('accept');
  const { id, team, status } = participation;
  const name = team.name ?? `#${team.id}`;
  const deeds: readonly Deed[] = status === 'Unsubmitted' ? [] : deedsOf[status as StoredParticipationStatus];
  // The dialog keeps its words while it fades out.
  const deed = asked ?? lastAsked;
  const ask = (next: Deed) => {
    setAsked(next);
    setLastAsked(next);
  };
  return (
    <span className={classes.deeds}>
      {deeds.map((each) => (
        <Button
          key={each}
          size="xs"
          variant={each === 'accept' ? 'light' : 'default'}
          onClick={() => ask(each)}
          aria-label={t(`review.deed.${each}Name`, { name })}
        >
          {t(`review.deed.${each}`)}
        </Button>
      ))}
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t(`review.deed.${deed}Title`, { name })}
        confirmLabel={t(`review.deed.${deed}`)}
        danger={isDangerous(deed)}
        onConfirm={() =>
          update
            .mutateAsync({ id, change: { status: statusAfter[deed] } })
            .then(() => toastSuccess(t(`review.deed.${deed}Done`, { name })))
        }
      >
        {t(`review.deed.${deed}Text`)}
      </ConfirmDialog>
    </span>
  );
}
