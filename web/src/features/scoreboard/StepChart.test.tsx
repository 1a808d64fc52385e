import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../../testing/render';
import { StepChart } from './StepChart';

const minute = 60_000;
const freeze = 300 * minute;

it('keeps the words of now and of the freeze apart: one beside its line at the top, one at the foot', async () => {
  const times = { start: 0, end: 400 * minute, until: freeze + 2 * minute, running: true, freeze };
  renderUi(
    <StepChart lines={[]} times={times} range={undefined} onRange={() => {}} focused={undefined} label="Scores" />,
  );
  const now = await screen.findByText('now');
  const frozen = screen.getByText('frozen');
  expect(Number(now.getAttribute('y')) - Number(frozen.getAttribute('y'))).toBeGreaterThan(40);
  expect([now, frozen].map((word) => word.getAttribute('text-anchor'))).toEqual([null, 'end']);
});

it('keeps room for names at the right only once the lines come near it', () => {
  const line = { id: 1, name: 'Nightjars', rank: 1, score: 9, own: false, colour: '--color-accent', dashed: false };
  const widthAt = (until: number) => {
    const times = { start: 0, end: 400 * minute, until, running: true, freeze: null };
    const { container, unmount } = renderUi(
      <StepChart
        lines={[{ ...line, history: [{ time: minute, score: 9 }] }]}
        times={times}
        range={undefined}
        onRange={() => {}}
        focused={undefined}
        label="Scores"
      />,
    );
    const [, right] = /H([\d.]+)/.exec(container.querySelector('path')?.getAttribute('d') ?? '') ?? [];
    unmount();
    return Number(right);
  };
  expect(widthAt(100 * minute)).toBe(628);
  expect(widthAt(399 * minute)).toBeLessThan(510);
});

it('draws the name below first, so that its ground does not cover the tails of the name above', () => {
  const line = { rank: 1, own: false, colour: '--color-accent', dashed: false };
  const times = { start: 0, end: freeze, until: freeze, running: false, freeze: null };
  const lines = [
    { ...line, id: 1, name: 'Nightjars', score: 101, history: [{ time: minute, score: 101 }] },
    { ...line, id: 2, name: 'Night Owls', score: 100, history: [{ time: minute, score: 100 }] },
  ];
  renderUi(
    <StepChart lines={lines} times={times} range={undefined} onRange={() => {}} focused={undefined} label="Scores" />,
  );
  const [above, below] = [screen.getByText('Nightjars'), screen.getByText('Night Owls')];
  expect(Number(above.getAttribute('y'))).toBeLessThan(Number(below.getAttribute('y')));
  expect(below.compareDocumentPosition(above)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
