import { screen, waitFor, within } from '@testing-library/react';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { configEndpoints } from '@vexil/contract/config-info.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { noticeEndpoints } from '@vexil/contract/notice.endpoints';
import { postEndpoints } from '@vexil/contract/post.endpoints';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readPageData } from '../api/page-data';
import { changeLanguage } from '../i18n/i18n';
import { answer, callsOf, refuse } from '../testing/api';
import { holdPhone } from '../testing/browser';
import { buildConfig, buildDetailedGame, signIn, visit } from '../testing/builders';
import { renderPage } from '../testing/render';

beforeEach(() => {
  visit();
  answer(gameEndpoints.recent, []);
  answer(gameEndpoints.list, { data: [], length: 0, total: 0 });
  answer(postEndpoints.latest, []);
});
afterEach(() => changeLanguage('en-US'));

const navigation = () => within(screen.getByRole('navigation'));

describe('the frame', () => {
  it('switches the language of page, document and memory', async () => {
    const { user } = renderPage('/');
    await user.click(await screen.findByRole('button', { name: 'Language' }));
    await user.click(await screen.findByRole('menuitemradio', { name: '简体中文' }));
    expect(await screen.findByRole('link', { name: '首页' })).toBeVisible();
    expect(document.documentElement.lang).toBe('zh-CN');
    expect(localStorage.getItem('language')).toBe('zh-CN');
  });

  it.each(['Language', 'Appearance', /Your account/])(
    'gives the focus back to the button of a menu: %s',
    async (name) => {
      signIn();
      const { user } = renderPage('/');
      const button = () => screen.getByRole('button', { name });
      (await screen.findByRole('button', { name })).focus();
      for (let time = 0; time < 2; time++) {
        await user.keyboard('{Enter}');
        await waitFor(() => expect(screen.getByRole('menu')).toContainElement(document.activeElement as HTMLElement));
        await user.keyboard('{Escape}');
        await waitFor(() => expect(button()).toHaveFocus());
      }
    },
  );

  it('says that a translation was made by a machine, and leads back to English', async () => {
    const { user } = renderPage('/');
    await user.click(await screen.findByRole('button', { name: 'Language' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Deutsch' }));
    const dialog = await screen.findByRole('dialog', { name: 'Maschinelle Übersetzung' });
    expect(dialog).toHaveTextContent('Diese Übersetzung stammt von Maschinen und KI und ist möglicherweise ungenau.');
    expect(document.documentElement.lang).toBe('de-DE');
    await user.click(within(dialog).getByRole('button', { name: 'Zu Englisch wechseln' }));
    await waitFor(() => expect(document.documentElement.lang).toBe('en-US'));
  });

  it('shows the places that a role may go to', async () => {
    signIn({ role: 'User' });
    const { unmount } = renderPage('/');
    await screen.findByRole('button', { name: /Your account/ });
    expect(navigation().queryByRole('link', { name: 'Administration' })).not.toBeInTheDocument();
    unmount();
    signIn({ role: 'User', isOrganiser: true });
    const { unmount: leave } = renderPage('/');
    await screen.findByRole('button', { name: /Your account/ });
    expect(navigation().getByRole('link', { name: 'Organise' })).toHaveAttribute('href', '/admin/games');
    leave();
    signIn({ role: 'Admin', isOrganiser: true });
    renderPage('/');
    await screen.findByRole('button', { name: /Your account/ });
    expect(navigation().queryByRole('link', { name: 'Organise' })).not.toBeInTheDocument();
    expect(navigation().getByRole('link', { name: 'Administration' })).toHaveAttribute('href', '/admin');
  });

  it.each([
    ['/', 'Home'],
    ['/games', 'Games'],
    ['/games/1', 'Games'],
    ['/account/login', 'Sign in'],
    ['/account/recovery', 'Sign in'],
    ['/posts', 'More'],
    ['/about', 'More'],
    ['/no/such/page', 'More'],
  ])('marks on phones where one is: %s', async (address, place) => {
    holdPhone();
    answer(gameEndpoints.get, buildDetailedGame());
    answer(noticeEndpoints.list, []);
    answer(postEndpoints.list, []);
    renderPage(address);
    const bar = await screen.findByRole('navigation', { name: 'Main navigation' });
    const marked = () => [...bar.querySelectorAll('[aria-current]')].map(({ textContent }) => textContent);
    await waitFor(() => expect(marked()).toEqual([place]));
  });

  it("has the organiser's title in the tab and at the mark", async () => {
    answer(configEndpoints.client, buildConfig({ title: 'Northwind' }));
    renderPage('/about');
    expect(await screen.findByRole('link', { name: 'Northwind' })).toHaveAttribute('href', '/');
    await waitFor(() => expect(document.title).toBe('About · Northwind'));
  });

  it('shows the page even where settings and account cannot be had', async () => {
    refuse(configEndpoints.client, 'request.failed');
    refuse(accountEndpoints.profile, 'request.failed');
    renderPage('/about');
    expect(await screen.findByRole('heading', { name: 'About' })).toBeVisible();
  });

  it('asks for nothing that came with the page', async () => {
    const page = document.createElement('script');
    page.type = 'application/json';
    page.id = 'page-data';
    page.textContent = JSON.stringify({ config: buildConfig({ title: 'Northwind' }), hasSession: false });
    document.body.append(page);
    onTestFinished(() => page.remove());
    renderPage('/about', readPageData());
    expect(await screen.findByRole('link', { name: 'Northwind' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
    expect(callsOf(configEndpoints.client)).toHaveLength(0);
    expect(callsOf(accountEndpoints.profile)).toHaveLength(0);
  });

  it('asks who has the session that the page was asked for with', async () => {
    signIn({ userName: 'mira' });
    renderPage('/about', { config: buildConfig(), hasSession: true });
    expect(await screen.findByRole('button', { name: /Your account/ })).toBeVisible();
    expect(callsOf(configEndpoints.client)).toHaveLength(0);
    expect(callsOf(accountEndpoints.profile)).toHaveLength(1);
  });

  it('finds out about a session of another tab when the reader returns', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    renderPage('/about', { config: buildConfig(), hasSession: false });
    expect(await screen.findByRole('link', { name: 'Sign in' })).toBeVisible();
    signIn({ userName: 'mira' });
    vi.setSystemTime(Date.now() + 6 * 60_000);
    window.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByRole('button', { name: /Your account/ })).toBeVisible();
  });

  it('names version, licence and source on the About page', async () => {
    const sourceUrl = 'https://git.example.org/club/vexil';
    answer(configEndpoints.client, buildConfig({ version: '2.3.4', commit: 'f'.repeat(40), sourceUrl }));
    renderPage('/about');
    expect(await screen.findByRole('link', { name: sourceUrl })).toHaveAttribute('href', sourceUrl);
    expect(screen.getByRole('link', { name: 'Read the licence' })).toHaveAttribute('href', buildConfig().licenseUrl);
    expect(screen.getByText('2.3.4')).toBeVisible();
    expect(screen.getByText(/conform to WCAG 2.2, level AA/)).toBeVisible();
    expect(screen.getByText('f'.repeat(40))).toBeVisible();
  });

  it('says on the About page that no address of the source is set', async () => {
    renderPage('/about');
    expect(await screen.findByText(/No source address is set/)).toBeVisible();
    expect(screen.getByText('1.2.3')).toBeVisible();
  });

  it('gives the focus to the heading of a page that is opened', async () => {
    const { user } = renderPage('/about');
    const links = within(await screen.findByRole('navigation', { name: 'Main navigation' }));
    expect(document.body).toHaveFocus();
    await user.click(links.getByRole('link', { name: 'Games' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Games' })).toHaveFocus());
  });

  it('opens the palette by key, and goes where one says', async () => {
    const { user, router } = renderPage('/');
    await screen.findByRole('button', { name: 'Search' });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByPlaceholderText('Go to a page or run a command'), 'about');
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/about'));
  });

  it('signs out once the server has said so', async () => {
    signIn();
    answer(accountEndpoints.logout, undefined);
    const { user } = renderPage('/about');
    await user.click(await screen.findByRole('button', { name: /Your account/ }));
    refuse(accountEndpoints.profile, 'account.unauthenticated');
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /Your account/ })).not.toBeInTheDocument());
    expect(navigation()).toBeDefined();
  });
});
