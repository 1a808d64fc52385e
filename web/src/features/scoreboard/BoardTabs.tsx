import { SegmentedControl } from '@mantine/core';
import type { Scoreboard } from '@vexil/contract/scoreboard';
import { mainGroup } from '@vexil/rules/scoreboard.group.rules';
import { useText } from '../../i18n/use-text';
import { KindIcon } from '../../ui/KindBadge';

type BoardTabsProps = { divisions: Scoreboard['divisions']; group: number; onChange: (group: number) => void };

/** The boards of one game; nothing where there is one. */
export function BoardTabs({ divisions, group, onChange }: BoardTabsProps) {
  const t = useText('scoreboard');
  const alone = divisions.filter(({ scoresAlone }) => scoresAlone);
  if (alone.length === 0) return null;
  // The divisions that share a board name it where they are of one kind.
  const kinds = new Set(divisions.filter(({ scoresAlone }) => !scoresAlone).map(({ kind }) => kind));
  const [kind] = kinds.size === 1 ? kinds : [];
  const tabs = [{ id: mainGroup, name: t('scoreboard.boards.main'), kind }, ...alone];
  return (
    <SegmentedControl
      className="below-8"
      aria-label={t('scoreboard.boards.label')}
      data={tabs.map((tab) => ({
        value: String(tab.id),
        label: (
          <span className="inline-row gap-6">
            {tab.kind && <KindIcon kind={tab.kind} word={t(`ui.kind.${tab.kind}`)} size={16} />}
            {tab.name}
          </span>
        ),
      }))}
      value={String(group)}
      onChange={(value) => onChange(Number(value))}
    />
  );
}
