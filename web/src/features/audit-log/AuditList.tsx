import { IconHistory } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { AuditEntry, AuditEntryOfAll } from '@vexil/contract/audit';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { ListPanel } from '../../ui/ListPanel';
import { NothingFound } from '../../ui/NothingFound';
import { Pager } from '../../ui/Pager';
import { useRowKeys } from '../../ui/use-row-keys';
import classes from './Audit.module.css';
import { AuditLine } from './AuditLine';
import { type AuditSearch, pageSize } from './audit-log.queries';

const noGames: ReadonlyMap<number, string> = new Map();

type AuditListProps = {
  audit: UseQueryResult<{ data: (AuditEntry | AuditEntryOfAll)[]; total: number }>;
  /** The game whose organisers read it, and may restore values. */
  gameId?: number;
  /** Titles of games by id. */
  games?: ReadonlyMap<number, string>;
  search: AuditSearch;
  onSearch: (search: AuditSearch) => void;
};

export function AuditList({ audit, gameId, games = noGames, search, onSearch }: AuditListProps) {
  const t = useText('audit-log');
  const rows = useRowKeys<HTMLOListElement>();
  const entries = audit.data?.data ?? [];
  const isFiltered = Object.values(search).some((each) => each !== undefined);
  return (
    <>
      <ListPanel
        query={audit}
        count={10}
        isEmpty={entries.length === 0}
        empty={
          isFiltered ? (
            <NothingFound title={t('audit-log.nothingFound')} onClear={() => onSearch({})} />
          ) : (
            <EmptyState icon={<IconHistory />} title={t('audit-log.empty')} hint={t('audit-log.emptyHint')} />
          )
        }
      >
        <div className={classes.head} data-all={gameId === undefined || undefined} aria-hidden>
          <span>{t('audit-log.time')}</span>
          <span>{t('audit-log.who')}</span>
          <span>{t('audit-log.what')}</span>
          <span>{t('audit-log.thing')}</span>
          <span>{t('audit-log.fields')}</span>
          {gameId === undefined && <span>{t('audit-log.game')}</span>}
        </div>
        <ol {...rows} className={classes.lines} data-old={audit.isPlaceholderData || undefined}>
          {entries.map((entry) => (
            <AuditLine key={entry.id} entry={entry} gameId={gameId} games={games} />
          ))}
        </ol>
      </ListPanel>
      <Pager
        page={search.page ?? 1}
        pageCount={Math.ceil((audit.data?.total ?? 0) / pageSize)}
        onPage={(page) => onSearch({ ...search, page })}
      />
    </>
  );
}
