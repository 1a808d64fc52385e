import { Button, Select } from '@mantine/core';
import { IconBoxOff, IconSquareX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { tableClasses as classes } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { FailedQuery } from '../../ui/FailedQuery';
import { NothingFound } from '../../ui/NothingFound';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { useRunEach } from '../../ui/run-each';
import { SearchField } from '../../ui/SearchField';
import { SelectionBar } from '../../ui/SelectionBar';
import { ListSkeleton } from '../../ui/skeletons';
import { toastSuccess } from '../../ui/toast';
import { useKeptFocus } from '../../ui/use-kept-focus';
import { useSelection } from '../../ui/use-selection';
import { type Instance, type InstancesSearch, useEndInstance, useInstances } from './container-admin.queries';
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
  const [asked, setAsked] = useState<string[]>([]);
  const [row, setRow] = useState(0);
  const [asking, setAsking] = useState(false);
  const [log, setLog] = useState<Instance>();
  const all = instances.data ?? [];
  const shown = all.filter((instance) => matches(instance, search));
  const ids = shown.map(({ containerGuid }) => containerGuid);
  const selection = useSelection(ids);
  const each = useRunEach();
  // The row that takes the place of the ended one.
  useKeptFocus(own, `${ids} ${asking}`, [
    `tbody > tr:nth-child(${row + 1}) [data-row]`,
    'tbody > tr:last-child [data-row]',
    'input[type="search"]',
  ]);
  const ask = (chosen: string[]) => {
    setAsked(chosen);
    setRow(ids.findIndex((id) => chosen.includes(id)));
    setAsking(true);
  };
  const endAsked = async () => {
    const ended = await each.run(asked, (id) => end.mutateAsync(id));
    selection.clear();
    if (ended.length > 0) toastSuccess(t('container-admin.end.done', { count: ended.length }));
  };
  return (
    <div ref={own}>
      <PageHeader title={t('container-admin.title')} lead={t('container-admin.lead')} />
      <div className="row wrap gap-8-12 below-12">
        <SearchField
          className={classes.search}
          label={t('container-admin.search')}
          value={search.q ?? ''}
          onChange={(q) => onSearch({ ...search, q: q || undefined })}
        />
        <Select
          className={classes.filter}
          aria-label={t('container-admin.game')}
          placeholder={t('container-admin.anyGame')}
          clearable
          value={search.game === undefined ? null : String(search.game)}
          onChange={(game) => onSearch({ ...search, game: game === null ? undefined : Number(game) })}
          data={gamesOf(all).map(({ id, title }) => ({ value: String(id), label: title }))}
        />
        <Select
          className={classes.filter}
          aria-label={t('container-admin.status')}
          placeholder={t('container-admin.anyStatus')}
          clearable
          value={search.status ?? null}
          onChange={(status) => onSearch({ ...search, status: (status as Instance['status'] | null) ?? undefined })}
          data={statuses.map((status) => ({ value: status, label: t(`container-admin.state.${status}`) }))}
        />
        <span className="push dimmed text-13 figures" role="status">
          {instances.data && t('container-admin.count', { shown: shown.length, count: all.length })}
        </span>
      </div>
      <Panel flush>
        {instances.isPending && <ListSkeleton count={6} />}
        <FailedQuery query={instances} />
        {instances.data &&
          shown.length === 0 &&
          (all.length > 0 ? (
            <NothingFound title={t('container-admin.nothingFound')} onClear={() => onSearch({})} />
          ) : (
            <EmptyState
              icon={<IconBoxOff size={28} />}
              title={t('container-admin.empty')}
              hint={t('container-admin.emptyHint')}
            />
          ))}
        {shown.length > 0 && (
          <InstancesTable
            instances={shown}
            selection={selection}
            onLog={setLog}
            onEnd={({ containerGuid }) => ask([containerGuid])}
          />
        )}
      </Panel>
      <SelectionBar
        count={selection.chosen.length}
        of={shown.length}
        onAll={selection.toggleAll}
        onClear={selection.clear}
        done={each.done}
      >
        <Button
          size="xs"
          variant="outline"
          color="red"
          leftSection={<IconSquareX size={16} aria-hidden />}
          onClick={() => ask([...selection.chosen])}
        >
          {t('container-admin.end.confirm')}
        </Button>
      </SelectionBar>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
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
