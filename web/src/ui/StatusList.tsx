import type { ReactNode } from 'react';
import classes from './StatusList.module.css';

/** Lines about the state of something, each with a sign, words, and where to act. */
export function StatusList({ children }: { children: ReactNode }) {
  return <ul>{children}</ul>;
}

type StatusItemProps = {
  tone: 'done' | 'advice' | 'missing';
  /** The tone in words, for those who do not see the sign. */
  spoken: string;
  /** The path of the sign, 16 by 16. */
  sign: string;
  children: ReactNode;
  /** Links stand at the end of the line. */
  tools?: ReactNode;
};

export function StatusItem({ tone, spoken, sign, children, tools }: StatusItemProps) {
  return (
    <li className={classes.item} data-tone={tone}>
      <svg viewBox="0 0 16 16" width="16" height="16" className={classes.sign} aria-hidden>
        <path d={sign} />
      </svg>
      <span className={classes.words}>
        <span className="visually-hidden">{spoken}: </span>
        {children}
      </span>
      {tools}
    </li>
  );
}
