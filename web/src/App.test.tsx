import { render, screen, waitFor } from '@testing-library/react';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { pageDataId } from '@vexil/contract/page-data';
import { postEndpoints } from '@vexil/contract/post.endpoints';
import { teamEndpoints } from '@vexil/contract/team.endpoints';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { App, openApp } from './App';
import { answer } from './testing/api';
import { buildConfig, visit } from './testing/builders';
import { goOffline } from './testing/offline';
import { play } from './testing/play';

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

it('shows a visitor what was there as well', async () => {
  visit();
  answer(gameEndpoints.recent, []);
  answer(postEndpoints.latest, []);
  await reloadOffline('/', false);
});
