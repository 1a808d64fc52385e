import { Button } from '@mantine/core';
import type { ParticipationInfo } from '@vexil/contract/participation';
import { type RefObject, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ReasonDialog } from '../../ui/ReasonDialog';
import { useKeptFocus } from '../../ui/use-kept-focus';
import classes from './Review.module.css';
import { type Action, actionsFor } from './review-list';
import { useDecide } from './use-decide';

type ReviewActionsProps = {
  gameId: number;
  participation: ParticipationInfo;
  /** Takes the focus where a decision leaves no action. */
  row: RefObject<HTMLElement | null>;
};

/** One click each, which can be taken back. Only a suspension asks first: it ends instances that are then lost. */
export function ReviewActions({ gameId, participation, row }: ReviewActionsProps) {
  const t = useText('review');
  const { decide, done } = useDecide(gameId);
  const [suspending, setSuspending] = useState(false);
  const own = useRef<HTMLElement>(null);
  // The dialog keeps the focus until it has closed.
  const signal = suspending ? 'asking' : participation.status;
  useKeptFocus(own, signal);
  useKeptFocus(row, signal);
  const press = (action: Action) => {
    if (done !== undefined) return;
    if (action === 'suspend') setSuspending(true);
    else void decide([participation], action);
  };
  const name = participation.team.name ?? `#${participation.team.id}`;
  return (
    <span ref={own} className={classes.actions}>
      {actionsFor(participation).map((each) => (
        <Button
          key={each}
          size="xs"
          variant={each === 'accept' ? 'light' : 'default'}
          // One that is disabled cannot keep the focus.
          aria-disabled={done !== undefined}
          data-disabled={done !== undefined || undefined}
          onClick={() => press(each)}
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
