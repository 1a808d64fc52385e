import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from './endpoint';

const names = readdirSync(new URL('.', import.meta.url));
const endpointFiles = names.flatMap((name) => /^(.*\.endpoints)\.ts$/.exec(name)?.[1] ?? []);

const load = (name: string) => import(/* @vite-ignore */ `./${name}.ts`);

/** Method and path by group and name: `{ 'team.get': 'GET /api/team/:id' }`. */
function addressesOf(module: Record<string, unknown>, suffix: string): Record<string, string> {
  const groups = Object.entries(module).filter(([name]) => name.endsWith(suffix));
  return Object.fromEntries(
    groups.flatMap(([group, calls]) =>
      Object.entries(calls as Record<string, Endpoint>).map(([name, { method, path }]) => [
        `${group.slice(0, -suffix.length)}.${name}`,
        `${method} ${path}`,
      ]),
    ),
  );
}

/** Addresses of all routes, by the group and name of the route: `{ 'team.get': … }`. */
async function routeAddresses(): Promise<string[]> {
  const files = names.filter((name) => /^[a-z-]+\.ts$/.test(name)).map((name) => name.slice(0, -'.ts'.length));
  const modules = await Promise.all(files.map(load));
  return modules.flatMap((module) =>
    Object.entries(addressesOf(module, 'Routes')).map(([route, address]) => `${route.split('.')[1]} ${address}`),
  );
}

describe('the endpoints of a feature', () => {
  // `RouteOf` takes the route of the same name for that of an endpoint.
  it.each(endpointFiles)('%s: each belongs to a route of its name', async (file) => {
    const endpoints = Object.entries(addressesOf(await load(file), 'Endpoints'));
    expect(endpoints).not.toEqual([]);
    const routes = await routeAddresses();
    const own = endpoints.map(([endpoint, address]) => `${endpoint.split('.')[1]} ${address}`);
    expect(routes).toEqual(expect.arrayContaining(own));
  });
});
