import { type RefObject, useEffect, useRef } from 'react';

/** The control may go, and the dialog that asked about it may close, a while after the signal on a slow device. */
const checkMs = 50;
const checksMax = 40;

/** Dialogs, their lists and toasts are asked about something in the page, and go. */
const isPassing = (element: Element) => element.closest('[role="dialog"], [role="alert"], [data-portal]') !== null;

const firstControl = ['button:not([disabled]), a[href]'];

/**
 * Gives the focus to a control of `place` when a change of `signal` has removed the one that had it: what the first of
 * the selectors finds that finds anything. Not when the user has pressed or focused something else since.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, signal: string, wanted = firstControl): void {
  const isInside = useRef(false);
  const selectors = useRef(wanted);
  selectors.current = wanted;
  const lastSignal = useRef(signal);
  useEffect(() => {
    const follow = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      isInside.current = place.current?.contains(target) || (isInside.current && isPassing(target));
    };
    document.addEventListener('focusin', follow);
    document.addEventListener('pointerdown', follow);
    return () => {
      document.removeEventListener('focusin', follow);
      document.removeEventListener('pointerdown', follow);
    };
  }, [place]);
  useEffect(() => {
    if (lastSignal.current === signal) return;
    lastSignal.current = signal;
    let checks = 0;
    let timer = setTimeout(check);
    function check() {
      if (!isInside.current) return;
      if (document.activeElement === document.body) {
        const found = selectors.current.map((selector) => place.current?.querySelector<HTMLElement>(selector));
        found.find((element) => element)?.focus();
      }
      checks += 1;
      if (checks < checksMax) timer = setTimeout(check, checkMs);
    }
    return () => clearTimeout(timer);
  }, [place, signal]);
}
