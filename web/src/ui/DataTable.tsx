import type { ReactNode } from 'react';
import classes from './DataTable.module.css';

type DataTableProps = {
  label: string;
  /** Heads of the columns; an empty one is of tools. */
  head: ReactNode[];
  /** Rows of filters that hold no longer, while the others are fetched. */
  isOld?: boolean;
  children: ReactNode;
};

/** A table that becomes a list of cards on small screens; there each cell shows its `data-label`. */
export function DataTable({ label, head, isOld = false, children }: DataTableProps) {
  return (
    <table className={classes.table} aria-label={label} data-old={isOld || undefined}>
      <thead>
        <tr>
          {head.map((title, index) => {
            // Columns do not move.
            const key = `column ${index}`;
            return title ? (
              <th key={key} scope="col">
                {title}
              </th>
            ) : (
              <td key={key} />
            );
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** A name with a line below and a picture before it. */
export function MainCell({ picture, name, detail }: { picture?: ReactNode; name: ReactNode; detail?: ReactNode }) {
  return (
    <span className={classes.main}>
      {picture}
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        {detail && <span className={classes.dimmed}>{detail}</span>}
      </span>
    </span>
  );
}

/** Parts of pages with such a table: filters, forms, counts. */
export const tableClasses = classes;
