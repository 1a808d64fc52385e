import 'katex/dist/katex.min.css';
import katex from 'katex';

/** Draws a formula as nodes of the page. Commands that make links or load pictures are off; mistakes show in red. */
export function drawMath(element: HTMLElement, source: string, displayMode: boolean): void {
  katex.render(source, element, {
    displayMode,
    throwOnError: false,
    trust: false,
    strict: 'ignore',
    errorColor: 'var(--color-danger)',
    // Against formulas that are there to stop the browser.
    maxExpand: 300,
    maxSize: 30,
  });
}
