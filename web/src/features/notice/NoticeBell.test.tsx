import { act, screen, waitFor, within } from '@testing-library/react';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import type { Notice } from '@vexil/contract/notice';
import { noticeEndpoints } from '@vexil/contract/notice.endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../testing/api';
import { buildAccount, buildDetailedGame, signIn } from '../../testing/builders';
import { sayLive } from '../../testing/live';
import { buildBoardChallenge, play } from '../../testing/play';
import { renderPage } from '../../testing/render';
import Toasts from '../../ui/Toasts';
import { noticesQuery } from './notice.queries';
import { orderNotices } from './use-notices';

const written: Notice = { id: 1, type: 'Normal', values: ['The network is **back**.'], time: Date.now() - 60_000 };
const hint: Notice = { id: 2, type: 'NewHint', values: ['Cookie jar'], time: Date.now() - 50_000 };
const blood = (id: number, given: Partial<Notice> = {}): Notice => ({
  id,
  type: 'FirstBlood',
  values: ['Owls', 'Cookie jar'],
  time: Date.now(),
  ...given,
});
const readKey = (gameId = 1, accountId = buildAccount().userId) => `notices.read.${accountId}.${gameId}`;
const toasts = () => screen.queryAllByRole('alert');

beforeEach(() => {
  expect(Toasts).toBeDefined();
  play({ challenges: [buildBoardChallenge()] });
  answer(noticeEndpoints.list, [written, hint]);
  localStorage.setItem(readKey(), String(written.time - 1));
});

async function openBell() {
  const { user, unmount } = renderPage('/games/1');
  const bell = await screen.findByRole('button', { name: 'Notices, 2 unread' });
  return { user, unmount, bell };
}

describe('the bell', () => {
  it('counts unread notices, and remembers read ones', async () => {
    const { user, bell } = await openBell();
    await user.click(bell);
    expect(await screen.findByText(/has a new hint/)).toBeVisible();
    await waitFor(() => expect(bell).toHaveAccessibleName('Notices'));
    expect(localStorage.getItem(readKey())).toBe(String(hint.time));
  });

  it('does not count bloods unless asked to', async () => {
    answer(noticeEndpoints.list, [written, hint, blood(3), blood(4, { type: 'ThirdBlood' })]);
    renderPage('/games/1');
    expect(await screen.findByRole('button', { name: 'Notices, 2 unread' })).toBeVisible();
  });

  it('begins at nothing with the first visit, and counts later notices', async () => {
    localStorage.clear();
    const { queryClient, unmount } = renderPage('/games/1');
    const bell = await screen.findByRole('button', { name: 'Notices' });
    await waitFor(() => expect(queryClient.getQueryData(noticesQuery(1).queryKey)).toHaveLength(2));
    expect(bell).toHaveAccessibleName('Notices');
    const later = { ...hint, id: 5, time: Date.now() + 1 };
    act(() => sayLive(1, 'ReceivedGameNotice', later));
    await waitFor(() => expect(bell).toHaveAccessibleName('Notices, 1 unread'));
    unmount();

    answer(noticeEndpoints.list, [written, hint, later, { ...hint, id: 6, time: Date.now() + 1 }]);
    renderPage('/games/1');
    expect(await screen.findByRole('button', { name: 'Notices, 2 unread' })).toBeVisible();
  });

  it('counts for each account and each game from its own first visit', async () => {
    const { unmount } = await openBell();
    unmount();
    signIn({ userId: 'other' });
    const { queryClient, router } = renderPage('/games/1');
    const bell = await screen.findByRole('button', { name: 'Notices' });
    await waitFor(() => expect(queryClient.getQueryData(noticesQuery(1).queryKey)).toHaveLength(2));
    expect(bell).toHaveAccessibleName('Notices');
    answer(
      gameEndpoints.get,
      buildDetailedGame({ id: 2, title: 'The Other Night', status: 'Accepted', teamName: 'Nightjars' }),
    );
    await act(() => router.navigate({ to: '/games/$id', params: { id: 2 } }));
    await screen.findByRole('heading', { name: 'The Other Night' });
    expect(Number(localStorage.getItem(readKey(2, 'other')))).toBeGreaterThan(
      Number(localStorage.getItem(readKey(1, 'other'))),
    );
    expect(localStorage.getItem(readKey())).toBe(String(written.time - 1));
  });

  it('shows new, edited and deleted notices as they happen', async () => {
    const { user, bell } = await openBell();
    await user.click(bell);
    const list = await screen.findByRole('dialog');
    await within(list).findByText(/has a new hint/);
    act(() => sayLive(1, 'ReceivedGameNotice', blood(3)));
    expect(await within(list).findByText('Owls')).toBeVisible();
    act(() => sayLive(1, 'NoticeChanged', { ...written, values: ['All is well.'], time: Date.now() }));
    expect(await within(list).findByText('All is well.')).toBeVisible();
    act(() => sayLive(1, 'NoticeDeleted', { id: 2 }));
    await waitFor(() => expect(within(list).queryByText(/has a new hint/)).not.toBeInTheDocument());
  });

  it('fills the ground of what is new, and no longer of what was read', async () => {
    const { user, bell } = await openBell();
    await user.click(bell);
    const notice = async () => (await screen.findByText('back')).closest('li');
    expect(await notice()).toHaveAttribute('data-fresh');
    await user.click(bell);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(bell);
    expect(await notice()).not.toHaveAttribute('data-fresh');
  });

  it('filters by kind', async () => {
    const { user, bell } = await openBell();
    await user.click(bell);
    await screen.findByText(/has a new hint/);
    await user.click(screen.getByRole('radio', { name: 'Organisers' }));
    await waitFor(() => expect(screen.queryByText(/has a new hint/)).not.toBeInTheDocument());
    await user.click(screen.getByRole('radio', { name: 'Bloods' }));
    expect(await screen.findByText('No notices of this kind yet')).toBeVisible();
  });
});

describe('toasts of notices', () => {
  it('announce first bloods on every page of the game, with a link to the challenge', async () => {
    renderPage('/games/1');
    await screen.findByText('Nightjars');
    await screen.findByText(/pts/);
    act(() => sayLive(1, 'ReceivedGameNotice', blood(3)));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(toasts()[0]).toHaveTextContent('First bloodOwls was the first to solve Cookie jar.');
    const link = within(toasts()[0] as HTMLElement).getByRole('link', { name: 'Cookie jar' });
    expect(link).toHaveAttribute('href', '/games/1/challenges?challenge=31');
    expect(within(toasts()[0] as HTMLElement).getByRole('button', { name: 'Close' })).toBeInTheDocument();
  });

  it('leave out second bloods, old notices, and what is older than the page', async () => {
    const before = Date.now() - 5000;
    await openBell();
    act(() => sayLive(1, 'ReceivedGameNotice', blood(6, { time: before })));
    act(() => sayLive(1, 'ReceivedGameNotice', blood(3, { type: 'SecondBlood' })));
    act(() => sayLive(1, 'ReceivedGameNotice', blood(4, { time: Date.now() - 3_600_000 })));
    act(() => sayLive(1, 'ReceivedGameNotice', blood(5, { values: ['Foxes', 'Gate'] })));
    await waitFor(() => expect(toasts().some((toast) => toast.textContent?.includes('Foxes'))).toBe(true));
    expect(toasts().every((toast) => !toast.textContent?.includes('Owls'))).toBe(true);
  });

  it('go when their notice is deleted or corrected', async () => {
    renderPage('/games/1');
    await screen.findByText(/pts/);
    const shows = (word: string) => toasts().some((toast) => toast.textContent?.includes(word));
    act(() => sayLive(1, 'ReceivedGameNotice', blood(7, { values: ['Herons', 'Gate'] })));
    act(() => sayLive(1, 'ReceivedGameNotice', { ...written, id: 8, values: ['Wrong words'], time: Date.now() }));
    await waitFor(() => expect([shows('Herons'), shows('Wrong words')]).toEqual([true, false]));
    act(() => sayLive(1, 'NoticeDeleted', { id: 7 }));
    await waitFor(() => expect([shows('Herons'), shows('Wrong words')]).toEqual([false, true]));
    act(() => sayLive(1, 'NoticeChanged', { ...written, id: 8, values: ['Right words'], time: Date.now() }));
    await waitFor(() => expect([shows('Herons'), shows('Wrong words')]).toEqual([false, false]));
  });

  it('do not appear for a kind that was switched off, which the bell may still count', async () => {
    const { user, bell } = await openBell();
    await user.click(bell);
    await user.click(await screen.findByRole('button', { name: 'What you are notified of' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Bloods: Pop-up' }));
    await user.click(screen.getByRole('checkbox', { name: 'Bloods: Bell' }));
    await user.keyboard('{Escape}');
    act(() => sayLive(1, 'ReceivedGameNotice', blood(3, { values: ['Quiet ones', 'Gate'] })));
    expect(await screen.findByRole('button', { name: 'Notices, 1 unread' })).toBeVisible();
    expect(toasts().every((toast) => !toast.textContent?.includes('Quiet ones'))).toBe(true);
    expect(localStorage.getItem('notices.choices')).toContain('"bloods":{"bell":true,"popup":false,"sound":false}');
  });
});

describe('orderNotices', () => {
  it("puts the organisers' notices first, then the newest, without duplicates", () => {
    const edited = { ...written, values: ['New words'] };
    expect(orderNotices([blood(4, { time: 5 }), written, hint, edited]).map(({ id }) => id)).toEqual([1, 2, 4]);
    expect(orderNotices([written, edited])[0]?.values).toEqual(['New words']);
  });
});
