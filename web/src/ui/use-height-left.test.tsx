import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useHeightLeft } from './use-height-left';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Pane() {
  const pane = useRef<HTMLDivElement>(null);
  useHeightLeft(pane);
  return <div ref={pane} data-testid="pane" />;
}

it('moves the pane up when a head above it gets lower and the body does not', () => {
  const observed: { element: Element; run: () => void }[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly run: () => void) {}
      observe(element: Element) {
        observed.push({ element, run: this.run });
      }
      disconnect() {}
    },
  );
  let top = 150;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => ({ top }) as DOMRect);

  render(
    <main>
      <header />
      <section>
        <Pane />
      </section>
    </main>,
  );
  const pane = screen.getByTestId('pane');
  expect(pane.style.getPropertyValue('--top')).toBe('150px');

  top = 118;
  act(() => {
    for (const { element, run } of observed) if (element.tagName === 'MAIN') run();
  });
  expect(pane.style.getPropertyValue('--top')).toBe('118px');
});
