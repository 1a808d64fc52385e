import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './StateWord.module.css';

type StateWordProps = {
  icon: TablerIcon;
  /** None for what is usual, or over. */
  tone?: 'solved' | 'info' | 'warning' | 'danger' | undefined;
  /** Below the word. */
  detail?: ReactNode;
  children: ReactNode;
};

/** The state of a row as a shape and a word; what changes it stands in the row's menu. */
export function StateWord({ icon: Icon, tone, detail, children }: StateWordProps) {
  return (
    <span className={classes.state} data-tone={tone}>
      <Icon size={16} />
      <span>
        <span className="nowrap">{children}</span>
        {detail && <span className={classes.detail}>{detail}</span>}
      </span>
    </span>
  );
}
