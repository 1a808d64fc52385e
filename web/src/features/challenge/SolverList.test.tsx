import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../../testing/render';
import SolverList from './SolverList';

it('gives every team its place, and three of them the mark of a blood', async () => {
  const solvers = [5, 6, 7, 8].map((teamId, index) => ({
    teamId,
    name: `Team ${teamId}`,
    avatar: null,
    place: index + 1,
    time: 1000 * index,
    userName: 'mira',
  }));
  // The first team competes for no bloods.
  const bloods = [{ id: 6 }, { id: 7 }, { id: 8 }];
  renderUi(<SolverList gameId={1} ownTeamId={8} solvers={solvers} bloods={bloods} releasedAt={0} end={9000} />);
  const rows = await screen.findAllByRole('listitem');
  const places = rows.map((row) => row.firstElementChild?.firstChild?.textContent);
  expect(places).toEqual(['1', '2', '3', '4']);
  const marks = rows.map((row) => row.querySelector('[role="img"]')?.getAttribute('aria-label'));
  expect(marks).toEqual([undefined, 'First blood', 'Second blood', 'Third blood']);
});
