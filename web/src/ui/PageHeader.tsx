import type { ReactNode } from 'react';
import { useBrand } from './brand';
import classes from './PageHeader.module.css';

export type PageHeaderProps = {
  title: string;
  /** One line that says what the page is for, or the few facts about its thing. */
  lead?: ReactNode;
  /** Above the title: where one is, as links. */
  trail?: ReactNode;
  actions?: ReactNode;
};

/** Title of a page and of its tab in the browser. */
export function PageHeader({ title, lead, trail, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <PageTitle title={title} />
      <div className={classes.words}>
        {trail && <div className="below-4 faint text-13">{trail}</div>}
        <h1 className={classes.title}>{title}</h1>
        {lead && <div className={classes.lead}>{lead}</div>}
      </div>
      {actions && <div className="row wrap gap-8">{actions}</div>}
    </header>
  );
}

/** The browser's title alone, for pages that have a heading of their own. */
export function PageTitle({ title }: { title?: string }) {
  const brand = useBrand();
  return <title>{title ? `${title} · ${brand}` : brand}</title>;
}
