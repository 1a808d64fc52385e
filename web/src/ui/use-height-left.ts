import { type RefObject, useLayoutEffect } from 'react';

/** On phones pages scroll as a whole, and measuring would lay a page out before it is complete. */
const hasPanes = () => matchMedia('(min-width: 48em)').matches;

/** Keeps `--top` on an element: how far it stands below the top of the document, in pixels. For panes that fill the rest. */
export function useHeightLeft(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const measure = () => {
      if (!hasPanes()) return;
      const own = element.current;
      own?.style.setProperty('--top', `${Math.round(own.getBoundingClientRect().top + window.scrollY)}px`);
    };
    measure();
    // Banners and wrapped lines above push it down. When they go, the body keeps its height; what is around both does not.
    const observer = new ResizeObserver(measure);
    for (let around = element.current?.parentElement; around; around = around.parentElement) observer.observe(around);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [element]);
}
