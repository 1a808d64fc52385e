import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../../testing/render';
import { StepChart } from './StepChart';

const minute = 60_000;
const freeze = 300 * minute;

it.each([
  [2, 14],
  [-2, 14],
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
