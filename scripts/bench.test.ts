import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deploymentOf } from '@vexil/db/sealing';
import { describe, expect, it } from 'vitest';
import { readOptions, rowNames } from './bench/options.mjs';
import type { RowResult } from './bench/rows/row';
import { callDocker, dockerAnswers } from './lib/docker-api.mjs';
import { inRoot } from './lib/paths.mjs';
import { makeDirectory, runScript } from './testing/program';

const withEngine = process.env.TEST_DOCKER !== '0' && (await dockerAnswers(process.env.DOCKER_HOST));
const engine = { DOCKER_HOST: withEngine ? (process.env.DOCKER_HOST ?? '') : 'unix:///nonexistent/docker.sock' };
const bench = (...args: string[]) => runScript('bench.mjs', engine, args);

/** States of the containers, and names of the networks, that a benchmark on this data has on the engine. */
async function listOnEngine(data: string): Promise<string[]> {
  if (!existsSync(path.join(data, 'secrets/key'))) return [];
  const deployment = deploymentOf(readFileSync(path.join(data, 'secrets/key'), 'utf8').trim());
  const filters = encodeURIComponent(JSON.stringify({ label: [`vexil.deployment=${deployment}`] }));
  const lists = ['/containers/json?all=true&', '/networks?'].map(async (list) => {
    const { text } = await callDocker(engine.DOCKER_HOST, 'GET', `${list}filters=${filters}`);
    return (JSON.parse(text) as { State?: string; Name?: string }[]).map(({ State, Name }) => State ?? Name ?? '');
  });
  return (await Promise.all(lists)).flat();
}

/** A benchmark that has started the first instances. */
async function startInstances() {
  const data = path.join(makeDirectory(), 'data');
  const program = bench('--smoke', '--only', 'containers', '--data', data, '--output', path.join(data, 'table.json'));
  await Promise.race([
    program.ended.then(() => expect.unreachable(program.output())),
    expect.poll(() => listOnEngine(data), { timeout: 120_000, interval: 200 }).toContain('running'),
  ]);
  return { data, ...program };
}

describe('npm run bench', () => {
  it('runs every row with --smoke and writes what it found', async () => {
    const place = makeDirectory();
    const output = path.join(place, 'table.json');
    const { ended, output: printed } = bench('--smoke', '--data', path.join(place, 'data'), '--output', output);
    expect(await ended, printed()).toBe(0);
    const { machine, results, smoke } = JSON.parse(readFileSync(output, 'utf8')) as {
      machine: Record<string, unknown>;
      results: RowResult[];
      smoke: boolean;
    };
    expect(smoke).toBe(true);
    expect(machine).toMatchObject({
      cores: expect.any(Number),
      memoryMiB: expect.any(Number),
      node: process.version,
      loadBefore: expect.any(Number),
    });
    expect(results.map(({ row }) => row)).toEqual(rowNames);
    for (const { row, measures, skipped, failure } of results) {
      expect(failure, row).toBeUndefined();
      // What these take is not there in every place where tests run.
      if (skipped !== undefined) expect(withEngine ? ['start'] : ['start', 'containers']).toContain(row);
      else expect(measures.length, row).toBeGreaterThan(0);
      for (const { value } of measures) expect(value, row).toEqual(expect.any(Number));
    }
    for (const row of rowNames) expect(printed()).toContain(row);
    const left = results.flatMap(({ measures }) => measures).find(({ what }) => what.startsWith('containers left'));
    expect(left?.value ?? 0).toBe(0);
    if (withEngine) expect(await listOnEngine(path.join(place, 'data'))).toEqual([]);
  });

  it.runIf(withEngine)('ends its instances when it is interrupted', async () => {
    const { data, child, ended } = await startInstances();
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(await listOnEngine(data)).toEqual([]);
  });

  it.runIf(withEngine)('ends its instances when a row fails', async () => {
    const { data, ended, output } = await startInstances();
    const server = JSON.parse(readFileSync(path.join(data, 'run/bench-server-1.child'), 'utf8')) as { pid: number };
    process.kill(server.pid, 'SIGKILL');
    expect(await ended).toBe(1);
    expect(output()).toMatch(/container\/1 got no reply/);
    expect(await listOnEngine(data)).toEqual([]);
  });

  it('runs the scenario of relays with --smoke', async () => {
    const place = makeDirectory();
    const output = path.join(place, 'proxy.json');
    const args = ['--smoke', '--scenario', 'proxy', '--data', path.join(place, 'data'), '--output', output];
    const { ended, output: printed } = bench(...args);
    expect(await ended, printed()).toBe(0);
    const { scenario } = JSON.parse(readFileSync(output, 'utf8')) as {
      scenario: { figures: { measures: { what: string; value: number }[] } };
    };
    const { measures } = scenario.figures;
    expect(measures.find(({ what }) => what.startsWith('connections open'))?.value).toBe(40);
    for (const { what, value } of measures) expect(value, what).toEqual(expect.any(Number));
  });

  it('runs all rows of reads under one name', () => {
    const { rows } = readOptions(['--only', 'reads,login']);
    expect(rows).toEqual(['board', 'unchanged', 'details', 'shared', 'personal', 'refusals', 'first-page', 'login']);
  });

  it('knows the answers and the players that are wanted', () => {
    const { answers, players } = readOptions(['--answers', '403,sessions', '--players', '1000']);
    expect([answers, players]).toEqual([['403', 'sessions'], 1000]);
    const all = readOptions([]);
    expect([all.answers, all.players]).toEqual([[], null]);
  });

  it('touches no directory that is not its own', async () => {
    const place = makeDirectory();
    writeFileSync(path.join(place, 'thesis.txt'), 'three years of work');
    const { ended, output } = bench('--smoke', '--data', place);
    expect(await ended).toBe(1);
    expect(output()).toContain('holds something else than a benchmark');
    expect(existsSync(path.join(place, 'thesis.txt'))).toBe(true);
  });

  it('compares with a checkout of the same migrations only', () => {
    const [built, journal] = [makeDirectory(), 'db/migrations/meta/_journal.json'];
    for (const file of ['dist/server/main.mjs', journal])
      mkdirSync(path.dirname(path.join(built, file)), { recursive: true });
    writeFileSync(path.join(built, 'dist/server/main.mjs'), '');
    copyFileSync(inRoot(journal), path.join(built, journal));
    expect(readOptions(['--against', built]).against).toBe(built);
    writeFileSync(path.join(built, journal), '{}');
    expect(() => readOptions(['--against', built])).toThrow(`${built} has other migrations`);
  });

  it.each([
    [['--only', 'board,speed'], 'There is no row speed.'],
    [['--scenario', 'closing'], 'There is no scenario closing.'],
    [['--minutes', 'many'], '--minutes must be a number'],
    [['--players', '5'], '--players must be a whole number'],
    [['--against', '/nowhere'], '/nowhere holds no built checkout'],
    [['--fast'], 'npm run bench -- [options]'],
  ])('refuses %j before it starts anything', async (args, line) => {
    const { ended, output } = bench(...args);
    expect(await ended).toBe(1);
    expect(output()).toContain(line);
  });
});
