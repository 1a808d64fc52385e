// What most drills begin with: two servers and two workers behind a balancer, and players who play.

import { buildProcesses } from '../lib/build.mjs';
import type { Lifecycle } from '../lib/lifecycle.mjs';
import { freePort } from '../lib/ports.mjs';
import { startBalancer } from './balancer';
import { type Competition, createCompetition } from './competition';
import { type Deployment, type DeploymentOptions, openDeployment, type StartOptions } from './deployment';
import { type Load, type LoadOptions, startLoad } from './load';
import { type Report, secondsOf } from './report';

export interface Scene {
  deployment: Deployment;
  ports: readonly [number, number];
  /** The address that players use. */
  url: string;
  game: Competition;
  load: Load;
}

interface SceneOptions extends DeploymentOptions {
  load?: LoadOptions;
  /** Of one process more than others: its settings, and words before the program. */
  ofServer?(index: number): StartOptions;
  ofWorker?(index: number): StartOptions;
}

const settled = 60;

export async function openScene(
  lifecycle: Lifecycle,
  { load: loadOptions, ofServer = () => ({}), ofWorker = () => ({}), ...options }: SceneOptions = {},
): Promise<Scene> {
  await buildProcesses();
  const deployment = await openDeployment(lifecycle, options);
  const ports = [await freePort(), await freePort()] as const;
  for (const [index, port] of ports.entries()) await deployment.startServer({ port, ...ofServer(index) });
  for (const index of ports.keys()) await deployment.startWorker(ofWorker(index));
  const balancer = await startBalancer(lifecycle, {
    directory: deployment.directory,
    port: await freePort(),
    backends: ports.map((port) => ({ host: '127.0.0.1', port })),
  });
  const game = await createCompetition(() => balancer, { teams: 20, challenges: 8 });
  const load = startLoad(game, loadOptions);
  await load.untilAcknowledged(settled);
  return { deployment, ports, url: balancer, game, load };
}

/** Brings something about under load and reports how long nothing was acknowledged, and what failed meanwhile. */
export async function observe(report: Report, load: Load, name: string, act: () => Promise<void>): Promise<void> {
  const listFailed = load.startSpan();
  await act();
  await load.untilAcknowledged(settled);
  const failed = listFailed();
  const what = failed.length === 0 ? 'no request failed' : `failed: ${failed.slice(0, 6).join('; ')}`;
  report.fact(name, `longest time without an acknowledged submission ${secondsOf(load.longestGapMs())}; ${what}`);
}
