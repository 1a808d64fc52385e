import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { dropStalePreview } from './stale-preview';

it('takes the address of the loaded page out of the head once another page is shown', async () => {
  const head = document.createElement('div');
  head.innerHTML = '<link rel="canonical" href="/a"><meta property="og:url" content="/a"><meta name="description">';
  const root = createRootRoute();
  const pages = ['/a', '/b'].map((path) => createRoute({ getParentRoute: () => root, path }));
  const router = createRouter({
    routeTree: root.addChildren(pages),
    history: createMemoryHistory({ initialEntries: ['/a'] }),
  });
  dropStalePreview(router, head);
  const show = (path: string) => router.navigate({ to: path } as never);
  await router.load();
  expect(head.children).toHaveLength(3);
  await show('/a?filter=x');
  expect(head.children).toHaveLength(3);
  await show('/b');
  expect(head.innerHTML).toBe('<meta name="description">');
});
