import type { ReactNode } from 'react';
import classes from './DeadEnd.module.css';

type DeadEndProps = { code: string; title: string; text: string; address: string; children: ReactNode };

/** A page that leads no further: why, at which address, and the ways out. */
export function DeadEnd({ code, title, text, address, children }: DeadEndProps) {
  return (
    <div className={classes.page}>
      <svg viewBox="0 0 120 96" width="120" height="96" fill="none" aria-hidden className={classes.staff}>
        <path d="M24 6v84" strokeWidth="5" strokeLinecap="round" stroke="currentColor" opacity="0.5" />
        <path
          d="M33 12h72L88 31l17 19H33z"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeDasharray="5 5"
          strokeLinejoin="round"
        />
        <text x="59" y="37" textAnchor="middle" className={classes.code}>
          {code}
        </text>
      </svg>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      <p className={classes.address}>{address}</p>
      {children}
    </div>
  );
}
