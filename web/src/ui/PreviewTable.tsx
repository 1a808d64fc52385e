import type { ReactNode } from 'react';
import classes from './PreviewTable.module.css';

type PreviewTableProps = { label: string; head: string[]; children: ReactNode };

/** Rows of a file in a frame that scrolls. */
export function PreviewTable({ label, head, children }: PreviewTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached with the keyboard
    <section className={classes.preview} tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
