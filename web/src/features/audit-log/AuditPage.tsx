import { auditKinds } from '@vexil/db/enums/audit';
import { useText } from '../../i18n/use-text';
import { FilterSelect, ListFilters } from '../../ui/ListFilters';
import { PageHeader } from '../../ui/PageHeader';
import own from './Audit.module.css';
import { AuditFilters } from './AuditFilters';
import { AuditList } from './AuditList';
import { type AuditSearch, useAudit, useGameTitles } from './audit-log.queries';

/** A game that is gone keeps its number. */
function choicesOf(games: ReadonlyMap<number, string>, chosen: number | undefined) {
  const choices = [...games].map(([id, label]) => ({ value: `${id}`, label }));
  const isKnown = chosen === undefined || games.has(chosen);
  return isKnown ? choices : [...choices, { value: `${chosen}`, label: `#${chosen}` }];
}

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
          <FilterSelect
            className={own.game}
            label={t('audit-log.game')}
            placeholder={t('audit-log.game')}
            searchable
            value={search.game === undefined ? undefined : `${search.game}`}
            onChange={(id) => filter({ game: Number(id) || undefined })}
            data={choicesOf(games, search.game)}
          />
        </AuditFilters>
      </ListFilters>
      <AuditList audit={audit} games={games} search={search} onSearch={onSearch} />
    </>
  );
}
