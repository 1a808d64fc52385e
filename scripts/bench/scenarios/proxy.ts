import { randomUUID } from 'node:crypto';
import type { Database } from '@vexil/db';
import { median, quantile } from '../../lib/quantile';
import type { RelayServices } from '../generator/relay-services';
import type { Harness } from '../harness/harness';
import { residentMiB } from '../harness/usage';
import { writeTable } from '../report/table';
import { type Measure, passes } from '../rows/row';
import { tiny } from '../seed/size';
import { countMissing, sumMissing, untilStored } from './proxy-capture';
import type { Scenario } from './scenario';

/** More per instance are refused. */
const connectionsEach = 32;
const mebibyte = 1024 * 1024;

interface Sizes {
  rounds: number;
  transferBytes: number;
  checkedBytes: number;
  echoes: number;
  connections: number;
}

const full: Sizes = {
  rounds: 5,
  transferBytes: 256 * mebibyte,
  checkedBytes: 1024 * mebibyte,
  echoes: 3000,
  connections: 5000,
};
const smoke: Sizes = { rounds: 1, transferBytes: mebibyte, checkedBytes: mebibyte, echoes: 20, connections: 40 };

const challengeOf = (index: number) => Math.floor(index / tiny.teams);
/** Behind those of the connections. */
const recordedIndex = (tiny.challenges - 2) * tiny.teams;

/** A running instance whose service is at `port`; returns its id. Each belongs to a team and challenge of its own. */
async function insertInstance({ sql }: Database, gameId: number, index: number, port: number): Promise<string> {
  const id = randomUUID();
  await sql`
    update challenges set enable_traffic_capture = ${index >= recordedIndex} where id = (
      select id from challenges where game_id = ${gameId} order by id limit 1 offset ${challengeOf(index)})`;
  await sql`
    insert into containers (id, kind, game_id, challenge_id, participation_id, state, image, internal_host, internal_port,
      is_proxy, expires_at)
    select ${id}, 'Team', ${gameId}, c.id, p.id, 'running', 'bench', '127.0.0.1', ${port}, true, now() + interval '1 day'
    from (select id from participations where game_id = ${gameId} order by id limit 1 offset ${index % tiny.teams}) p,
      (select id from challenges where game_id = ${gameId} order by id limit 1 offset ${challengeOf(index)}) c`;
  return id;
}

interface Sides {
  ours: (service: keyof RelayServices) => string;
  /** Ours, of a challenge whose traffic is captured. */
  captured: (service: keyof RelayServices) => string;
  plain: (service: keyof RelayServices) => string;
}

const sideNames = ['ours', 'captured', 'plain'] as const;

/** The sides take turns, so that the noise of the machine meets them alike. */
async function alternate<T>(rounds: number, run: (side: keyof Sides) => Promise<T>): Promise<Record<keyof Sides, T[]>> {
  const results: Record<keyof Sides, T[]> = { ours: [], captured: [], plain: [] };
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? sideNames : sideNames.toReversed();
    for (const side of order) results[side].push(await run(side));
  }
  return results;
}

async function measureTransfers(harness: Harness, database: Database, sides: Sides, sizes: Sizes): Promise<Measure[]> {
  const client = harness.generator();
  const measures: Measure[] = [];
  for (const direction of ['toClient', 'toContainer'] as const) {
    const service = direction === 'toClient' ? 'source' : 'sink';
    const plan = { bytes: sizes.transferBytes, direction };
    const seconds = await alternate(sizes.rounds, async (side) => {
      const taken = await client.call('transfer', { ...plan, url: sides[side](service) });
      if (side === 'captured') await untilStored(database);
      return taken;
    });
    const rate = (side: keyof Sides) => sizes.transferBytes / mebibyte / median(seconds[side]);
    const way = direction === 'toClient' ? 'container to client' : 'client to container';
    const measured = (side: 'ours' | 'captured', atLeast: number): Measure => ({
      what: `one connection, ${way}${side === 'captured' ? ', captured' : ''}, of the plain relay`,
      value: (100 * rate(side)) / rate('plain'),
      unit: '%',
      budgets: [{ atLeast }],
      note: `${rate(side).toFixed(0)} MiB/s, plain ${rate('plain').toFixed(0)} MiB/s; medians of ${sizes.rounds} transfers of ${sizes.transferBytes / mebibyte} MiB in turns`,
      figures: { ours: rate(side), plain: rate('plain') },
    });
    measures.push(measured('ours', 50), measured('captured', 25));
  }
  const checked = await client.call('transfer', {
    url: sides.ours('source'),
    bytes: sizes.checkedBytes,
    direction: 'toClient',
    isChecked: true,
  });
  measures.push({
    what: `${sizes.checkedBytes / mebibyte} MiB with the right SHA-256`,
    value: checked,
    unit: 's',
    budgets: [],
    note: '',
  });
  return measures;
}

async function measureLatency(
  harness: Harness,
  sides: Sides,
  services: RelayServices,
  sizes: Sizes,
): Promise<Measure[]> {
  const client = harness.generator();
  const plan = { port: services.echo, rounds: sizes.echoes };
  const direct: number[][] = [];
  const relayed = await alternate(sizes.rounds, async (side) => {
    direct.push(await client.call('echo', { ...plan, url: null }));
    return client.call('echo', { ...plan, url: sides[side]('echo') });
  });
  const at = (part: number, parts: number[][]) => quantile(parts.flat(), part);
  const [without, plain] = [at(0.5, direct), at(0.5, relayed.plain)];
  return (['ours', 'captured'] as const).map((side) => {
    const ours = at(0.5, relayed[side]);
    return {
      what: `added latency, p50${side === 'captured' ? ', captured' : ''}, times the plain relay`,
      value: (ours - without) / (plain - without),
      unit: '×',
      budgets: [{ atMost: 2 }],
      note: `p50 without a relay ${without.toFixed(3)} ms, ours ${ours.toFixed(3)} ms, plain ${plain.toFixed(3)} ms; p99 ours ${at(0.99, relayed[side]).toFixed(2)} ms, plain ${at(0.99, relayed.plain).toFixed(2)} ms`,
      figures: { without, ours, plain },
    };
  });
}

/** What the recorder left out, counted by itself and read from the stored files. */
async function measureMissing(
  harness: Harness,
  { ports, database }: Awaited<ReturnType<Harness['deploy']>>,
  services: RelayServices,
  sizes: Sizes,
): Promise<Measure[]> {
  const containerId = await insertInstance(database, harness.gameId, recordedIndex + 3, services.source);
  const url = `ws://127.0.0.1:${ports[0]}/api/proxy/${containerId}`;
  const bytes = sizes.checkedBytes;
  const seconds = await harness.generator().call('transfer', { url, bytes, direction: 'toClient', isChecked: true });
  const missing = await countMissing(database, harness.environment, { containerId, bytes });
  return [
    {
      what: `bytes missing from the capture of ${bytes / mebibyte} MiB, read with their SHA-256`,
      value: missing,
      unit: '',
      budgets: [{ atMost: 0 }],
      note: `transferred in ${seconds.toFixed(1)} s`,
    },
    {
      what: 'bytes that the recorder left out, in all captured transfers',
      value: await sumMissing(database),
      unit: '',
      budgets: [{ atMost: 0 }],
      note: '',
    },
  ];
}

async function measureConnections(
  harness: Harness,
  services: RelayServices,
  sizes: Sizes,
  { isCaptured }: { isCaptured: boolean },
): Promise<Measure[]> {
  const { ports, servers, database } = await harness.deploy({ workers: 0, relays: true, fresh: true });
  const instances = Math.ceil(sizes.connections / connectionsEach);
  // The first ones are taken by the transfers.
  const from = isCaptured ? recordedIndex / 2 : 3;
  const urls = [];
  for (let index = 0; index < instances; index += 1) {
    const id = await insertInstance(database, harness.gameId, from + index, services.echo);
    urls.push(`ws://127.0.0.1:${ports[0]}/api/proxy/${id}`);
  }
  if (isCaptured)
    await database.sql`update challenges set enable_traffic_capture = true where game_id = ${harness.gameId}`;
  const pid = servers[0]?.pid ?? 0;
  const before = residentMiB(pid);
  const client = harness.generator();
  const begin = performance.now();
  const open = await client.call('openRelays', { urls, count: sizes.connections });
  const seconds = (performance.now() - begin) / 1000;
  const answered = await client.call('echoRelays', null);
  const after = residentMiB(pid);
  await client.call('closeRelays', null);
  return [
    {
      what: `connections open at once${isCaptured ? ', captured' : ''}, each answering`,
      value: Math.min(open, answered),
      unit: '',
      budgets: [{ atLeast: Math.min(2000, sizes.connections) }],
      note: `${instances} instances; opened in ${seconds.toFixed(1)} s; server ${before.toFixed(0)} MiB before, ${after.toFixed(0)} MiB with them`,
    },
    {
      what: `resident memory per connection${isCaptured ? ', captured' : ''}`,
      value: ((after - before) * 1024) / sizes.connections,
      unit: 'KiB',
      budgets: [],
      note: '',
    },
  ];
}

/** The relay of `/api/proxy/{id}` beside one of `node:net` and `ws` alone. */
export const proxy: Scenario = async (harness, say) => {
  const sizes = harness.options.smoke ? smoke : full;
  say('Seeding …');
  await harness.seed(tiny);
  const deployment = await harness.deploy({ workers: 0, relays: true });
  const { ports, database } = deployment;
  const services = await harness.generator().call('openRelayServices', null);
  const plainPort = await harness.generator().call('openPlainRelay', null);
  const open = async (from: number) => {
    const ids = {} as Record<keyof RelayServices, string>;
    for (const [index, service] of (['echo', 'source', 'sink'] as const).entries()) {
      ids[service] = await insertInstance(database, harness.gameId, from + index, services[service]);
    }
    return (service: keyof RelayServices) => `ws://127.0.0.1:${ports[0]}/api/proxy/${ids[service]}`;
  };
  const sides: Sides = {
    ours: await open(0),
    captured: await open(recordedIndex),
    plain: (service) => `ws://127.0.0.1:${plainPort}/${services[service]}`,
  };
  say('Transfers …');
  const transfers = await measureTransfers(harness, database, sides, sizes);
  say('Latency …');
  const latency = await measureLatency(harness, sides, services, sizes);
  say('Captures …');
  const missing = await measureMissing(harness, deployment, services, sizes);
  say('Connections …');
  const connections = [
    ...(await measureConnections(harness, services, sizes, { isCaptured: false })),
    ...(await measureConnections(harness, services, sizes, { isCaptured: true })),
  ];
  await harness.stopGenerators();
  const measures = [...transfers, ...latency, ...missing, ...connections];
  const missed = harness.options.smoke ? [] : measures.filter((measure) => passes(measure) === false);
  return {
    problems: missed.map(({ what, value }) => `${what}: ${value.toFixed(2)}`),
    lines: [writeTable([{ row: 'proxy', measures }])],
    figures: { measures },
  };
};
