import { screen, waitFor, within } from '@testing-library/react';
import type { ChallengeInfo } from '@vexil/contract/challenge';
import { challengeEditEndpoints } from '@vexil/contract/challenge-edit.endpoints';
import type { GameInfo } from '@vexil/contract/game';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import { noticeEditEndpoints } from '@vexil/contract/notice-edit.endpoints';
import { packBloodBonus } from '@vexil/rules/score.rules';
import { describe, expect, it, vi } from 'vitest';
import { answer, callsOf, hold, refusal, refuse } from '../../testing/api';
import { buildChallengeEdit, buildChallengeInfo, buildGameInfo, organise, running } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const path = '/admin/games/7/challenges';

function open(challenges: Partial<ChallengeInfo>[], at = path, game = buildGameInfo()) {
  organise(game);
  answer(challengeEditEndpoints.list, challenges.map(buildChallengeInfo));
  answer(challengeEditEndpoints.order, undefined);
  answer(challengeEditEndpoints.delete, undefined);
  return renderPage(at);
}

const three: Partial<ChallengeInfo>[] = [
  { id: 1, title: 'Anchor', category: 'Web' },
  { id: 2, title: 'Buoy', category: 'Web' },
  { id: 3, title: 'Cable', category: 'Crypto' },
];
const titles = () =>
  [...document.querySelectorAll('[data-challenge]')].map(
    (row) => within(row as HTMLElement).getAllByRole('link')[0]?.textContent,
  );
const updates = () =>
  callsOf(challengeEditEndpoints.update).map(({ params, body }) => [Number(params.challengeId), body]);

describe('the order of challenges', () => {
  it('is by category, by hand, then by title', async () => {
    open([...three, { id: 4, title: 'Zenith', category: 'Web', position: 1 }]);
    await screen.findByRole('link', { name: 'Anchor' });
    expect(titles()).toEqual(['Cable', 'Zenith', 'Anchor', 'Buoy']);
  });

  it('is changed with keys within the category, and stored when the challenge is put down', async () => {
    const { user } = open(three);
    const handle = await screen.findByRole('button', { name: 'Move Anchor' });
    handle.focus();
    await user.keyboard(' {ArrowDown}');
    expect(titles()).toEqual(['Cable', 'Buoy', 'Anchor']);
    expect(screen.getByText('Position 2 of 2')).toBeInTheDocument();
    expect(callsOf(challengeEditEndpoints.order)).toEqual([]);
    await user.keyboard(' ');
    await waitFor(() =>
      expect(callsOf(challengeEditEndpoints.order).map(({ body }) => body)).toEqual([{ challengeIds: [2, 1] }]),
    );
  });

  it('stays as it was after Escape, and when the server refuses it', async () => {
    const { user } = open(three);
    const handle = await screen.findByRole('button', { name: 'Move Anchor' });
    handle.focus();
    await user.keyboard(' {ArrowDown}{Escape}');
    expect(titles()).toEqual(['Cable', 'Anchor', 'Buoy']);
    refuse(challengeEditEndpoints.order, 'challenge.notFound');
    await user.keyboard(' {ArrowDown} ');
    expect(await screen.findByText('The order could not be saved')).toBeVisible();
    expect(titles()).toEqual(['Cable', 'Anchor', 'Buoy']);
  });
});

describe('the blood bonus', () => {
  it('is set for all from the list, and a bonus that someone else set meanwhile is shown', async () => {
    let game = buildGameInfo();
    const { user, router } = open(three, path, game);
    answer(gameEditEndpoints.update, ({ body }) => {
      const { version, ...change } = body as Partial<GameInfo>;
      if (version !== game.version) return refusal('request.outdated', { current: game });
      game = { ...game, ...change, version: game.version + 1 };
      return game;
    });
    await user.click(await screen.findByRole('button', { name: 'All challenges' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Blood bonus for all' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Blood bonus for all' }));
    expect(router.state.location.pathname).toBe(path);
    const first = dialog.getByRole('textbox', { name: 'First blood' });
    await user.clear(first);
    await user.type(first, '20');
    game = { ...game, bloodBonus: packBloodBonus({ first: 70, second: 30, third: 10 }), version: 2 };
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const conflict = within(await screen.findByRole('dialog', { name: /Someone else saved/ }));
    await user.click(conflict.getByRole('radio', { name: 'Keep mine' }));
    await user.click(conflict.getByRole('button', { name: /Save/ }));
    await waitFor(() => expect(game.bloodBonus).toBe(packBloodBonus({ first: 200, second: 30, third: 10 })));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('selected challenges', () => {
  const select = async (user: ReturnType<typeof open>['user'], ...names: string[]) => {
    for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  };
  const bar = () => within(screen.getByRole('region', { name: 'Selected rows' }));

  it('are disabled together, each by itself, and the change can be undone', async () => {
    const { user } = open(three);
    answer(challengeEditEndpoints.update, buildChallengeEdit());
    await select(user, 'Anchor', 'Cable');
    await user.click(bar().getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('2 challenges changed')).toBeVisible();
    expect(updates()).toEqual([
      [3, { isEnabled: false }],
      [1, { isEnabled: false }],
    ]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(updates().slice(2)).toEqual([
        [3, { isEnabled: true }],
        [1, { isEnabled: true }],
      ]),
    );
  });

  it('are not deleted when that is undone', async () => {
    const { user } = open(three);
    await select(user, 'Anchor', 'Buoy');
    await user.click(bar().getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('2 challenges will be deleted in a moment')).toBeVisible();
    expect(titles()).toEqual(['Cable']);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(titles()).toEqual(['Cable', 'Anchor', 'Buoy']));
    expect(callsOf(challengeEditEndpoints.delete)).toEqual([]);
  });

  it('leave the focus to what is beside them when they are deleted, and when that is undone', async () => {
    const { user } = open(three);
    await select(user, 'Anchor');
    bar().getByRole('button', { name: 'Delete' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('link', { name: 'Buoy' })).toHaveFocus());
    (await screen.findByRole('button', { name: 'Undo' })).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('link', { name: 'Anchor' })).toHaveFocus());
  });

  it('leave the focus in the bar after a change and its undoing', async () => {
    const { user } = open(three);
    answer(challengeEditEndpoints.update, buildChallengeEdit());
    await select(user, 'Anchor');
    const disable = bar().getByRole('button', { name: 'Disable' });
    disable.focus();
    await user.keyboard('{Enter}');
    // As browsers do with a button that is disabled.
    disable.blur();
    await waitFor(() => expect(bar().getByRole('button', { name: 'Enable' })).toHaveFocus());
    (await screen.findByRole('button', { name: 'Undo' })).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(bar().getByRole('button', { name: 'Enable' })).toHaveFocus());
  });

  it('are deleted once the toast has gone', async () => {
    const { user } = open(three);
    await select(user, 'Buoy');
    await user.click(bar().getByRole('button', { name: 'Delete' }));
    const toast = (await screen.findByText('Buoy will be deleted in a moment')).closest<HTMLElement>('[role="alert"]');
    expect(callsOf(challengeEditEndpoints.delete)).toEqual([]);
    const buttons = within(toast ?? document.body).getAllByRole('button');
    const answerNow = hold(challengeEditEndpoints.delete);
    await user.click(buttons.at(-1) ?? document.body);
    await waitFor(() => expect(callsOf(challengeEditEndpoints.delete)).toHaveLength(1));
    answerNow();
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  });

  const deleteTwo = async ({ user }: ReturnType<typeof open>) => {
    await select(user, 'Anchor', 'Buoy');
    await user.click(bar().getByRole('button', { name: 'Delete' }));
    await screen.findByText('2 challenges will be deleted in a moment');
  };
  const deleted = () => callsOf(challengeEditEndpoints.delete).map(({ params }) => params.challengeId);

  it('are deleted at once when another page is opened', async () => {
    const page = open(three);
    answer(noticeEditEndpoints.list, []);
    await deleteTwo(page);
    await page.router.navigate({ to: '/admin/games/$id/notices', params: { id: 7 } });
    await waitFor(() => expect(deleted()).toEqual(['1', '2']));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument());
  });

  it('are deleted by calls that outlive the page when it is closed', async () => {
    await deleteTwo(open(three));
    const sent = vi.spyOn(window, 'fetch');
    window.dispatchEvent(new Event('pagehide'));
    expect(sent.mock.calls.map(([, options]) => options)).toEqual([
      expect.objectContaining({ method: 'DELETE', keepalive: true }),
      expect.objectContaining({ method: 'DELETE', keepalive: true }),
    ]);
    await waitFor(() => expect(deleted()).toEqual(['1', '2']));
  });

  it('are reported as deleted only where the server has done so', async () => {
    await deleteTwo(open(three));
    answer(challengeEditEndpoints.delete, ({ params }) =>
      params.challengeId === '1' ? refusal('challenge.notFound') : undefined,
    );
    window.dispatchEvent(new Event('pagehide'));
    expect(await screen.findByText('Anchor could not be deleted')).toBeVisible();
    await waitFor(() => expect(titles()).toEqual(['Cable', 'Anchor']));
  });

  it('stay disabled without a flag, which is said before', async () => {
    const { user } = open(three.map((one) => ({ ...one, isEnabled: false, flagCount: one.id === 1 ? 1 : 0 })));
    answer(challengeEditEndpoints.update, buildChallengeEdit());
    await select(user, 'Buoy', 'Cable');
    expect(bar().getByText('2 without a flag stay disabled')).toBeVisible();
    expect(bar().getByRole('button', { name: 'Enable' })).toBeDisabled();
    await select(user, 'Anchor');
    await user.click(bar().getByRole('button', { name: 'Enable' }));
    await waitFor(() => expect(updates()).toEqual([[1, { isEnabled: true }]]));
  });

  it('are confirmed before they change in a running game', async () => {
    const { user } = open(three, path, buildGameInfo(running()));
    await select(user, 'Anchor');
    await user.click(bar().getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('dialog', { name: 'Delete 1 challenge?' })).toBeVisible();
    expect(titles()).toHaveLength(3);
  });
});

describe('what a row shows', () => {
  it('reports a planned release, of failed starts, and of flags that many get wrong', async () => {
    organise(buildGameInfo());
    answer(challengeEditEndpoints.list, [
      buildChallengeInfo({ id: 1, title: 'Anchor', isEnabled: false, releaseUtc: Date.UTC(2040, 0, 1) }),
      buildChallengeInfo({ id: 2, title: 'Buoy', type: 'StaticContainer', containerImage: 'web:1' }),
      buildChallengeInfo({ id: 3, title: 'Cove', type: 'StaticContainer', containerImage: 'web:1' }),
    ]);
    const quiet = { teamsTried: 0, teamsSolved: 0, answers: 0, wrongRecently: 0, wrongEarlier: 0 };
    const unstarted = { instanceStarts: 0, failedStarts: 0, selfEnds: 0, memoryEnds: 0 };
    answer(challengeEditEndpoints.health, [
      { ...quiet, ...unstarted, challengeId: 1 },
      {
        challengeId: 2,
        teamsTried: 8,
        teamsSolved: 0,
        answers: 90,
        wrongRecently: 40,
        wrongEarlier: 6,
        instanceStarts: 5,
        failedStarts: 2,
        selfEnds: 3,
        memoryEnds: 2,
      },
      { ...quiet, ...unstarted, challengeId: 3, selfEnds: 1 },
    ]);
    renderPage(`${path}?state=odd`);
    expect(await screen.findByText('2 of 5 instance starts failed')).toBeVisible();
    expect(screen.getByText('3 instances ended by themselves, 2 of them out of memory')).toBeVisible();
    expect(screen.getByText('1 instance ended by itself')).toBeVisible();
    expect(screen.getByText('40 wrong flags in 10 minutes')).toBeVisible();
    expect(screen.getByText('8 teams tried, none solved it')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Anchor' })).not.toBeInTheDocument();
  });

  it('counts files used and left, and warns before they run out', async () => {
    const values = { type: 'DynamicAttachment', category: 'Misc', flagCount: 10 } as const;
    const { user } = open([
      { ...values, id: 1, title: 'Short', supply: { used: 4, left: 6, waiting: 7, state: 'short' } },
      { ...values, id: 2, title: 'Tight', supply: { used: 4, left: 6, waiting: 5, state: 'tight' } },
      { ...values, id: 3, title: 'Ample', supply: { used: 4, left: 6, waiting: 1, state: 'ample' } },
      { ...values, id: 4, title: 'None', flagCount: 0, supply: { used: 0, left: 0, waiting: 7, state: 'short' } },
    ]);
    await screen.findByRole('link', { name: 'Short' });
    expect(screen.getAllByRole('link', { name: '4 used, 6 left' })).toHaveLength(3);
    expect(screen.getByText('files run out: 6 left, 7 needed')).toBeVisible();
    expect(screen.getByText('few files to spare: 6 left, 5 needed')).toBeVisible();
    expect(screen.getByText('no flag yet')).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'State' }));
    await user.click(await screen.findByRole('option', { name: 'Needs a look' }));
    await waitFor(() => expect(titles()).toEqual(['None', 'Short', 'Tight']));
  });

  it('stands in one line under heads, with its state as a word', async () => {
    open([
      { id: 1, title: 'Anchor', originalScore: 500, score: 450, acceptedCount: 3, bloods: ['Owls'] },
      { id: 2, title: 'Buoy', isEnabled: false, releaseUtc: Date.UTC(2040, 0, 1), deadlineUtc: Date.UTC(2040, 0, 2) },
    ]);
    const table = await screen.findByRole('table', { name: 'Challenges' });
    const heads = within(table).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual([
      'Order',
      'Title',
      'Type',
      'Flags',
      'Value',
      'Solves',
      'State',
      'Checks',
    ]);
    const [, anchor, buoy] = within(table).getAllByRole('row');
    expect(anchor).toHaveTextContent(/450 \/ 500.*3.*Enabled/);
    expect(buoy).toHaveTextContent(/opens/);
    expect(within(table).queryByRole('switch')).not.toBeInTheDocument();
  });

  it('is sorted by a head, and moves in the order of players only', async () => {
    const scores = [100, 300, 200];
    const { user, router } = open(three.map((one, index) => ({ ...one, score: scores[index] ?? 0 })));
    await screen.findByRole('link', { name: 'Anchor' });
    await user.click(screen.getByRole('button', { name: 'Value' }));
    await waitFor(() => expect(titles()).toEqual(['Anchor', 'Cable', 'Buoy']));
    await user.click(screen.getByRole('button', { name: 'Value' }));
    await waitFor(() => expect(titles()).toEqual(['Buoy', 'Cable', 'Anchor']));
    expect(router.state.location.search).toEqual({ order: 'score', desc: true });
    expect(screen.getByRole('button', { name: 'Move Anchor' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Move Anchor' }).parentElement).toHaveTextContent('2');
  });

  it('is enabled in its menu, where the reason stands why it cannot be', async () => {
    const { user } = open(three.map((one) => ({ ...one, isEnabled: false, flagCount: one.id === 1 ? 1 : 0 })));
    answer(challengeEditEndpoints.update, buildChallengeEdit());
    const enable = async (title: string) => {
      await user.click(await screen.findByRole('button', { name: `Actions for ${title}` }));
      return screen.findByRole('menuitem', { name: /^Enable/ });
    };
    const refused = await enable('Buoy');
    expect(refused).toBeDisabled();
    expect(refused).toHaveTextContent('Add a flag first');
    await user.keyboard('{Escape}');
    await user.click(await enable('Anchor'));
    await waitFor(() => expect(updates()).toEqual([[1, { isEnabled: true }]]));
  });

  it('has the recomputation of the scoreboard beside the list', async () => {
    const { user } = open([{ releaseUtc: Date.UTC(2040, 0, 1), isEnabled: false }]);
    answer(gameEditEndpoints.updateAccepted, undefined);
    expect(await screen.findByText('opens', { exact: false })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'All challenges' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Recompute the scoreboard' }));
    expect(await screen.findByText('The scoreboard is being recomputed')).toBeVisible();
  });
});
