import type { Key, ReactNode } from 'react';
import classes from './Verdicts.module.css';

/** Paths of the signs: a tick, a diamond, a cross, a question, a ring. */
const signs = {
  ok: 'm3 8.5 3.2 3.2L13 5',
  warning: 'M8 2.5 13.5 8 8 13.5 2.5 8z',
  fault: 'm4 4 8 8m0-8-8 8',
  unknown: 'M5.5 6a2.5 2.5 0 1 1 3.4 2.3c-.6.3-.9.7-.9 1.4m0 2.8v.3',
  todo: 'M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0z',
};

export type State = keyof typeof signs;

export const Sign = ({ state }: { state: State }) => (
  <svg viewBox="0 0 16 16" width="16" height="16" className={classes.sign} data-state={state} aria-hidden>
    <path d={signs[state]} />
  </svg>
);

export type VerdictItem = {
  key: Key;
  state: State;
  /** The state in words, for those who do not see the sign. */
  spoken?: string;
  words: ReactNode;
  /** Smaller, below the words: who is affected, what to do. */
  detail?: ReactNode;
  /** Links stand at the end of the line. */
  tools?: ReactNode;
};

/** Each with a sign, words, and where to act. */
export const Verdicts = ({ items }: { items: readonly VerdictItem[] }) => (
  <ul aria-live="polite">
    {items.map(({ key, state, spoken, words, detail, tools }) => (
      <li key={key} className={classes.item} data-state={state}>
        <Sign state={state} />
        <span className={classes.words}>
          {spoken && <span className="visually-hidden">{spoken}: </span>}
          {words}
          {detail && <span className="block dimmed text-13">{detail}</span>}
        </span>
        {tools}
      </li>
    ))}
  </ul>
);
