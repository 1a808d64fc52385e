import { NumberInput, Select, TextInput } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { tableClasses as classes } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { FailedQuery } from '../../ui/FailedQuery';
import { PageHeader } from '../../ui/PageHeader';
import { Pager } from '../../ui/Pager';
import { Panel } from '../../ui/Panel';
import { SearchField } from '../../ui/SearchField';
import { ListSkeleton } from '../../ui/skeletons';
import own from './Audit.module.css';
import { AuditLine } from './AuditLine';
import { type AuditSearch, pageSize, useAudit } from './audit-log.queries';

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
  const entries = audit.data?.data ?? [];
  const filter = (changed: AuditSearch) => onSearch({ ...search, ...changed, page: undefined });
  return (
    <>
      <PageHeader title={t('audit-log.title')} lead={t('audit-log.lead')} />
      <div className={classes.filters}>
        <SearchField
          className={classes.search}
          label={t('audit-log.who')}
          value={search.who ?? ''}
          onChange={(who) => filter({ who: who || undefined })}
        />
        <Select
          className={classes.filter}
          aria-label={t('audit-log.what')}
          placeholder={t('audit-log.anything')}
          clearable
          searchable
          value={search.action?.replace('.', '') ?? null}
          onChange={(kind) => filter({ action: kind === null ? undefined : `${kind}.` })}
          data={kinds}
        />
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
        {(['from', 'until'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            aria-label={t(`audit-log.${name}`)}
            value={search[name] ?? ''}
            onChange={(event) => filter({ [name]: event.currentTarget.value || undefined })}
          />
        ))}
        <span className={`${classes.count} figures`} role="status">
          {audit.data && t('audit-log.count', { count: audit.data.total })}
        </span>
      </div>
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
          <ol className={own.lines} data-old={audit.isPlaceholderData || undefined}>
            {entries.map((entry) => (
              <AuditLine key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </Panel>
      <Pager
        page={search.page ?? 1}
        pageCount={Math.ceil((audit.data?.total ?? 0) / pageSize)}
        onPage={(page) => onSearch({ ...search, page })}
      />
    </>
  );
}
