import { Select } from '@mantine/core';
import { auditKinds } from '@vexil/db/enums/audit';
import { useText } from '../../i18n/use-text';
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
      <div className="row wrap gap-8-12 below-12">
        <AuditFilters kinds={auditKinds} search={search} onFilter={filter}>
          <Select
            className={own.game}
            aria-label={t('audit-log.game')}
            placeholder={t('audit-log.game')}
            clearable
            searchable
            value={search.game === undefined ? null : `${search.game}`}
            onChange={(id) => filter({ game: Number(id) || undefined })}
            data={choicesOf(games, search.game)}
          />
        </AuditFilters>
        <span className="push dimmed text-13 figures" role="status">
          {audit.data && t('audit-log.count', { count: audit.data.total })}
        </span>
      </div>
      <AuditList audit={audit} games={games} search={search} onSearch={onSearch} />
    </>
  );
}
