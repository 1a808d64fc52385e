import { Button } from '@mantine/core';
import type { ParticipationInfo } from '@vexil/contract/participation';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ReasonDialog } from '../../ui/ReasonDialog';
import classes from './Review.module.css';
import { actionsFor } from './review-list';
import { useDecide } from './use-decide';

/** One click each, which can be taken back. Only a suspension asks first: it ends instances that are then lost. */
export function ReviewActions({ gameId, participation }: { gameId: number; participation: ParticipationInfo }) {
  const t = useText('review');
  const { decide, done } = useDecide(gameId);
  const [suspending, setSuspending] = useState(false);
  const name = participation.team.name ?? `#${participation.team.id}`;
  return (
    <span className={classes.actions}>
      {actionsFor(participation).map((each) => (
        <Button
          key={each}
          size="xs"
          variant={each === 'accept' ? 'light' : 'default'}
          disabled={done !== undefined}
          onClick={() => (each === 'suspend' ? setSuspending(true) : void decide([participation], each))}
          aria-label={t(`review.action.${each}Name`, { name })}
        >
          {t(`review.action.${each}`)}
        </Button>
      ))}
      <ReasonDialog
        opened={suspending}
        onClose={() => setSuspending(false)}
        title={t('review.action.suspendTitle', { name })}
        text={t('review.action.suspendText')}
        confirmLabel={t('review.action.suspend')}
        danger
        onConfirm={(reason) => decide([participation], 'suspend', reason)}
      />
    </span>
  );
}
