import { readdirSync, readFileSync } from 'node:fs';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from './lib/paths.mjs';

/** Numbers, times and choices say who a person is only beside one of these. */
const saysSomething = /^(text|varchar|jsonb|uuid|char)/;

interface Named {
  ofPeople: string[];
  others: string[];
}

/** By table, of `| table | of people | others | kept |`. */
function namedIn(page: string): Map<string, Named> {
  const columnsIn = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  const rows = [...page.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)];
  const named = rows.map(([, table = '', cells = '']): [string, Named] => {
    const [ofPeople, others] = cells.split('|');
    return [table, { ofPeople: columnsIn(ofPeople), others: columnsIn(others) }];
  });
  expect(new Set(named.map(([table]) => table)).size, 'tables that are named twice').toBe(named.length);
  return new Map(named);
}

describe('docs/privacy.md', () => {
  const named = namedIn(readFileSync(inRoot('docs/privacy.md'), 'utf8'));
  const tables = new Map<string, ReturnType<typeof getTableConfig>>();
  beforeAll(async () => {
    for (const file of readdirSync(inRoot('db/src/schema'))) {
      const exported: Record<string, unknown> = await import(inRoot(`db/src/schema/${file}`));
      for (const one of Object.values(exported)) {
        if (!is(one, PgTable)) continue;
        const config = getTableConfig(one);
        tables.set(config.name, config);
      }
    }
  });

  it('names every table once, and no other', () => {
    expect(tables.size).toBeGreaterThan(55);
    expect([...named.keys()].sort()).toEqual([...tables.keys()].sort());
  });

  it('names every column that may say something, of people or not', () => {
    for (const [name, { columns }] of tables) {
      const { ofPeople = [], others = [] } = named.get(name) ?? {};
      const saying = columns.filter((column) => saysSomething.test(column.getSQLType())).map((column) => column.name);
      const known = [...ofPeople, ...others];
      expect(
        saying.filter((column) => !known.includes(column)),
        `${name}: not named`,
      ).toEqual([]);
      expect(
        known.filter((column) => !columns.some((one) => one.name === column)),
        `${name}: no column`,
      ).toEqual([]);
      expect(new Set(known).size, `${name}: named twice`).toBe(known.length);
    }
  });

  it('counts addresses and what points at an account as of people', () => {
    let count = 0;
    for (const [name, { columns, foreignKeys }] of tables) {
      const toAccounts = foreignKeys.flatMap((key) => {
        const { foreignTable, columns: own } = key.reference();
        return getTableConfig(foreignTable).name === 'accounts' ? own.map((column) => column.name) : [];
      });
      const addresses = columns
        .map((column) => column.name)
        .filter((column) => /^(ip|email|phone|.*user_name)$/.test(column));
      count += toAccounts.length + addresses.length;
      const wanted = [...toAccounts, ...addresses];
      expect(
        wanted.filter((column) => !named.get(name)?.ofPeople.includes(column)),
        name,
      ).toEqual([]);
    }
    expect(count).toBeGreaterThan(35);
  });

  it('says of every table how long it is kept', () => {
    const page = readFileSync(inRoot('docs/privacy.md'), 'utf8');
    for (const [, cells = ''] of page.matchAll(/^\| `\w+` \|(.*)\|$/gm))
      expect(cells.split('|').at(-1)?.trim(), cells).toMatch(/\w{3}/);
  });
});
