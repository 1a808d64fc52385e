import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderUi } from '../testing/render';
import { TabLinks } from './TabLinks';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('a row of tabs shows the active one, also where a count comes later and moves it', async () => {
  const callbacks = new Map<Element, () => void>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly callback: () => void) {}
      observe(element: Element) {
        callbacks.set(element, this.callback);
      }
      unobserve() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(320);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
  const left = vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockReturnValue(400);
  renderUi(
    <TabLinks label="Places">
      <a href="/notices">Notices</a>
      <a href="/scoreboard" data-status="active">
        Scoreboard
      </a>
    </TabLinks>,
  );
  const row = await screen.findByRole('navigation', { name: 'Places' });
  callbacks.get(row)?.();
  expect(row.scrollLeft).toBe(290);
  left.mockReturnValue(430);
  callbacks.get(screen.getByRole('link', { name: 'Notices' }))?.();
  expect(row.scrollLeft).toBe(320);
});

it('a row of tabs says at which end there are more', async () => {
  let measure = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        measure = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(320);
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(500);
  renderUi(
    <TabLinks label="Places">
      <a href="/notices">Notices</a>
    </TabLinks>,
  );
  const row = await screen.findByRole('navigation', { name: 'Places' });
  measure();
  expect(row).not.toHaveAttribute('data-before');
  expect(row).toHaveAttribute('data-after');
  row.scrollLeft = 180;
  row.dispatchEvent(new Event('scroll'));
  expect(row).toHaveAttribute('data-before');
  expect(row).not.toHaveAttribute('data-after');
});
