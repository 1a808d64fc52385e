import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from './endpoint';

const features = readdirSync(new URL('.', import.meta.url)).flatMap(
  (name) => /^(.*)\.endpoints\.ts$/.exec(name)?.[1] ?? [],
);

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

describe('the endpoints of a feature', () => {
  // `RouteOf` takes the route of the same name for that of an endpoint.
  it.each(features)('%s: each belongs to the route of its name', async (feature) => {
    const endpoints = addressesOf(await load(`${feature}.endpoints`), 'Endpoints');
    expect(Object.keys(endpoints)).not.toEqual([]);
    expect(addressesOf(await load(feature), 'Routes')).toEqual(endpoints);
  });
});
