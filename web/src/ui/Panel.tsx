import type { ReactNode } from 'react';
import classes from './Panel.module.css';

export type PanelProps = {
  title?: ReactNode;
  /** Stands at the right end of the title's line. */
  actions?: ReactNode;
  children?: ReactNode;
  /** Lets lists and tables reach the panel's edges. */
  flush?: boolean;
  /** Takes less room; for pages with many fields. */
  dense?: boolean;
  as?: 'section' | 'article' | 'aside' | 'div';
  className?: string;
  id?: string;
};

/** The surface that everything stands on. */
export function Panel(props: PanelProps) {
  const { title, actions, children, flush = false, dense = false, as: Element = 'section', className, id } = props;
  return (
    <Element
      id={id}
      className={`${classes.panel} ${flush ? classes.flush : ''} ${dense ? classes.dense : ''} ${className ?? ''}`}
    >
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
