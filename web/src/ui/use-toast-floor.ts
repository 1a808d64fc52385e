import { useLayoutEffect } from 'react';

/** Bars at the bottom edge, such as the flag field, begin at most this far above it. */
const reachPx = 200;

/**
 * While toasts stand, keeps `--toast-floor` on the document: how far above the bottom edge of the window, in pixels,
 * the bars end that share a column with the toasts. A bar takes part through the attribute `data-toast-floor`, so that
 * features need not know where toasts are.
 */
export function useToastFloor(containerSelector: string, active: boolean): void {
  useLayoutEffect(() => {
    if (!active) return;
    let frame = 0;
    const measure = () => {
      frame = 0;
      const own = document.querySelector(containerSelector)?.getBoundingClientRect();
      if (!own) return;
      const tops = [...document.querySelectorAll('[data-toast-floor]')].flatMap((bar) => {
        const { top, bottom, left, right } = bar.getBoundingClientRect();
        const isBeside = right <= own.left || left >= own.right;
        // One that has been scrolled out of the window, or far up, is no floor.
        const isAtEdge = top < window.innerHeight && bottom > window.innerHeight - reachPx;
        return isBeside || !isAtEdge ? [] : top;
      });
      const floor = Math.max(0, ...tops.map((top) => window.innerHeight - top));
      document.documentElement.style.setProperty('--toast-floor', `${Math.round(floor)}px`);
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    // Bars come and go with what is typed and opened, and those that stick move with the page.
    const observer = new MutationObserver(schedule);
    observer.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('scroll', schedule, { capture: true, passive: true });
    window.addEventListener('resize', schedule);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('scroll', schedule, { capture: true });
      window.removeEventListener('resize', schedule);
    };
  }, [containerSelector, active]);
}
