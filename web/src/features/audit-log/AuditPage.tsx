import { auditKinds } from '@vexil/db/enums/audit';
import { useText } from '../../i18n/use-text';
import { ListFilters } from '../../ui/ListFilters';
import { PageHeader } from '../../ui/PageHeader';
import { AuditFilters } from './AuditFilters';
import { AuditList } from './AuditList';
import { type AuditSearch, useAudit, useGameTitles } from './audit-log.queries';
import { GameFilter } from './GameFilter';

type AuditPageProps = { search: AuditSearch; onSearch: (search: AuditSearch) => void };

export function AuditPage({ search, onSearch }: AuditPageProps) {
  const t = useText('audit-log');
  const audit = useAudit(search);
  const games = useGameTitles();
  const filter = (changed: AuditSearch) => onSearch({ ...search, ...changed, page: undefined });
  return (
    <>
      <PageHeader title={t('audit-log.title')} lead={t('audit-log.lead')} />
      <ListFilters count={audit.data && t('audit-log.count', { count: audit.data.total })}>
        <AuditFilters kinds={auditKinds} search={search} onFilter={filter}>
          <GameFilter game={search.game} onGame={(game) => filter({ game })} />
        </AuditFilters>
      </ListFilters>
      <AuditList audit={audit} games={games} search={search} onSearch={onSearch} />
    </>
  );
}
