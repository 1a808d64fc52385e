import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOptions, rowNames } from './bench/options.mjs';
import type { RowResult } from './bench/rows/row';
import { makeDirectory, runScript } from './testing/program';

const bench = (...args: string[]) => runScript('bench.mjs', {}, args);

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
      if (skipped !== undefined) expect(['start', 'containers']).toContain(row);
      else expect(measures.length, row).toBeGreaterThan(0);
      for (const { value } of measures) expect(value, row).toEqual(expect.any(Number));
    }
    for (const row of rowNames) expect(printed()).toContain(row);
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
