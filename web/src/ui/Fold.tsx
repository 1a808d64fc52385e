import { IconChevronRight } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './Fold.module.css';

type FoldProps = {
  title: ReactNode;
  /** Beside the title; names what is inside. */
  note?: ReactNode;
  /** Something inside has to be seen, such as an error. */
  wanted?: boolean;
  children: ReactNode;
};

/** What is seldom needed; an address that names a place inside opens it. */
export function Fold({ title, note, wanted = false, children }: FoldProps) {
  const fold = useRef<HTMLDetailsElement>(null);
  const [opened, setOpened] = useState(wanted);
  const hash = useLocation({ select: ({ hash }) => hash });
  useEffect(() => {
    const target = hash ? document.getElementById(hash) : null;
    if (!target || !fold.current?.contains(target)) return;
    fold.current.open = true;
    target.scrollIntoView({ block: 'start' });
  }, [hash]);
  useEffect(() => {
    if (wanted) setOpened(true);
  }, [wanted]);
  return (
    <details
      ref={fold}
      className={classes.fold}
      open={opened}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary className={classes.summary}>
        <IconChevronRight size={16} stroke="2px" className={classes.arrow} />
        <span className={classes.title}>{title}</span>
        {note !== undefined && <span className="shrinks ellipsis dimmed text-12">{note}</span>}
      </summary>
      <div className={classes.content}>{children}</div>
    </details>
  );
}
