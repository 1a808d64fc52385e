import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ChallengeInfo } from '@vexil/contract/challenge';
import type { GameInfo } from '@vexil/contract/game';
import { gamePhase } from '@vexil/rules/phase.rules';
import { useState } from 'react';
import { serverNow } from '../../api/clock';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { categoryKey } from '../../ui/category';
import { SelectionBar } from '../../ui/SelectionBar';
import { useAsked } from '../../ui/use-asked';
import type { Selection } from '../../ui/use-selection';
import { categoryChange, categoryData } from './categories';
import { lacksFlag } from './challenge-health';
import { ScoreDialog } from './ScoreDialog';
import type { BulkChange } from './use-bulk-change';
import { useDeleteLater } from './use-delete-later';

type Question = 'enable' | 'disable' | 'delete';
type BulkBarProps = {
  game: GameInfo;
  selected: readonly ChallengeInfo[];
  change: BulkChange;
  selection: Selection<number>;
  shownCount: number;
};

/** What can be done to all selected challenges at once. */
export function BulkBar({ game, selected, change, selection, shownCount }: BulkBarProps) {
  const t = useText('challenge-edit');
  const deleteLater = useDeleteLater(game.id);
  const { subject: asked = 'enable', opened, ask, close } = useAsked<Question>();
  const [scoring, setScoring] = useState(false);
  const count = selected.length;
  const phase = gamePhase(game, serverNow());
  const isShown = !game.hidden && (phase === 'Running' || phase === 'Practice');
  const lacking = selected.filter((one) => !one.isEnabled && lacksFlag(one));
  const canEnable = lacking.length < selected.length;

  const enable = (isEnabled: boolean) =>
    change.run(
      selected.filter((one) => one.isEnabled !== isEnabled && !(isEnabled && lacking.includes(one))),
      () => ({ isEnabled }),
      (one) => ({ isEnabled: one.isEnabled, ...(one.releaseUtc !== null && { releaseUtc: one.releaseUtc }) }),
    );
  const remove = () => {
    selection.clear();
    deleteLater(selected);
  };
  const answers: Record<Question, () => Promise<unknown> | undefined> = {
    enable: () => enable(true),
    disable: () => enable(false),
    delete: () => {
      remove();
      return undefined;
    },
  };
  const askIf = (question: Question, needed: boolean) => (needed ? ask(question) : void answers[question]());
  return (
    <>
      <SelectionBar selection={selection} of={shownCount}>
        {lacking.length > 0 && (
          <span className="dimmed text-13">{t('challenge-edit.bulk.lacking', { count: lacking.length })}</span>
        )}
        <Button
          size="xs"
          variant="default"
          loading={change.running}
          disabled={!canEnable}
          onClick={() => askIf('enable', isShown && phase === 'Running')}
        >
          {t('challenge-edit.bulk.enable')}
        </Button>
        <Button size="xs" variant="default" disabled={change.running} onClick={() => askIf('disable', isShown)}>
          {t('challenge-edit.bulk.disable')}
        </Button>
        <Menu position="top-start" withinPortal>
          <Menu.Target>
            <Button size="xs" variant="default" disabled={change.running} rightSection={<IconChevronDown size={14} />}>
              {t('challenge-edit.field.category')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
            {categoryData(t, game).map(({ value, label }) => (
              <Menu.Item
                key={value}
                onClick={() =>
                  void change.run(
                    selected.filter((one) => categoryKey(one) !== value),
                    () => categoryChange(value),
                    (one) => categoryChange(categoryKey(one)),
                  )
                }
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button size="xs" variant="default" disabled={change.running} onClick={() => setScoring(true)}>
          {t('challenge-edit.bulk.score')}
        </Button>
        <Button
          size="xs"
          variant="outline"
          color="red"
          disabled={change.running}
          onClick={() => askIf('delete', isShown || selected.some(({ acceptedCount }) => acceptedCount > 0))}
        >
          {t('challenge-edit.bulk.delete')}
        </Button>
      </SelectionBar>
      <ScoreDialog
        gameId={game.id}
        opened={scoring}
        onClose={() => setScoring(false)}
        selected={selected}
        change={change}
      />
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={t(`challenge-edit.bulk.${asked}Title`, { count })}
        confirmLabel={t(`challenge-edit.bulk.${asked}`)}
        danger={asked !== 'enable'}
        onConfirm={answers[asked]}
      >
        {t(`challenge-edit.bulk.${asked}Text`)}
      </ConfirmDialog>
    </>
  );
}
