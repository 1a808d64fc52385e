import * as contract from '@vexil/contract/modules';
import type { Route } from '@vexil/contract/route';
import { ErrorReply } from '@vexil/contract/wire';
import { z } from 'zod';

const modules: readonly Record<string, unknown>[] = Object.values(contract);

export interface NamedRoute {
  group: string;
  name: string;
  route: Route;
}

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

function routesOf([exported, value]: [string, unknown]): NamedRoute[] {
  if (!exported.endsWith('Routes') || typeof value !== 'object' || value === null) return [];
  const group = exported.slice(0, -'Routes'.length);
  return Object.entries(value).flatMap(([name, route]) => (isRoute(route) ? [{ group, name, route }] : []));
}

export const namedRoutes: readonly NamedRoute[] = modules
  .flatMap((module) => Object.entries(module).flatMap(routesOf))
  .sort((a, b) => `${a.group}.${a.name}`.localeCompare(`${b.group}.${b.name}`));

export function registerModels(): z.core.$ZodRegistry<{ id: string }> {
  const registry = z.registry<{ id: string }>();
  registry.add(ErrorReply, { id: 'Error' });
  for (const module of modules) {
    for (const [name, value] of Object.entries(module)) {
      if (value instanceof z.ZodObject && !registry.has(value)) registry.add(value, { id: name });
    }
  }
  return registry;
}
