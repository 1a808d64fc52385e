import { IconHistory } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { AuditEntry, AuditEntryOfAll } from '@vexil/contract/audit';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { FailedQuery } from '../../ui/FailedQuery';
import { Pager } from '../../ui/Pager';
import { Panel } from '../../ui/Panel';
import { ListSkeleton } from '../../ui/skeletons';
import classes from './Audit.module.css';
import { AuditLine } from './AuditLine';
import { pageSize } from './audit-log.queries';

type AuditListProps = {
  audit: UseQueryResult<{ data: (AuditEntry | AuditEntryOfAll)[]; total: number }>;
  /** The game whose organisers read it, and may restore values. */
  gameId?: number;
  page: number;
  onPage: (page: number | undefined) => void;
};

export function AuditList({ audit, gameId, page, onPage }: AuditListProps) {
  const t = useText('audit-log');
  const entries = audit.data?.data ?? [];
  return (
    <>
      <Panel flush>
        {audit.isPending && <ListSkeleton count={10} />}
        <FailedQuery query={audit} />
        {audit.data && entries.length === 0 && (
          <EmptyState
            icon={<IconHistory size={28} stroke={1.75} />}
            title={t('audit-log.empty')}
            hint={t('audit-log.emptyHint')}
          />
        )}
        {entries.length > 0 && (
          <ol className={classes.lines} data-old={audit.isPlaceholderData || undefined}>
            {entries.map((entry) => (
              <AuditLine key={entry.id} entry={entry} gameId={gameId} />
            ))}
          </ol>
        )}
      </Panel>
      <Pager page={page} pageCount={Math.ceil((audit.data?.total ?? 0) / pageSize)} onPage={onPage} />
    </>
  );
}
