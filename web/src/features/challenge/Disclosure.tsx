import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { ListSkeleton } from '../../ui/skeletons';
import classes from './Disclosure.module.css';

type DisclosureProps = {
  title: string;
  /** Beside the title; seen while closed. */
  note?: ReactNode;
  children: ReactNode;
};

/** Its content is built when it is first opened. */
export function Disclosure({ title, note, children }: DisclosureProps) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>
        <button
          type="button"
          className={classes.button}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        >
          <IconChevronRight size={16} stroke="2px" className={classes.arrow} />
          <span className="rigid">{title}</span>
          {note !== undefined && <span className="figures shrinks push dimmed medium">{note}</span>}
        </button>
      </h3>
      <div id={id} hidden={!opened} className={classes.content}>
        {opened && <Suspense fallback={<ListSkeleton count={3} />}>{children}</Suspense>}
      </div>
    </section>
  );
}
