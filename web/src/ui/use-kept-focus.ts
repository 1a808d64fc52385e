import { type RefObject, useEffect, useRef } from 'react';

/** When the pressed control has gone, and the dialog that asked about it with its transition. */
const checksMs = [0, 400];

/** Both are asked about something in the page, and go. */
const isPassing = (element: Element) => element.closest('[role="dialog"], [role="alert"]') !== null;

const firstControl = ['button:not([disabled]), a[href]'];

/**
 * Gives the focus to a control of `place` when a change of `signal` has removed the one that had it: what the first of
 * the selectors finds that finds anything.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, signal: string, wanted = firstControl): void {
  const isInside = useRef(false);
  const selectors = useRef(wanted);
  selectors.current = wanted;
  const lastSignal = useRef(signal);
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      isInside.current = place.current?.contains(target) || (isInside.current && isPassing(target));
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [place]);
  useEffect(() => {
    if (lastSignal.current === signal) return;
    lastSignal.current = signal;
    const timers = checksMs.map((ms) =>
      setTimeout(() => {
        if (!isInside.current || document.activeElement !== document.body) return;
        for (const selector of selectors.current) {
          const found = place.current?.querySelector<HTMLElement>(selector);
          if (found) return found.focus();
        }
      }, ms),
    );
    return () => timers.forEach(clearTimeout);
  }, [place, signal]);
}
