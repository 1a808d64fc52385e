import { useEffect, useRef } from 'react';
import classes from './HintLayer.module.css';

// One element for all hints of the page, shown over whatever carries `data-hint`. A component per hint, each with its own
// listeners and positioning, would cost more than the rows of a large table themselves.

const delayMs = 300;
const gap = 8;

/** Shows the hints of the page; stands once in the frame. */
export function HintLayer() {
  const bubble = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown: Element | null = null;

    const hide = () => {
      clearTimeout(timer);
      shown = null;
      bubble.current?.removeAttribute('data-shown');
    };
    const show = (target: HTMLElement) => {
      const element = bubble.current;
      if (!element || !target.isConnected) return;
      element.textContent = target.dataset.hint ?? '';
      element.dataset.shown = '';
      place(element, target.getBoundingClientRect(), target.dataset.hintSide === 'right');
    };
    const enter = (at: EventTarget | null | undefined, wait: number) => {
      const target = at instanceof Element ? at.closest<HTMLElement>('[data-hint]') : null;
      if (target === shown) return;
      hide();
      if (!target) return;
      shown = target;
      timer = setTimeout(() => show(target), wait);
    };
    const over = (event: PointerEvent) => event.pointerType !== 'touch' && enter(event.target, delayMs);
    const focus = (event: FocusEvent) =>
      event.target instanceof Element && event.target.matches(':focus-visible') ? enter(event.target, 0) : undefined;
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();

    // The first sign of a reader brings the layer: what it was given for stands under the pointer.
    enter([...document.querySelectorAll(':hover')].at(-1), delayMs);
    const gone = new AbortController();
    const { signal } = gone;
    document.addEventListener('pointerover', over, { signal });
    document.addEventListener('focusin', focus, { signal });
    document.addEventListener('focusout', hide, { signal });
    document.addEventListener('pointerdown', hide, { signal });
    document.addEventListener('keydown', key, { signal });
    document.addEventListener('scroll', hide, { signal, capture: true });
    return () => {
      hide();
      gone.abort();
    };
  }, []);
  return <div ref={bubble} className={classes.hint} role="tooltip" />;
}

function place(bubble: HTMLElement, target: DOMRect, beside: boolean): void {
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const within = (value: number, max: number) => Math.max(gap, Math.min(value, max - gap));
  let left = target.left + target.width / 2 - width / 2;
  let top = target.top - height - gap;
  if (beside && target.right + gap + width < innerWidth) {
    left = target.right + gap;
    top = target.top + target.height / 2 - height / 2;
  } else if (top < gap) {
    top = target.bottom + gap;
  }
  bubble.style.left = `${within(left, innerWidth - width)}px`;
  bubble.style.top = `${within(top, innerHeight - height)}px`;
}
