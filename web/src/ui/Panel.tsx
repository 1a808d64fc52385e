import type { ReactNode } from 'react';
import classes from './Panel.module.css';

export type PanelProps = {
  title?: ReactNode;
  /** Stands at the right end of the title's line. */
  actions?: ReactNode;
  children?: ReactNode;
  /** Lets lists and tables reach the panel's edges. */
  flush?: boolean;
  as?: 'section' | 'article' | 'aside' | 'div';
  className?: string;
  id?: string;
};

/** The surface that everything stands on. */
export function Panel({ title, actions, children, flush = false, as: Element = 'section', className, id }: PanelProps) {
  return (
    <Element id={id} className={`${classes.panel} ${flush ? classes.flush : ''} ${className ?? ''}`}>
      {(title || actions) && (
        <div className={classes.head}>
          {title && <h2 className={classes.title}>{title}</h2>}
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </Element>
  );
}
