import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { render, screen, waitFor } from '@testing-library/react';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { containerEndpoints } from '@vexil/contract/container.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import type { GamePage } from '@vexil/contract/game-page';
import { gamePageEndpoints } from '@vexil/contract/game-page.endpoints';
import { pageDataId } from '@vexil/contract/page-data';
import { postEndpoints } from '@vexil/contract/post.endpoints';
import { teamEndpoints } from '@vexil/contract/team.endpoints';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { App, openApp } from './App';
import { accountQuery } from './features/account/account.queries';
import { instancesQuery } from './features/container/container.queries';
import { answer, callsOf, refusal } from './testing/api';
import { buildAccount, buildConfig, buildDetailedGame, visit } from './testing/builders';
import { goOffline } from './testing/offline';
import { buildDetails, buildInstance, play } from './testing/play';

type Entry = { owner: string; hash: string };

/** As much of IndexedDB as the kept data need. */
function stubStorage() {
  const entries = new Map<string, Entry>();
  const owner = new Map<string, unknown>();
  const answered = (result?: unknown) => {
    const request = { result, onsuccess: () => {} };
    queueMicrotask(() => request.onsuccess());
    return request;
  };
  const stores = {
    entries: {
      put: (entry: Entry) => answered(entries.set(JSON.stringify([entry.owner, entry.hash]), entry)),
      getAll: ([of]: string[]) => answered([...entries.values()].filter((entry) => entry.owner === of)),
      getAllKeys: () => answered([...entries.keys()].map((key) => JSON.parse(key))),
      delete: (key: unknown) => answered(entries.delete(JSON.stringify(key))),
    },
    owner: {
      put: (value: unknown, key: string) => answered(owner.set(key, value)),
      get: (key: string) => answered(owner.get(key)),
    },
  };
  const database = { transaction: (name: keyof typeof stores) => ({ objectStore: () => stores[name] }) };
  vi.stubGlobal('indexedDB', { open: () => answered(database) });
  vi.stubGlobal('IDBKeyRange', { bound: (lower: string[]) => lower });
}

function putPageData(hasSession: boolean): HTMLElement {
  const element = document.createElement('script');
  element.id = pageDataId;
  element.type = 'application/json';
  element.textContent = JSON.stringify({ config: buildConfig(), hasSession });
  document.body.append(element);
  return element;
}

async function openPage(path: string) {
  window.history.replaceState(null, '', path);
  const { parts, ready } = openApp();
  await ready;
  return { ...parts, ...render(<App {...parts} />) };
}

beforeEach(() => {
  stubStorage();
  onTestFinished(() => void vi.unstubAllGlobals());
});

async function reloadOffline(path: string, hasSession: boolean) {
  const pageData = putPageData(hasSession);
  const { queryClient, unmount } = await openPage(path);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  // Until it is saved.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  unmount();
  pageData.remove();
  goOffline();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const { queryClient: offline } = await openPage(path);
  await waitFor(() => expect(offline.isFetching()).toBe(0));
  await waitFor(() => expect(screen.getByText(/^You are offline. This page shows data from/)).toBeVisible());
}

it.each(['/', '/games/1/challenges?challenge=31', '/games/1/scoreboard', '/posts'])(
  'shows a player what was there after a reload without network, with its time: %s',
  async (path) => {
    play();
    answer(gameEndpoints.recent, []);
    answer(gameEndpoints.list, { data: [], length: 0, total: 0 });
    answer(gameEndpoints.mine, { games: [], hasTeam: true });
    answer(postEndpoints.latest, []);
    answer(postEndpoints.list, []);
    answer(teamEndpoints.list, []);
    await reloadOffline(path, true);
  },
);

/** As `start.js` does on a page of a game. */
function askEarly(path: string) {
  const address = new URL(path, 'http://vexil.test');
  runInNewContext(readFileSync(resolve(import.meta.dirname, '../public/start.js'), 'utf8'), {
    document: {
      documentElement: { lang: 'en-US', setAttribute() {} },
      currentScript: { hasAttribute: () => true },
      querySelector: () => ({ content: 'en-us.a1', setAttribute() {} }),
    },
    localStorage: { getItem: () => null },
    matchMedia: () => ({ matches: false }),
    location: { pathname: address.pathname, search: address.search },
    URLSearchParams,
    window: Object.assign(window, { earlyReplies: undefined }),
    fetch: (asked: string) => (asked.startsWith('/static/') ? new Promise(() => {}) : fetch(asked)),
  });
}

const personal = [accountEndpoints.profile, gameEndpoints.get, challengeEndpoints.details, containerEndpoints.list];

const gamePage = (): GamePage => ({
  profile: buildAccount(),
  game: buildDetailedGame({ status: 'Accepted', teamName: 'Nightjars' }),
  details: buildDetails(),
  instances: [buildInstance()],
});

async function openGame(path: string) {
  const pageData = putPageData(true);
  onTestFinished(() => pageData.remove());
  askEarly(path);
  const { queryClient } = await openPage(path);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  return queryClient;
}

it('opens a game with one call for what is the account’s', async () => {
  play();
  answer(gamePageEndpoints.get, gamePage());
  const queryClient = await openGame('/games/1/challenges');
  expect(screen.getAllByText('Cookie jar')[0]).toBeVisible();
  expect(callsOf(gamePageEndpoints.get)).toHaveLength(1);
  expect(personal.map((endpoint) => callsOf(endpoint).length)).toEqual([0, 0, 0, 0]);
  const [instance] = queryClient.getQueryData(instancesQuery(1).queryKey) ?? [];
  expect(instance?.entry).toBe('play.example.org:31337');
  expect(instance).not.toHaveProperty('containerId');
});

it('asks for each thing where the server does not have the one call', async () => {
  play();
  answer(gamePageEndpoints.get, () => refusal('request.notFound'));
  await openGame('/games/1/challenges');
  expect(screen.getAllByText('Cookie jar')[0]).toBeVisible();
  expect(personal.map((endpoint) => callsOf(endpoint).length)).toEqual([1, 1, 1, 1]);
});

it('opens the game as a visitor’s where the session has ended', async () => {
  play({ game: { status: 'Unsubmitted', teamName: null } });
  answer(gamePageEndpoints.get, () => refusal('account.unauthenticated'));
  const queryClient = await openGame('/games/1/challenges');
  expect(queryClient.getQueryData(accountQuery().queryKey)).toBeNull();
  expect(personal.map((endpoint) => callsOf(endpoint).length)).toEqual([0, 1, 0, 0]);
});

it('shows a visitor what was there as well', async () => {
  visit();
  answer(gameEndpoints.recent, []);
  answer(postEndpoints.latest, []);
  await reloadOffline('/', false);
});
