import { Select, type SelectProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { tableClasses as classes } from './DataTable';
import { SearchField } from './SearchField';

type ListFiltersProps = {
  /** What is searched, for the name of the field. */
  label?: string;
  q?: string | undefined;
  /** Undefined for an empty field. */
  onSearch?: (q: string | undefined) => void;
  /** How many there are, once that is known. */
  count?: ReactNode;
  children?: ReactNode;
};

/** The row above a list: a search field, filters, and how many entries there are. */
export function ListFilters({ label = '', q = '', onSearch, count, children }: ListFiltersProps) {
  return (
    <div className="row wrap gap-8-12 below-12">
      {onSearch && (
        <SearchField
          className={classes.search}
          label={label}
          value={q}
          onChange={(value) => onSearch(value || undefined)}
        />
      )}
      {children}
      {count !== undefined && (
        <span className="push dimmed text-13 figures" role="status">
          {count}
        </span>
      )}
    </div>
  );
}

type FilterSelectProps<Value extends string> = Pick<SelectProps, 'className' | 'placeholder' | 'searchable'> & {
  label: string;
  value: Value | undefined;
  data: readonly { value: Value; label: string }[];
  /** Undefined for any. */
  onChange: (value: Value | undefined) => void;
};

export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, value = null, data, onChange, className = classes.filter, ...input } = props;
  return (
    <Select
      {...input}
      className={className}
      aria-label={label}
      clearable
      value={value}
      onChange={(chosen) => onChange((chosen ?? undefined) as Value | undefined)}
      data={data}
    />
  );
}
