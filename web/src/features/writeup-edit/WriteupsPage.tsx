import { ActionIcon, Button, SegmentedControl, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDownload, IconFileOff, IconFileText, IconMoodCheck, IconTrash } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { WriteupReviewList } from '@vexil/contract/writeup';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { LinkButton } from '../../ui/links';
import { NothingFound } from '../../ui/NothingFound';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { SearchField } from '../../ui/SearchField';
import { ListSkeleton } from '../../ui/skeletons';
import { TypedConfirmDialog } from '../../ui/TypedConfirmDialog';
import { useRowKeys } from '../../ui/use-row-keys';
import { WriteupReader } from './WriteupReader';
import { MissingRow, WriteupRow } from './WriteupRow';
import classes from './Writeups.module.css';
import { archiveAddress, divisionsQuery, gameQuery, useDeleteWriteups, writeupsQuery } from './writeup-edit.queries';

export type WriteupSearch = { q?: string; division?: number; show?: 'missing'; open?: number };

type WriteupsPageProps = { gameId: number; search: WriteupSearch; onSearch: (search: WriteupSearch) => void };

type Listed = { team: { name: string }; divisionId: number | null };

const fits = ({ q = '', division }: WriteupSearch) => {
  const words = q.toLowerCase().split(/\s+/);
  return ({ team, divisionId }: Listed) =>
    (division === undefined || divisionId === division) &&
    words.every((word) => team.name.toLowerCase().includes(word));
};

export function WriteupsPage({ gameId, search, onSearch }: WriteupsPageProps) {
  const t = useText('writeup-edit');
  const list = useQuery(writeupsQuery(gameId));
  const divisions = useQuery(divisionsQuery(gameId)).data ?? [];
  const names = new Map(divisions.map(({ id, name }) => [id, name]));
  const shown = list.data?.writeups.filter(fits(search)) ?? [];
  const missing = list.data?.missing.filter(fits(search)) ?? [];
  // Where list and reader stand side by side, the reader is never empty.
  const isWide = useMediaQuery('(min-width: 62em)', false) && search.show !== 'missing';
  const isMissing = search.show === 'missing';
  const opened = search.open ?? (isWide ? shown[0]?.id : undefined);
  const at = shown.findIndex(({ id }) => id === opened);
  const keys = useRowKeys<HTMLUListElement>();
  const open = (id: number | undefined) => onSearch({ ...search, open: id });
  const game = useSuspenseQuery(gameQuery(gameId)).data;
  if (list.data && list.data.writeups.length === 0 && !game.writeupRequired) return <NotAsked gameId={gameId} />;
  return (
    <>
      <div className="row wrap gap-8-12 below-12">
        <Filters {...{ divisions, search, onSearch }} />
        <Summary list={list.data} />
        <AllActions gameId={gameId} list={list.data} />
      </div>
      <div className={classes.page} data-open={at >= 0 || undefined} data-single={shown.length === 0 || undefined}>
        <Panel flush className={classes.list}>
          <QueryState query={list} pending={<ListSkeleton count={6} />} />
          {list.data && (isMissing ? missing : shown).length === 0 && (
            <Nothing
              {...{ list: list.data, isMissing }}
              onClear={() => onSearch({ ...search, q: undefined, division: undefined })}
            />
          )}
          <ul {...keys} className={classes.rows} aria-label={t('writeup-edit.list')}>
            {isMissing
              ? missing.map((one) => (
                  <MissingRow key={one.id} team={one.team} division={names.get(one.divisionId ?? 0)} />
                ))
              : shown.map((writeup) => (
                  <WriteupRow
                    key={writeup.id}
                    writeup={writeup}
                    division={names.get(writeup.divisionId ?? 0)}
                    isOpen={writeup.id === opened}
                    onOpen={() => open(writeup.id)}
                  />
                ))}
          </ul>
        </Panel>
        {shown.length > 0 && <Reader {...{ gameId, shown, at, open, isWide }} />}
      </div>
    </>
  );
}

type FiltersProps = Omit<WriteupsPageProps, 'gameId'> & { divisions: readonly { id: number; name: string }[] };

function Filters({ divisions, search, onSearch }: FiltersProps) {
  const t = useText('writeup-edit');
  return (
    <>
      <SegmentedControl
        aria-label={t('writeup-edit.show')}
        value={search.show ?? 'all'}
        onChange={(show) => onSearch({ ...search, show: show === 'missing' ? 'missing' : undefined })}
        data={[
          { value: 'all', label: t('writeup-edit.handedIn') },
          { value: 'missing', label: t('writeup-edit.missing') },
        ]}
      />
      <SearchField
        className={classes.search}
        label={t('writeup-edit.search')}
        value={search.q ?? ''}
        onChange={(q) => onSearch({ ...search, q: q || undefined })}
      />
      {divisions.length > 0 && (
        <Select
          aria-label={t('writeup-edit.division')}
          placeholder={t('writeup-edit.allDivisions')}
          clearable
          value={search.division === undefined ? null : String(search.division)}
          onChange={(value) => onSearch({ ...search, division: value === null ? undefined : Number(value) })}
          data={divisions.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
    </>
  );
}

type ReaderProps = {
  gameId: number;
  shown: WriteupReviewList['writeups'];
  at: number;
  open: (id: number | undefined) => void;
  isWide: boolean;
};

function Reader({ gameId, shown, at, open, isWide }: ReaderProps) {
  const t = useText('writeup-edit');
  if (shown[at]) {
    return (
      <WriteupReader
        key={shown[at].id}
        gameId={gameId}
        writeup={shown[at]}
        place={{ at: at + 1, count: shown.length }}
        onPrevious={at > 0 ? () => open(shown[at - 1]?.id) : undefined}
        onNext={at < shown.length - 1 ? () => open(shown[at + 1]?.id) : undefined}
        onClose={isWide ? undefined : () => open(undefined)}
      />
    );
  }
  return (
    <Panel className={classes.hint}>
      <EmptyState icon={<IconFileText />} title={t('writeup-edit.choose')} hint={t('writeup-edit.chooseHint')} />
    </Panel>
  );
}

function Summary({ list }: { list: WriteupReviewList | undefined }) {
  const t = useText('writeup-edit');
  if (!list) return null;
  const graded = list.writeups.filter(({ grade }) => grade !== null).length;
  return (
    <span className="dimmed text-12 figures" role="status">
      {t('writeup-edit.summary', { count: list.writeups.length, missing: list.missing.length, graded })}
    </span>
  );
}

function NotAsked({ gameId }: { gameId: number }) {
  const t = useText('writeup-edit');
  return (
    <Panel>
      <EmptyState
        icon={<IconFileOff />}
        title={t('writeup-edit.off')}
        hint={t('writeup-edit.offHint')}
        action={
          <LinkButton to="/admin/games/$id/info" params={{ id: gameId }} hash="writeups" variant="default">
            {t('writeup-edit.switchOn')}
          </LinkButton>
        }
      />
    </Panel>
  );
}

type NothingProps = { list: WriteupReviewList; isMissing: boolean; onClear: () => void };

function Nothing({ list, isMissing, onClear }: NothingProps) {
  const t = useText('writeup-edit');
  const say = (icon: ReactNode, title: string, hint?: string) => <EmptyState icon={icon} title={title} hint={hint} />;
  if ((isMissing ? list.missing : list.writeups).length > 0) {
    return <NothingFound title={t('writeup-edit.nothingFound')} onClear={onClear} />;
  }
  if (isMissing) return say(<IconMoodCheck />, t('writeup-edit.noneMissing'));
  return say(<IconFileOff />, t('writeup-edit.empty'), t('writeup-edit.emptyHint'));
}

function AllActions({ gameId, list }: { gameId: number; list: WriteupReviewList | undefined }) {
  const t = useText('writeup-edit');
  const game = useSuspenseQuery(gameQuery(gameId)).data;
  const remove = useDeleteWriteups(gameId);
  const [asking, setAsking] = useState(false);
  const isEmpty = !list || list.writeups.length === 0;
  return (
    <div className="flex wrap gap-8 push">
      {!isEmpty && (
        <>
          <Button component="a" href={archiveAddress(gameId)} download variant="default" leftSection={<IconDownload />}>
            {t('writeup-edit.archive')}
          </Button>
          <ActionIcon
            data-hint={t('writeup-edit.deleteAll')}
            variant="default"
            size={36}
            aria-label={t('writeup-edit.deleteAll')}
            onClick={() => setAsking(true)}
          >
            <IconTrash />
          </ActionIcon>
        </>
      )}
      <TypedConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('writeup-edit.deleteTitle')}
        confirmLabel={t('writeup-edit.deleteAll')}
        expected={game.title}
        fieldLabel={t('writeup-edit.deleteType', { title: game.title })}
        onConfirm={() => remove.mutateAsync()}
      >
        {t('writeup-edit.deleteText')}
      </TypedConfirmDialog>
    </div>
  );
}
