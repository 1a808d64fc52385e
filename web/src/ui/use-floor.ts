import { useLayoutEffect } from 'react';

/** Bars at the bottom edge, such as the flag field, begin at most this far above it. */
const reachPx = 200;

/**
 * For what floats at the bottom edge of the window, such as toasts. While it is active, keeps in a CSS variable of the
 * document how far above that edge, in pixels, the bars end that share its column. A bar takes part through the attribute
 * `data-floor`, so that features need not know what floats.
 */
export function useFloor(containerSelector: string, variable: `--${string}`, active: boolean): void {
  useLayoutEffect(() => {
    if (!active) return;
    let frame = 0;
    const measure = () => {
      frame = 0;
      const floating = document.querySelector(containerSelector);
      const own = floating?.getBoundingClientRect();
      if (!own) return;
      const tops = [...document.querySelectorAll('[data-floor]')].flatMap((bar) => {
        if (floating?.contains(bar)) return [];
        const { top, bottom, left, right } = bar.getBoundingClientRect();
        const isBeside = right <= own.left || left >= own.right;
        // One that has been scrolled out of the window, or far up, is no floor.
        const isAtEdge = top < window.innerHeight && bottom > window.innerHeight - reachPx;
        return isBeside || !isAtEdge ? [] : top;
      });
      const floor = Math.max(0, ...tops.map((top) => window.innerHeight - top));
      document.documentElement.style.setProperty(variable, `${Math.round(floor)}px`);
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
  }, [containerSelector, variable, active]);
}
