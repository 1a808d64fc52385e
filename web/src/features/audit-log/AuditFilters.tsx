import type { AuditKind } from '@vexil/db/enums/audit';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { FilterSelect } from '../../ui/ListFilters';
import { DayField } from '../../ui/MomentField';
import { SearchField } from '../../ui/SearchField';
import own from './Audit.module.css';

type Filter = { who?: string; action?: string; from?: string; until?: string };

type AuditFiltersProps = {
  kinds: readonly AuditKind[];
  search: Filter;
  onFilter: (changed: Filter) => void;
  children?: ReactNode;
};

export function AuditFilters({ kinds, search, onFilter, children }: AuditFiltersProps) {
  const t = useText('audit-log');
  return (
    <>
      <SearchField
        className={own.search}
        label={t('audit-log.who')}
        value={search.who ?? ''}
        onChange={(who) => onFilter({ who: who || undefined })}
      />
      <FilterSelect
        label={t('audit-log.what')}
        placeholder={t('audit-log.anything')}
        searchable
        value={search.action?.replace('.', '')}
        onChange={(kind) => onFilter({ action: kind && `${kind}.` })}
        data={kinds.map((kind) => ({ value: kind, label: t(`audit-log.kind.${kind}`) }))}
      />
      {children}
      {(['from', 'until'] as const).map((name) => (
        <DayField
          key={name}
          className={own.date}
          aria-label={t(`audit-log.${name}`)}
          placeholder={t(`audit-log.${name}`)}
          value={search[name] ?? ''}
          onChange={(day) => onFilter({ [name]: day || undefined })}
        />
      ))}
    </>
  );
}
