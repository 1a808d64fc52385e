import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../../testing/render';
import { StepChart } from './StepChart';

const minute = 60_000;
const freeze = 300 * minute;

it.each([
  [2, 15],
  [-2, 15],
  [90, 0],
  [-200, 0],
])('keeps the words of now and of the freeze apart, %i minutes after it', async (minutesAfter, apart) => {
  const times = { start: 0, end: 400 * minute, until: freeze + minutesAfter * minute, running: true, freeze };
  renderUi(
    <StepChart lines={[]} times={times} range={undefined} onRange={() => {}} focused={undefined} label="Scores" />,
  );
  const heightOf = (word: string) => Number(screen.getByText(word).getAttribute('y'));
  await screen.findByText('now');
  expect(Math.round(heightOf('frozen') - heightOf('now'))).toBe(apart);
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
