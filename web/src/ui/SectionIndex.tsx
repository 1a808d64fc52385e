import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './SectionIndex.module.css';
import { usePlaceOfAddress } from './use-place-of-address';
import { useTabRow } from './use-tab-row';

type Section = {
  /** The element's id. */
  id: string;
  label: string;
  /** Something in it is changed and not saved. */
  changed?: boolean;
};

type SectionIndexProps = {
  /** Names the list: "On this page". */
  label: string;
  /** Said of a section with unsaved changes. */
  changedLabel: string;
  sections: Section[];
  children: ReactNode;
};

/** A long page with a list of its sections in a row above. */
export function SectionIndex({ label, changedLabel, sections, children }: SectionIndexProps) {
  const current = useSectionInView(sections);
  usePlaceOfAddress();
  const row = useTabRow();
  const body = useRef<HTMLDivElement>(null);
  const fits = useFits(body);
  const go = (id: string) => {
    const section = document.getElementById(id);
    if (!section) return;
    const fold = section.closest('details') ?? section.querySelector<HTMLDetailsElement>(':scope > details');
    if (fold) fold.open = true;
    section.scrollIntoView({ block: 'start' });
    section.setAttribute('tabindex', '-1');
    section.focus({ preventScroll: true });
  };
  return (
    <div className={classes.page} data-fits={fits || undefined}>
      <nav ref={row.ref} className={`${classes.index} ${row.className}`} aria-label={label}>
        <ul className="flex gap-4">
          {sections.map(({ id, label: name, changed }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className={classes.link}
                aria-current={current === id ? 'location' : undefined}
                onClick={(event) => {
                  event.preventDefault(); // The address keeps its filters, and no guard asks about leaving.
                  go(id);
                }}
              >
                {name}
                {changed && (
                  <span className={classes.mark} title={changedLabel}>
                    <span className="visually-hidden">{changedLabel}</span>
                  </span>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div ref={body} className={classes.body}>
        {children}
      </div>
    </div>
  );
}

/** In windows; for what little is below, the list would only push the sections down. */
const fittingHeightMax = 1.2;

/**
 * Whether the sections are nearly in one view without the list. Measured when the page opens and when the window changes: a list
 * that comes or goes with what is typed or unfolded would move it.
 */
function useFits(body: RefObject<HTMLElement | null>): boolean {
  const [fits, setFits] = useState(false);
  useLayoutEffect(() => {
    const measure = () => {
      const own = body.current;
      const top = own?.parentElement?.getBoundingClientRect().top ?? 0;
      if (own)
        setFits(top + window.scrollY + own.getBoundingClientRect().height <= fittingHeightMax * window.innerHeight);
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [body]);
  return fits;
}

function useSectionInView(sections: Section[]): string | undefined {
  const ids = sections.map(({ id }) => id).join(' ');
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    if (!('IntersectionObserver' in window)) return;
    const visible = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) visible.add(target.id);
          else visible.delete(target.id);
        }
        const first = ids.split(' ').find((id) => visible.has(id));
        if (first) setCurrent(first);
      },
      { rootMargin: '-80px 0px -45% 0px' },
    );
    for (const id of ids.split(' ')) {
      const element = document.getElementById(id);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
