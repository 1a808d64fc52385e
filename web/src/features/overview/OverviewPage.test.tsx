import { screen, waitFor, within } from '@testing-library/react';
import { overviewEndpoints } from '@vexil/contract/overview.endpoints';
import { describe, expect, it } from 'vitest';
import { buildOverview } from '../../testing/admin';
import { answer } from '../../testing/api';
import { signIn } from '../../testing/builders';
import { renderPage } from '../../testing/render';

describe('the overview', () => {
  it('says what is wrong, the worst first, and what works', async () => {
    signIn({ role: 'Admin' });
    const well = buildOverview();
    answer(overviewEndpoints.get, { ...well, workers: [], setup: { ...well.setup, hasMail: false } });
    renderPage('/admin');
    const panel = (await screen.findByRole('heading', { name: 'Needs attention' })).closest('section') as HTMLElement;
    const problems = within(panel).getAllByRole('listitem');
    expect(problems[0]).toHaveTextContent('No worker is running');
    expect(problems.map((problem) => problem.dataset.level)).toEqual(['danger', 'warning', 'warning']);
    expect(screen.queryByRole('heading', { name: 'First steps' })).not.toBeInTheDocument();
  });

  it('leads through the first steps until there is a game, and can be skipped', async () => {
    signIn({ role: 'Admin' });
    answer(overviewEndpoints.get, buildOverview({ counts: { ...buildOverview().counts, games: 0 } }));
    const { user } = renderPage('/admin');
    expect(await screen.findByRole('link', { name: 'First game' })).toHaveAttribute('href', '/admin/games');
    await user.click(screen.getByRole('button', { name: 'Skip' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'First game' })).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Show first steps' }));
    expect(screen.getByRole('link', { name: 'First game' })).toBeVisible();
  });
});
