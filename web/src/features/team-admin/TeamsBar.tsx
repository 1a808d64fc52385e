import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { useRunEach } from '../../ui/run-each';
import { SelectionBar } from '../../ui/SelectionBar';
import type { Selection } from '../../ui/use-selection';
import { MergeDialog } from './MergeDialog';
import { type AdminTeam, useUpdateTeam } from './team-admin.queries';

/** What can be done to many teams; deleting is asked for one by one. */
export function TeamsBar({ teams, selection }: { teams: readonly AdminTeam[]; selection: Selection<number> }) {
  const t = useText('team-admin');
  const update = useUpdateTeam();
  const { run, done } = useRunEach();
  const [merging, setMerging] = useState(false);
  const chosen = teams.filter(({ id }) => selection.chosen.includes(id));
  const lock = async (locked: boolean) => {
    const others = chosen.filter((team) => team.locked !== locked);
    await run(others, ({ id }) => update.mutateAsync({ id, body: { locked } }));
    selection.clear();
  };
  const button = (label: string, onClick: () => void, isPossible: boolean) => (
    <Button size="xs" variant="default" disabled={!isPossible || done !== undefined} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <>
      <SelectionBar selection={selection} of={teams.length} done={done}>
        {button(
          t('team-admin.many.lock'),
          () => void lock(true),
          chosen.some(({ locked }) => !locked),
        )}
        {button(
          t('team-admin.many.unlock'),
          () => void lock(false),
          chosen.some(({ locked }) => locked),
        )}
        {button(t('team-admin.merge.action'), () => setMerging(true), chosen.length > 1)}
      </SelectionBar>
      {chosen.length > 1 && (
        <MergeDialog
          key={chosen.map(({ id }) => id).join(' ')}
          opened={merging}
          onClose={() => setMerging(false)}
          teams={chosen}
          onMerged={selection.clear}
        />
      )}
    </>
  );
}
