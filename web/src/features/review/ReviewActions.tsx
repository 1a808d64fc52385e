import { Button } from '@mantine/core';
import type { ParticipationInfo } from '@vexil/contract/participation';
import type { StoredParticipationStatus } from '@vexil/db/enums/participation';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { toastSuccess } from '../../ui/toast';
import classes from './Review.module.css';
import { useUpdateParticipation } from './review.queries';
import { type Action, actionsOf, statusAfter } from './review-list';

const isDangerous = (action: Action) => action === 'reject' || action === 'suspend';

export function ReviewActions({ gameId, participation }: { gameId: number; participation: ParticipationInfo }) {
  const t = useText('review');
  const update = useUpdateParticipation(gameId);
  const [asked, setAsked] = useState<Action>();
  const [lastAsked, setLastAsked] = useState<Action>('accept');
  const { id, team, status } = participation;
  const name = team.name ?? `#${team.id}`;
  const actions: readonly Action[] = status === 'Unsubmitted' ? [] : actionsOf[status as StoredParticipationStatus];
  // Keeps its texts during the closing animation.
  const action = asked ?? lastAsked;
  const ask = (next: Action) => {
    setAsked(next);
    setLastAsked(next);
  };
  return (
    <span className={classes.actions}>
      {actions.map((each) => (
        <Button
          key={each}
          size="xs"
          variant={each === 'accept' ? 'light' : 'default'}
          onClick={() => ask(each)}
          aria-label={t(`review.action.${each}Name`, { name })}
        >
          {t(`review.action.${each}`)}
        </Button>
      ))}
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t(`review.action.${action}Title`, { name })}
        confirmLabel={t(`review.action.${action}`)}
        danger={isDangerous(action)}
        onConfirm={() =>
          update
            .mutateAsync({ id, change: { status: statusAfter[action] } })
            .then(() => toastSuccess(t(`review.action.${action}Done`, { name })))
        }
      >
        {t(`review.action.${action}Text`)}
      </ConfirmDialog>
    </span>
  );
}
