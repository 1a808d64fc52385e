import { Button, CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text';
import classes from './SelectionBar.module.css';
import type { Selection } from './use-selection';

type SelectionBarProps = {
  /** The bar is there while any are chosen. */
  selection: Pick<Selection<string | number>, 'chosen' | 'toggleAll' | 'clear'>;
  /** How many are shown; where not all are chosen, one press chooses them. */
  of: number;
  /** How many are done, while an act runs. */
  done?: number | undefined;
  /** The acts, as buttons. */
  children: ReactNode;
};

/** What can be done to the chosen rows; stays in sight at the lower edge. */
export function SelectionBar({ selection, of, done, children }: SelectionBarProps) {
  const t = useText();
  const count = selection.chosen.length;
  if (count === 0) return null;
  return (
    <section className={classes.bar} aria-label={t('ui.selection.label')} data-floor>
      <CloseButton aria-label={t('ui.selection.clear')} onClick={selection.clear} />
      <strong className="figures" role="status">
        {done === undefined
          ? t('ui.selection.count', { number: count })
          : t('ui.selection.progress', { done, number: count })}
      </strong>
      {count < of && (
        <Button size="xs" variant="subtle" onClick={selection.toggleAll}>
          {t('ui.selection.all', { number: of })}
        </Button>
      )}
      <div className="flex wrap gap-8 push" data-acts>
        {children}
      </div>
    </section>
  );
}
