import { Button } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import type { ParticipationInfo } from '@vexil/contract/participation';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ReasonDialog } from '../../ui/ReasonDialog';
import { SelectionBar } from '../../ui/SelectionBar';
import classes from './Review.module.css';
import { type Action, actionsFor } from './review-list';
import { useDecide } from './use-decide';

type BulkBarProps = {
  gameId: number;
  chosen: readonly ParticipationInfo[];
  /** The teams of this page that something can be decided about. */
  page: number[];
  onSelect: (ids: number[], on: boolean) => void;
  onClear: () => void;
};

const actions = ['accept', 'reject', 'suspend', 'restore'] as const satisfies Action[];

export function BulkBar({ gameId, chosen, page, onSelect, onClear }: BulkBarProps) {
  const t = useText('review');
  const { decide, done } = useDecide(gameId);
  const [asked, setAsked] = useState<Action>();
  const [lastAsked, setLastAsked] = useState<Action>('accept');

  const fitting = (action: Action) => chosen.filter((each) => actionsFor(each).includes(action));
  const ask = (action: Action) => {
    setAsked(action);
    setLastAsked(action);
  };
  // Keeps its texts during the closing animation.
  const action = asked ?? lastAsked;
  const confirm = async (reason: string) => {
    const changed = await decide(fitting(action), action, reason);
    onSelect(
      changed.map(({ id }) => id),
      false,
    );
  };
  return (
    <>
      <SelectionBar
        count={chosen.length}
        of={page.length}
        onAll={() => onSelect(page, true)}
        onClear={onClear}
        done={done}
      >
        {actions
          .filter((each) => fitting(each).length > 0)
          .map((each) => (
            <Button
              key={each}
              size="xs"
              variant={each === 'accept' ? 'filled' : 'default'}
              leftSection={each === 'accept' ? <IconChecks aria-hidden /> : undefined}
              rightSection={<span className={`${classes.bulkCount} figures`}>{fitting(each).length}</span>}
              onClick={() => ask(each)}
              loading={done !== undefined}
            >
              {t(`review.action.${each}`)}
            </Button>
          ))}
      </SelectionBar>
      <ReasonDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t('review.bulk.title', { number: fitting(action).length })}
        text={t(`review.action.${action}Text`)}
        confirmLabel={t(`review.action.${action}`)}
        danger={action === 'reject' || action === 'suspend'}
        onConfirm={confirm}
      />
    </>
  );
}
