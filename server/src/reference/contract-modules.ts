import { z } from 'zod';
import * as account from '../contract/account';
import * as accountAdmin from '../contract/account-admin';
import * as activity from '../contract/activity';
import * as asset from '../contract/asset';
import * as audit from '../contract/audit';
import * as captcha from '../contract/captcha';
import * as capture from '../contract/capture';
import * as challenge from '../contract/challenge';
import * as config from '../contract/config-info';
import * as container from '../contract/container';
import * as containerAdmin from '../contract/container-admin';
import * as division from '../contract/division';
import * as game from '../contract/game';
import * as log from '../contract/log';
import * as notice from '../contract/notice';
import * as gamePackage from '../contract/package';
import * as participation from '../contract/participation';
import * as post from '../contract/post';
import * as proxy from '../contract/proxy';
import type { Route } from '../contract/route';
import * as scoreboard from '../contract/scoreboard';
import * as submission from '../contract/submission';
import * as team from '../contract/team';
import * as teamAdmin from '../contract/team-admin';
import * as token from '../contract/token';
import { ErrorReply } from '../contract/wire';
import * as writeup from '../contract/writeup';

/** Every part of the contract that declares calls or the models in them. */
const modules: readonly Record<string, unknown>[] = [
  account,
  accountAdmin,
  activity,
  asset,
  audit,
  captcha,
  capture,
  challenge,
  config,
  container,
  containerAdmin,
  division,
  game,
  gamePackage,
  log,
  notice,
  participation,
  post,
  proxy,
  scoreboard,
  submission,
  team,
  teamAdmin,
  token,
  writeup,
];

/** A call with the names under which the contract declares it: `game.scoreboard`, `accountAdmin.list`. */
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

/** Every declared call, by group and name. */
export const namedRoutes: readonly NamedRoute[] = modules
  .flatMap((module) => Object.entries(module).flatMap(routesOf))
  .sort((a, b) => `${a.group}.${a.name}`.localeCompare(`${b.group}.${b.name}`));

/** Models by the name under which the contract exports them; documents refer to them by it. */
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
