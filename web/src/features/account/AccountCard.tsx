import { Alert } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { PageTitle } from '../../ui/PageHeader';
import classes from './AccountCard.module.css';

type AccountCardProps = {
  title: string;
  lead?: ReactNode;
  /** Why the last try failed, where it concerns no single field. */
  failure?: ReactNode;
  onSubmit: ComponentProps<'form'>['onSubmit'];
  children: ReactNode;
  foot?: ReactNode;
};

/** The narrow form of the pages that lead into an account. */
export function AccountCard({ title, lead, failure, onSubmit, children, foot }: AccountCardProps) {
  return (
    <div className={classes.page}>
      <PageTitle title={title} />
      <form className={classes.card} onSubmit={onSubmit} noValidate>
        <div>
          <h1 className={classes.title}>{title}</h1>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        {children}
      </form>
      {foot && <p className={classes.foot}>{foot}</p>}
    </div>
  );
}
