import { screen, waitFor, within } from '@testing-library/react';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { noticeEndpoints } from '@vexil/contract/notice.endpoints';
import { scoreboardEndpoints } from '@vexil/contract/scoreboard.endpoints';
import { teamEndpoints } from '@vexil/contract/team.endpoints';
import { writeupEndpoints } from '@vexil/contract/writeup.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildDetailedGame, signIn, visit } from '../../testing/builders';
import { renderPage } from '../../testing/render';

const hour = 3_600_000;

describe('the page of a game', () => {
  it('names what a visitor needs to take part', async () => {
    visit();
    answer(noticeEndpoints.list, []);
    answer(
      gameEndpoints.get,
      buildDetailedGame({
        ...{ content: '## Rules\n\nBe kind.', rules: 'No attacks on the platform.' },
        ...{ limit: 3, inviteCodeRequired: true },
      }),
    );
    renderPage('/GAMES/1');
    const needs = within(await screen.findByRole('region', { name: 'What you need to take part' }));
    expect(needs.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Missing: An account',
      'Missing: A teamUp to 3 members play',
      'Missing: An invitation codeThe organisers give it to you',
      'Missing: A team that has joined',
      'Missing: Acceptance by the organisers',
    ]);
    expect(await screen.findByRole('heading', { level: 3, name: 'Rules' })).toBeVisible();
    expect(screen.getByText('No attacks on the platform.')).toBeVisible();
  });

  it('asks for the acceptance of organisers only where they review', async () => {
    visit();
    answer(noticeEndpoints.list, []);
    const open = {
      id: 1,
      name: 'Open',
      inviteCodeRequired: false,
      reviewRequired: false,
      kind: null,
      ruleText: '',
      scoresAlone: false,
      ruleHash: null,
    };
    const students = {
      id: 2,
      name: 'Students',
      inviteCodeRequired: false,
      reviewRequired: true,
      kind: null,
      ruleText: '',
      scoresAlone: false,
      ruleHash: null,
    };
    answer(gameEndpoints.get, buildDetailedGame({ reviewRequired: true, divisions: [open] }));
    renderPage('/games/1');
    const needs = within(await screen.findByRole('region', { name: 'What you need to take part' }));
    expect(needs.queryByText('Acceptance by the organisers')).not.toBeInTheDocument();
    answer(gameEndpoints.get, buildDetailedGame({ id: 2, reviewRequired: false, divisions: [open, students] }));
    renderPage('/games/2');
    expect(await screen.findByText('For some divisions')).toBeVisible();
  });

  it('counts a team, and asks for the rest', async () => {
    signIn();
    answer(noticeEndpoints.list, []);
    answer(teamEndpoints.list, [{ id: 7, name: 'Nightjars' } as never]);
    answer(gameEndpoints.get, buildDetailedGame());
    renderPage('/games/1');
    const needs = within(await screen.findByRole('region', { name: 'What you need to take part' }));
    const texts = () => needs.getAllByRole('listitem').map(({ textContent }) => textContent);
    await waitFor(() => expect(texts()).toContain('Done: A team'));
    expect(texts()).toContain('Missing: A team that has joined');
  });

  it('takes the writeup of a team after the end of the game', async () => {
    signIn();
    answer(noticeEndpoints.list, []);
    refuse(scoreboardEndpoints.get, 'request.failed');
    answer(
      gameEndpoints.get,
      buildDetailedGame({
        start: Date.now() - 3 * hour,
        end: Date.now() - hour,
        status: 'Accepted',
        teamName: 'Nightjars',
        writeupRequired: true,
        writeupDeadline: Date.now() + hour,
      }),
    );
    answer(writeupEndpoints.get, { submitted: false, name: '#', fileSize: 0, note: '', uploadTimeUtc: null });
    renderPage('/games/1');
    expect(await screen.findByText('Not handed in yet')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeEnabled();
    expect(callsOf(writeupEndpoints.get)).toHaveLength(1);
  });

  it('that does not exist is not found', async () => {
    visit();
    refuse(gameEndpoints.get, 'game.notFound');
    renderPage('/games/9');
    expect(await screen.findByText('Page not found')).toBeVisible();
  });
});
