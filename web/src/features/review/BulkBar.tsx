import { Button } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import type { ParticipationInfo } from '@vexil/contract/participation';
import { useText } from '../../i18n/use-text';
import { ReasonDialog } from '../../ui/ReasonDialog';
import { SelectionBar } from '../../ui/SelectionBar';
import { useAsked } from '../../ui/use-asked';
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
  const { subject: action = 'accept', opened, ask, close } = useAsked<Action>();
  const fitting = (action: Action) => chosen.filter((each) => actionsFor(each).includes(action));
  const selection = {
    chosen: chosen.map(({ id }) => id),
    toggleAll: () => onSelect(page, true),
    clear: onClear,
  };
  const confirm = async (reason: string) => {
    const changed = await decide(fitting(action), action, reason);
    onSelect(
      changed.map(({ id }) => id),
      false,
    );
  };
  return (
    <>
      <SelectionBar selection={selection} of={page.length} done={done}>
        {actions
          .filter((each) => fitting(each).length > 0)
          .map((each) => (
            <Button
              key={each}
              size="xs"
              variant={each === 'accept' ? 'filled' : 'default'}
              leftSection={each === 'accept' ? <IconChecks /> : undefined}
              rightSection={<span className={`${classes.bulkCount} figures`}>{fitting(each).length}</span>}
              onClick={() => ask(each)}
              loading={done !== undefined}
            >
              {t(`review.action.${each}`)}
            </Button>
          ))}
      </SelectionBar>
      <ReasonDialog
        opened={opened}
        onClose={close}
        title={t('review.bulk.title', { number: fitting(action).length })}
        text={t(`review.action.${action}Text`)}
        confirmLabel={t(`review.action.${action}`)}
        danger={action === 'reject' || action === 'suspend'}
        onConfirm={confirm}
      />
    </>
  );
}
