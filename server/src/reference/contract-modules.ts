import * as account from '@vexil/contract/account';
import * as accountAdmin from '@vexil/contract/account-admin';
import * as activity from '@vexil/contract/activity';
import * as asset from '@vexil/contract/asset';
import * as audit from '@vexil/contract/audit';
import * as captcha from '@vexil/contract/captcha';
import * as capture from '@vexil/contract/capture';
import * as captureSearch from '@vexil/contract/capture-search';
import * as challenge from '@vexil/contract/challenge';
import * as config from '@vexil/contract/config-info';
import * as container from '@vexil/contract/container';
import * as containerAdmin from '@vexil/contract/container-admin';
import * as containerImage from '@vexil/contract/container-image';
import * as division from '@vexil/contract/division';
import * as doctor from '@vexil/contract/doctor';
import * as engine from '@vexil/contract/engine';
import * as game from '@vexil/contract/game';
import * as gameArchive from '@vexil/contract/game-archive';
import * as gameCheck from '@vexil/contract/game-check';
import * as gamePage from '@vexil/contract/game-page';
import * as hashPow from '@vexil/contract/hash-pow';
import * as health from '@vexil/contract/health';
import * as log from '@vexil/contract/log';
import * as monitor from '@vexil/contract/monitor';
import * as notice from '@vexil/contract/notice';
import * as overview from '@vexil/contract/overview';
import * as gamePackage from '@vexil/contract/package';
import * as participation from '@vexil/contract/participation';
import * as post from '@vexil/contract/post';
import * as proxy from '@vexil/contract/proxy';
import type { Route } from '@vexil/contract/route';
import * as scoreboard from '@vexil/contract/scoreboard';
import * as solver from '@vexil/contract/solver';
import * as submission from '@vexil/contract/submission';
import * as team from '@vexil/contract/team';
import * as teamAdmin from '@vexil/contract/team-admin';
import * as token from '@vexil/contract/token';
import * as webhook from '@vexil/contract/webhook';
import { ErrorReply } from '@vexil/contract/wire';
import * as writeup from '@vexil/contract/writeup';
import { z } from 'zod';

const modules: readonly Record<string, unknown>[] = [
  account,
  accountAdmin,
  activity,
  asset,
  audit,
  captcha,
  capture,
  captureSearch,
  challenge,
  config,
  container,
  containerAdmin,
  containerImage,
  division,
  doctor,
  engine,
  game,
  gamePackage,
  hashPow,
  gameArchive,
  gameCheck,
  gamePage,
  health,
  log,
  monitor,
  notice,
  overview,
  participation,
  post,
  proxy,
  scoreboard,
  solver,
  submission,
  team,
  teamAdmin,
  token,
  webhook,
  writeup,
];

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
