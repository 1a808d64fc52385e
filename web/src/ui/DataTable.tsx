import { ActionIcon, Checkbox, Select, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { PointerEvent, ReactNode } from 'react';
import { useText } from '../i18n/use-text';
import classes from './DataTable.module.css';
import { useRowKeys } from './use-row-keys';
import type { Selection } from './use-selection';

/** A head; with `order` it sorts. A spare column, whose cells have `data-spare`, is left out where it is narrow. */
type Column = { title: string; order?: string | undefined; isSpare?: boolean };

export type Sort = { order: string; desc: boolean; onSort: (order: string, desc: boolean) => void };

type DataTableProps<Id extends string | number> = {
  label: string;
  /** Heads of the columns; an empty one is of tools. */
  head: (string | Column)[];
  sort?: Sort;
  /** Gives the first column a box for all rows. */
  selection?: Selection<Id>;
  /** Rows of filters that hold no longer, while the others are fetched. */
  isOld?: boolean;
  children: ReactNode;
};

/**
 * A table that becomes a list of cards on small screens; there each cell shows its `data-label`, and a field above sorts.
 * `data-row` marks what the keys of the list press.
 */
export function DataTable<Id extends string | number>(props: DataTableProps<Id>) {
  const { label, head, sort, selection, isOld = false, children } = props;
  const t = useText();
  const rows = useRowKeys<HTMLTableSectionElement>();
  const columns = head.map((each) => (typeof each === 'string' ? { title: each } : each));
  return (
    <>
      {sort && <SortField columns={columns} sort={sort} />}
      <table className={classes.table} aria-label={label} data-old={isOld || undefined}>
        <thead>
          <tr>
            {selection && (
              <td data-pick>
                <Checkbox
                  size="xs"
                  aria-label={t('ui.selection.pickAll')}
                  checked={selection.isAll}
                  indeterminate={!selection.isAll && selection.chosen.length > 0}
                  onChange={selection.toggleAll}
                />
              </td>
            )}
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move
              <Head key={index} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody {...rows}>{children}</tbody>
      </table>
    </>
  );
}

/** The first press sorts upwards, the next downwards. */
function Head({ column: { title, order, isSpare }, sort }: { column: Column; sort?: Sort | undefined }) {
  if (title === '') return <td />;
  if (order === undefined || !sort) {
    return (
      <th scope="col" data-spare={isSpare || undefined}>
        {title}
      </th>
    );
  }
  const isActive = sort.order === order;
  const Icon = sort.desc ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" aria-sort={isActive ? (sort.desc ? 'descending' : 'ascending') : undefined}>
      <UnstyledButton className={classes.sort} onClick={() => sort.onSort(order, isActive && !sort.desc)}>
        {title}
        {isActive && <Icon size={14} stroke="2px" />}
      </UnstyledButton>
    </th>
  );
}

/** Where the heads are hidden. */
function SortField({ columns, sort }: { columns: Column[]; sort: Sort }) {
  const t = useText();
  const Icon = sort.desc ? IconArrowDown : IconArrowUp;
  return (
    <div className={classes.sortField}>
      <Select
        aria-label={t('ui.table.sortBy')}
        value={sort.order}
        onChange={(order) => order !== null && sort.onSort(order, sort.desc)}
        data={columns.flatMap(({ title, order }) => (order === undefined ? [] : [{ value: order, label: title }]))}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t(sort.desc ? 'ui.table.descending' : 'ui.table.ascending')}
        onClick={() => sort.onSort(sort.order, !sort.desc)}
      >
        <Icon />
      </ActionIcon>
    </div>
  );
}

/** The box that chooses a row; the first cell. */
export function PickCell<Id extends string | number>(props: { selection: Selection<Id>; id: Id; name: string }) {
  const { selection, id, name } = props;
  const t = useText();
  return (
    <td data-pick>
      <Checkbox
        size="xs"
        aria-label={t('ui.selection.pick', { name })}
        checked={selection.has(id)}
        onChange={() => selection.toggle(id)}
      />
    </td>
  );
}

type MainCellProps = {
  picture?: ReactNode;
  name: ReactNode;
  detail?: ReactNode;
  /** Cuts off what does not fit, and shows the whole line as a hint. */
  oneLine?: boolean;
};

/** A name with a line below and a picture before it. */
export function MainCell({ picture, name, detail, oneLine }: MainCellProps) {
  const onPointerOver = oneLine ? hintIfClipped : undefined;
  return (
    <span className={classes.main} data-one-line={oneLine || undefined}>
      {picture}
      <span className="grid shrinks">
        <span className={classes.name} onPointerOver={onPointerOver}>
          {name}
        </span>
        {detail && (
          <span className={classes.dimmed} onPointerOver={onPointerOver}>
            {detail}
          </span>
        )}
      </span>
    </span>
  );
}

/** Runs before the listener of the hints, which stands on the document. */
export function hintIfClipped({ currentTarget }: PointerEvent<HTMLElement>) {
  if (currentTarget.scrollWidth > currentTarget.clientWidth)
    currentTarget.dataset.hint = currentTarget.textContent ?? '';
  else delete currentTarget.dataset.hint;
}

/** Parts of pages with such a table: filters, forms, counts. */
export const tableClasses = classes;
