import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Budget } from './counters';
import * as limits from './limits';

const page = readFileSync(join(import.meta.dirname, '../../../docs/http.md'), 'utf8');

/** Rows of the table whose first head this is, without their last cell where it gives a reason. */
function rowsUnder(head: string): string[][] {
  const [, table = ''] = page.split(`| ${head} |`);
  const [body = ''] = table.split('\n\n');
  return body
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
}

const units: [RegExp, (value: number) => string][] = [
  [/Bytes(PerSecond)?(Max|Min)?$/, (bytes) => sizeOf(bytes)],
  [/Ms(Max)?$/, (ms) => `${ms / 1000} s`],
  [/Seconds(Max)?$/, (seconds) => `${seconds} s`],
];

function sizeOf(bytes: number): string {
  const power = [3, 2, 1].find((one) => bytes % 1024 ** one === 0) ?? 0;
  return `${bytes / 1024 ** power} ${['B', 'KiB', 'MiB', 'GiB'][power]}`;
}

function shownValue(name: string, value: number): string {
  const unit = units.find(([pattern]) => pattern.test(name));
  if (unit) return unit[1](value);
  return value < 1 ? `1/${Math.round(1 / value)}` : String(value);
}

const inWords = ({ points, seconds }: Budget) => `${points} in ${seconds} s`;

describe('the limits in docs/http.md', () => {
  it('are those of the server, all of them', () => {
    const { budgets: _, targetBudgets: __, kibibytes: ___, mebibytes: ____, ...others } = limits;
    const expected = Object.entries(others).flatMap(([name, value]) =>
      typeof value === 'number'
        ? [[name, shownValue(name, value)]]
        : Object.entries(value).map(([kind, one]) => [`${name}.${kind}`, String(one)]),
    );
    expect(rowsUnder('Limit').map((cells) => cells.slice(0, 2))).toEqual(expect.arrayContaining(expected));
    expect(rowsUnder('Limit')).toHaveLength(expected.length);
  });

  it('are those of the budgets', () => {
    expect(rowsUnder('Budget of calls')).toEqual(
      Object.entries(limits.budgets).map(([name, { account, address }]) => [name, inWords(account), inWords(address)]),
    );
    expect(rowsUnder('Budget of a target').map((cells) => cells.slice(0, 2))).toEqual(
      Object.entries(limits.targetBudgets).map(([name, budget]) => [name, inWords(budget)]),
    );
  });
});
