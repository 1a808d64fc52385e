import { render, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useFloor } from './use-floor';

const place = (top: number, left: number, width: number, height: number) => (element: HTMLElement | null) => {
  if (element) element.getBoundingClientRect = () => new DOMRect(left, top, width, height);
};
const edge = window.innerHeight;
const floor = () => document.documentElement.style.getPropertyValue('--toast-floor');

function Page({ bars, active = true }: { bars: ReturnType<typeof place>[]; active?: boolean }) {
  useFloor('.toasts', '--toast-floor', active);
  return (
    <>
      <div className="toasts" data-floor ref={place(edge - 50, 0, 300, 50)}>
        <div data-floor ref={place(edge - 40, 0, 300, 30)} />
      </div>
      {bars.map((ref, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are only added, at the end
        <div key={index} data-floor ref={ref} />
      ))}
    </>
  );
}

describe('useFloor', () => {
  afterEach(() => document.documentElement.style.removeProperty('--toast-floor'));
  const navigation = place(edge - 57, 0, 360, 57);

  it('lifts toasts above the highest bar of their column, also one that comes later', async () => {
    const page = render(<Page bars={[navigation]} />);
    expect(floor()).toBe('57px');
    page.rerender(<Page bars={[navigation, place(edge - 140, 0, 360, 71)]} />);
    await waitFor(() => expect(floor()).toBe('140px'));
  });

  it.each([
    ['stands beside them', place(edge - 60, 300, 400, 60)],
    ['is far up the page', place(100, 0, 360, 60)],
    ['has been scrolled out of the window', place(edge + 20, 0, 360, 60)],
  ])('stays where it is for a bar that %s', (_, bar) => {
    render(<Page bars={[bar]} />);
    expect(floor()).toBe('0px');
  });

  it('measures nothing while no toast stands', () => {
    render(<Page bars={[navigation]} active={false} />);
    expect(floor()).toBe('');
  });
});
