import { NumberInput } from '@mantine/core';
import { useText } from '../../i18n/use-text';
import { tableClasses as classes } from '../../ui/DataTable';
import { PageHeader } from '../../ui/PageHeader';
import own from './Audit.module.css';
import { AuditFilters } from './AuditFilters';
import { AuditList } from './AuditList';
import { type AuditSearch, useAudit } from './audit-log.queries';

/** Kinds of things whose changes are written down, as actions begin. */
const kinds = [
  'account',
  'asset',
  'attachment',
  'capture',
  'challenge',
  'config',
  'container',
  'division',
  'flag',
  'game',
  'notice',
  'participation',
  'post',
  'scoreboard',
  'staff',
  'team',
  'token',
  'writeup',
];

type AuditPageProps = { search: AuditSearch; onSearch: (search: AuditSearch) => void };

export function AuditPage({ search, onSearch }: AuditPageProps) {
  const t = useText('audit-log');
  const audit = useAudit(search);
  const filter = (changed: AuditSearch) => onSearch({ ...search, ...changed, page: undefined });
  return (
    <>
      <PageHeader title={t('audit-log.title')} lead={t('audit-log.lead')} />
      <div className={classes.filters}>
        <AuditFilters kinds={kinds} search={search} onFilter={filter}>
          <NumberInput
            className={own.game}
            aria-label={t('audit-log.game')}
            placeholder={t('audit-log.game')}
            hideControls
            min={1}
            allowDecimal={false}
            value={search.game ?? ''}
            onChange={(game) => filter({ game: Number(game) || undefined })}
          />
        </AuditFilters>
        <span className={`${classes.count} figures`} role="status">
          {audit.data && t('audit-log.count', { count: audit.data.total })}
        </span>
      </div>
      <AuditList audit={audit} page={search.page ?? 1} onPage={(page) => onSearch({ ...search, page })} />
    </>
  );
}
