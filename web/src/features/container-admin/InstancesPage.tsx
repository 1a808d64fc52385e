import { Button } from '@mantine/core';
import { IconBoxOff, IconSquareX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { EmptyState } from '../../ui/EmptyState';
import { FilterSelect, ListFilters } from '../../ui/ListFilters';
import { ListPanel } from '../../ui/ListPanel';
import { NothingFound } from '../../ui/NothingFound';
import { PageHeader } from '../../ui/PageHeader';
import { useRunEach } from '../../ui/run-each';
import { SelectionBar } from '../../ui/SelectionBar';
import { useAsked } from '../../ui/use-asked';
import { useKeptFocus } from '../../ui/use-kept-focus';
import { useSelection } from '../../ui/use-selection';
import { type Instance, type InstancesSearch, useEndInstance, useInstances } from './container-admin.queries';
import { FailedStarts } from './FailedStarts';
import { InstanceLog } from './InstanceLog';
import { InstancesTable } from './InstancesTable';
import { gamesOf, matches } from './instance-list';

type InstancesPageProps = { search: InstancesSearch; onSearch: (search: InstancesSearch) => void };

const statuses = ['Queued', 'Pending', 'Running', 'Destroyed'] as const;

export function InstancesPage({ search, onSearch }: InstancesPageProps) {
  const t = useText('container-admin');
  const instances = useInstances();
  const end = useEndInstance();
  const own = useRef<HTMLDivElement>(null);
  const question = useAsked<{ instances: string[]; row: number }>();
  const { instances: asked, row } = question.subject ?? { instances: [], row: 0 };
  const [log, setLog] = useState<Instance>();
  const all = instances.data ?? [];
  const shown = all.filter((instance) => matches(instance, search));
  const ids = shown.map(({ containerGuid }) => containerGuid);
  const selection = useSelection(ids);
  const each = useRunEach();
  // The row that takes the place of the ended one.
  useKeptFocus(own, `${ids} ${question.opened}`, [
    `tbody > tr:nth-child(${row + 1}) [data-row]`,
    'tbody > tr:last-child [data-row]',
    'input[type="search"]',
  ]);
  const ask = (chosen: string[]) =>
    question.ask({ instances: chosen, row: ids.findIndex((id) => chosen.includes(id)) });
  const endAsked = async () => {
    await each.run(asked, (id) => end.mutateAsync(id));
    selection.clear();
  };
  return (
    <div ref={own}>
      <PageHeader title={t('container-admin.title')} lead={t('container-admin.lead')} />
      <ListFilters
        label={t('container-admin.search')}
        q={search.q}
        onSearch={(q) => onSearch({ ...search, q })}
        count={instances.data && t('container-admin.count', { shown: shown.length, count: all.length })}
      >
        <FilterSelect
          label={t('container-admin.game')}
          placeholder={t('container-admin.anyGame')}
          value={search.game === undefined ? undefined : `${search.game}`}
          onChange={(game) => onSearch({ ...search, game: game === undefined ? undefined : Number(game) })}
          data={gamesOf(all).map(({ id, title }) => ({ value: String(id), label: title }))}
        />
        <FilterSelect
          label={t('container-admin.status')}
          placeholder={t('container-admin.anyStatus')}
          value={search.status}
          onChange={(status) => onSearch({ ...search, status })}
          data={statuses.map((status) => ({ value: status, label: t(`container-admin.state.${status}`) }))}
        />
      </ListFilters>
      <ListPanel
        query={instances}
        count={6}
        isEmpty={shown.length === 0}
        empty={
          all.length > 0 ? (
            <NothingFound title={t('container-admin.nothingFound')} onClear={() => onSearch({})} />
          ) : (
            <EmptyState
              icon={<IconBoxOff />}
              title={t('container-admin.empty')}
              hint={t('container-admin.emptyHint')}
            />
          )
        }
      >
        <InstancesTable
          instances={shown}
          selection={selection}
          onLog={setLog}
          onEnd={({ containerGuid }) => ask([containerGuid])}
        />
      </ListPanel>
      <FailedStarts game={search.game} />
      <SelectionBar selection={selection} of={shown.length} done={each.done}>
        <Button
          size="xs"
          variant="outline"
          color="red"
          leftSection={<IconSquareX size={16} />}
          onClick={() => ask([...selection.chosen])}
        >
          {t('container-admin.end.confirm')}
        </Button>
      </SelectionBar>
      <ConfirmDialog
        opened={question.opened}
        onClose={question.close}
        title={t('container-admin.end.title', { count: asked.length })}
        confirmLabel={t('container-admin.end.confirm')}
        danger
        onConfirm={endAsked}
      >
        {t('container-admin.end.text')}
      </ConfirmDialog>
      <InstanceLog instance={log} onClose={() => setLog(undefined)} />
    </div>
  );
}
