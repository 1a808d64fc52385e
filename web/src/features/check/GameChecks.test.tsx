import { screen, within } from '@testing-library/react';
import { healthEndpoints } from '@vexil/contract/health.endpoints';
import { noticeEditEndpoints } from '@vexil/contract/notice-edit.endpoints';
import { describe, expect, it } from 'vitest';
import { answer } from '../../testing/api';
import { buildGameInfo, buildHealth, organise, running } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

function open() {
  answer(noticeEditEndpoints.list, []);
  return renderPage('/admin/games/7/notices');
}

describe('the health of a game', () => {
  it('takes the place of the checklist once the game runs', async () => {
    organise(buildGameInfo(running()));
    open();
    const box = within(await screen.findByRole('region', { name: 'Game health' }));
    expect(box.getByText('Nothing needs attention')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Launch checklist' })).not.toBeInTheDocument();
  });

  it('is not shown before the start', async () => {
    organise(buildGameInfo());
    open();
    expect(await screen.findByRole('region', { name: 'Launch checklist' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Game health' })).not.toBeInTheDocument();
  });

  it('lists after the end what is left, what is done, and what is to do', async () => {
    const over = { start: Date.now() - 7_200_000, end: Date.now() - 60_000 };
    organise(buildGameInfo({ ...over, freezeTime: over.end - 60_000, writeupRequired: true }));
    const { user } = open();
    const box = within(await screen.findByRole('region', { name: 'After the game' }));
    await user.click(await box.findByRole('button', { name: /Needs attention: 1/ }));
    const rows = (await box.findAllByRole('listitem')).map(({ textContent }) => textContent ?? '');
    expect(rows[0]).toContain('Worth checking: The scoreboard is still frozen for everyone');
    expect(rows.slice(1).map((row) => row.split(':')[0])).toEqual(['Done', 'To do', 'To do', 'To do']);
    const targets = box.getAllByRole('link').map((link) => link.getAttribute('href'));
    const admin = '/admin/games/7';
    const places = ['/writeups', '/info#exports', '/info#exports', '/notices'];
    expect(targets).toEqual(['/games/7/reveal', ...places.map((place) => admin + place)]);
  });

  it('leaves the tools beside it their words, and has its line whole in a hint', async () => {
    organise(buildGameInfo({ ...running(), hidden: true }));
    const { user } = open();
    const words = 'The game has started but is hidden: no team can see it';
    const line = await screen.findByText(words);
    await user.hover(line);
    expect(line).toHaveAttribute('data-hint', words);
    expect(screen.getByRole('button', { name: 'Game-day check' })).toHaveStyle({ flex: 'none' });
  });

  it('lists what needs attention, the gravest first, with links to where one sees why', async () => {
    organise(buildGameInfo({ ...running(), hidden: true }));
    answer(
      healthEndpoints.get,
      buildHealth({
        failedStarts: [
          { id: 11, title: 'Tide tables', failed: 2, starts: 3, team: 'Owls', reason: 'Nothing answered on port 80.' },
        ],
        selfEnds: [
          { id: 14, title: 'Hungry Crane', ended: 3, outOfMemory: 2 },
          { id: 15, title: 'Kiln', ended: 1, outOfMemory: 0 },
        ],
        wrongFlags: [{ id: 12, title: 'Bells', wrong: 40, usual: 1.5 }],
        runningOut: [{ id: 13, title: 'Cards', left: 1, teams: 4 }],
        review: { count: 3, since: Date.now() - 60_000 },
      }),
    );
    const { user } = open();
    const box = within(await screen.findByRole('region', { name: 'Game health' }));
    await user.click(await box.findByRole('button', { name: /Needs attention: 6/ }));
    const rows = await box.findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent?.split(':')[0])).toEqual([
      'Serious',
      'Serious',
      'Serious',
      'Worth checking',
      'Worth checking',
      'Worth checking',
    ]);
    const target = (name: RegExp) => box.getByRole('link', { name }).getAttribute('href');
    expect(target(/Tide tables 2 of 3/)).toBe('/admin/games/7/challenges/11#container');
    expect(box.getByText('Nothing answered on port 80.')).toHaveTextContent('Owls Nothing answered on port 80.');
    expect(box.getByText(/Instances that ended by themselves in the last hour/)).toBeVisible();
    expect(target(/Hungry Crane 3, 2 of them out of memory/)).toBe('/admin/games/7/challenges/14#container');
    expect(target(/Kiln 1$/)).toBe('/admin/games/7/challenges/15#container');
    expect(target(/Bells 40, usually 1.5/)).toBe('/games/7/monitor/submissions?challenge=12&type=WrongAnswer');
    expect(target(/Cards 1 left, 4 needed/)).toBe('/admin/games/7/challenges/13/flags');
    expect(target(/Review teams/)).toBe('/admin/games/7/review?status=Pending');
    expect(target(/Change visibility/)).toBe('/admin/games/7/info#visibility');
  });
});
