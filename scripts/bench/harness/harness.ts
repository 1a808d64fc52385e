import { setTimeout as delay } from 'node:timers/promises';
import { type Database, openDatabase } from '@vexil/db';
import { createSealing } from '@vexil/db/sealing';
import { openRedis } from '@vexil/runtime/redis';
import { endInstances } from '../../lib/instances';
import type { PlayerSessions } from '../generator/request';
import type { BenchOptions } from '../options.mjs';
import { type PlannedCompetition, planCompetition } from '../seed/competition';
import { platformSize } from '../seed/platform';
import type { Size } from '../seed/size';
import { gameId, idOf, storeCompetition } from '../seed/store';
import { type Databases, openDatabases } from './databases';
import { Generator } from './generator';
import { type ProductProcess, startProcess } from './processes';
import { cpuSeconds, withChildren } from './usage';

export interface Deployment {
  servers: ProductProcess[];
  workers: ProductProcess[];
  ports: number[];
  /** As the product's own role, for counting and comparing. */
  database: Database;
}

export interface Wanted {
  servers?: number;
  workers?: number;
  rateLimit?: boolean;
  fresh?: boolean;
  containers?: boolean;
  /** The servers relay connections to instances. */
  relays?: boolean;
}

export class Harness {
  readonly gameId = gameId;
  private running: { deployment: Deployment; key: string; containers: boolean } | null = null;
  private readonly generators: Generator[] = [];
  private plan: PlannedCompetition | null = null;
  private unsolved: [number, number][] = [];
  private started = 0;
  private stopping: Promise<void> | null = null;
  private closing: Promise<void> | null = null;
  private readonly beside = new Map<string, ProductProcess>();
  private databases: Databases;
  readonly redis: ReturnType<typeof openRedis>;

  constructor(
    readonly options: BenchOptions,
    readonly environment: NodeJS.ProcessEnv,
  ) {
    this.databases = openDatabases(environment.DATABASE_URL ?? '');
    this.redis = openRedis(environment.REDIS_URL ?? '', { commandTimeout: 30_000, maxRetriesPerRequest: null });
  }

  get sealing() {
    return createSealing(this.environment.SECRET_KEY ?? '');
  }

  get sessions(): PlayerSessions {
    const sessionKey = this.sealing.deriveKey('benchmark').toString('hex');
    return { sessionKey, count: this.competition.size.players };
  }

  get competition(): PlannedCompetition {
    if (!this.plan) throw new Error('Nothing is seeded yet.');
    return this.plan;
  }

  get challengeIds(): number[] {
    return Array.from({ length: this.competition.size.challenges }, (_, index) => idOf(index));
  }

  /** Players with a challenge that their team has not solved; each pair is returned once per copy of the data. */
  takeUnsolved(count: number, isWanted: (player: number) => boolean = () => true): [number, number][] {
    const taken: [number, number][] = [];
    this.unsolved = this.unsolved.filter(([player, challenge]) => {
      if (taken.length >= count || !isWanted(player)) return true;
      taken.push([player, idOf(challenge)]);
      return false;
    });
    return taken;
  }

  async seed(size: Size): Promise<void> {
    await this.stop();
    this.plan = planCompetition(this.options.seed, size);
    const database = openDatabase(this.databases.seeded, { connectionsMax: 2 });
    try {
      const kept = this.options.keep && (await holds(database, size));
      if (kept) return;
      await database.sql.unsafe('truncate games, teams, accounts, posts, logs restart identity cascade');
      await storeCompetition(database, this.plan, {
        sealing: this.sealing,
        sessionKey: this.sessions.sessionKey,
        now: new Date(),
      });
    } finally {
      await database.close();
    }
  }

  private processEnvironment(rateLimit: boolean): NodeJS.ProcessEnv {
    return {
      ...this.environment,
      DATABASE_URL: this.databases.copied,
      CONTAINER_ENGINE: 'none',
      OIDC_PRIVATE_ISSUERS: 'on',
      RATE_LIMIT: rateLimit ? 'on' : 'off',
      // Budgets per address hold for this machine too, so players name addresses of their own.
      ...(rateLimit ? { TRUST_PROXY: 'loopback' } : {}),
    };
  }

  async deploy({
    servers = 1,
    workers = 1,
    rateLimit = false,
    fresh = false,
    containers = false,
    relays = false,
  }: Wanted = {}) {
    if (this.closing) throw new Error('The benchmark is ending.');
    const key = JSON.stringify({ servers, workers, rateLimit, containers, relays });
    if (this.running && this.running.key === key && !(fresh && !this.options.smoke)) return this.running.deployment;
    await this.stop();
    const databaseUrl = await this.databases.copy();
    this.unsolved = [...this.competition.unsolved];
    await this.redis.flushall();
    const start = (kind: 'server' | 'worker') => {
      this.started += 1;
      return startProcess({
        kind,
        name: `bench-${kind}-${this.started}`,
        dataDir: this.options.data,
        environment: {
          ...this.processEnvironment(rateLimit),
          CONTAINER_ENGINE: containers ? 'docker' : 'none',
          ...(relays ? { CONTAINER_PORT_MAPPING: 'proxy' } : {}),
        },
      });
    };
    this.start = start;
    const first = await start('server');
    const others = await Promise.all(Array.from({ length: servers - 1 }, () => start('server')));
    const deployment: Deployment = {
      servers: [first, ...others],
      workers: await Promise.all(Array.from({ length: workers }, () => start('worker'))),
      ports: [first, ...others].map(({ port }) => port),
      database: openDatabase(databaseUrl, { connectionsMax: 2 }),
    };
    this.running = { deployment, key, containers };
    for (const port of deployment.ports) await untilBoard(port);
    return deployment;
  }

  /** One more server on the data of the deployment, with its own keys in Redis; `root` is another checkout's. */
  async startBeside(name: string, { root, environment = {} }: { root?: string; environment?: NodeJS.ProcessEnv } = {}) {
    const { database } = this.running?.deployment ?? {};
    if (!database) throw new Error('Nothing runs.');
    const known = this.beside.get(name);
    if (known) return known;
    const server = await startProcess({
      kind: 'server',
      name: `bench-${name}`,
      dataDir: this.options.data,
      root,
      environment: { ...this.processEnvironment(false), KEY_PREFIX: `${name}:`, ...environment },
    });
    this.beside.set(name, server);
    await untilBoard(server.port);
    return server;
  }

  private start: ((kind: 'server' | 'worker') => Promise<ProductProcess>) | null = null;

  async replaceWorker(index: number): Promise<void> {
    const workers = this.running?.deployment.workers;
    if (!workers || !this.start) throw new Error('Nothing runs.');
    workers[index] = await this.start('worker');
  }

  async replaceServer(index: number): Promise<void> {
    const deployment = this.running?.deployment;
    if (!deployment || !this.start) throw new Error('Nothing runs.');
    const server = await this.start('server');
    deployment.servers[index] = server;
    deployment.ports[index] = server.port;
  }

  generator(): Generator {
    const one = new Generator();
    this.generators.push(one);
    return one;
  }

  /** Runs `work` and measures the processor use of each component meanwhile, in cores. */
  async watch<T>(
    work: () => Promise<T>,
    servers = this.running?.deployment.servers ?? [],
  ): Promise<{ result: T; cores: Record<string, number>; seconds: number }> {
    const { deployment } = this.running ?? {};
    if (!deployment) throw new Error('Nothing runs.');
    const known = new Set(deployment.workers.map(({ pid }) => pid));
    const read = async () => {
      const { sql } = this.databases.admin();
      const backends = await sql<{ pid: number }[]>`select pid from pg_stat_activity`;
      const info = await this.redis.info('cpu');
      const redis = [...info.matchAll(/used_cpu_(?:sys|user):([\d.]+)/g)].reduce(
        (sum, [, value]) => sum + Number(value),
        0,
      );
      return {
        server: cpuSeconds(withChildren(servers.map(({ pid }) => pid))),
        // The processor time of replaced workers is unknown.
        worker: deployment.workers.every(({ pid }) => known.has(pid))
          ? cpuSeconds(deployment.workers.map(({ pid }) => pid))
          : null,
        PostgreSQL: cpuSeconds(backends.map(({ pid }) => pid)),
        Redis: redis,
      };
    };
    const before = await read();
    const begin = performance.now();
    const result = await work();
    const seconds = (performance.now() - begin) / 1000;
    const after = await read();
    const cores: Record<string, number> = {};
    for (const [part, value] of Object.entries(after)) {
      const earlier = before[part as keyof typeof before];
      if (value !== null && earlier !== null) cores[part] = Math.max(0, value - earlier) / seconds;
    }
    return { result, cores, seconds };
  }

  async stopGenerators(): Promise<void> {
    for (const one of this.generators.splice(0)) one.close();
  }

  /** Callers meet when a row fails because the benchmark is interrupted: each waits until all is stopped. */
  stop(): Promise<void> {
    this.stopping ??= this.stopAll().finally(() => {
      this.stopping = null;
    });
    return this.stopping;
  }

  private async stopAll(): Promise<void> {
    const { deployment, containers } = this.running ?? {};
    this.running = null;
    if (!deployment) return;
    await Promise.all([...this.beside.values()].map((one) => one.stop()));
    this.beside.clear();
    await Promise.all([...deployment.workers, ...deployment.servers].map((one) => one.stop()));
    if (containers) await endInstances(this.environment);
    await deployment.database.close();
  }

  close(): Promise<void> {
    this.closing ??= this.closeAll();
    return this.closing;
  }

  private async closeAll(): Promise<void> {
    await this.stopGenerators();
    await this.stop();
    await this.databases.close();
    this.redis.disconnect();
  }
}

/** Whether a kept database holds this competition, with hours to go. */
async function holds({ sql }: Database, size: Size): Promise<boolean> {
  const [found] = await sql<{ teams: number; players: number; submissions: number; posts: number }[]>`
    select (select count(*)::int from teams) as teams, (select count(*)::int from accounts) as players,
      (select count(*)::int from submissions) as submissions, (select count(*)::int from posts) as posts
    from games where id = ${gameId} and end_at > now() + interval '6 hours'`;
  return (
    found?.teams === size.teams &&
    found.players === size.players &&
    found.submissions === size.submissions &&
    found.posts === platformSize.posts
  );
}

const timeoutMs = 60_000;

async function untilBoard(port: number): Promise<void> {
  for (const until = Date.now() + timeoutMs; Date.now() < until; await delay(50)) {
    const reply = await fetch(`http://127.0.0.1:${port}/api/game/${gameId}/scoreboard`, {
      headers: { 'accept-encoding': 'br' },
    });
    await reply.arrayBuffer();
    if (reply.status === 200 && reply.headers.get('content-encoding') === 'br') return;
  }
  throw new Error('No board is served.');
}
