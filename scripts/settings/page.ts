// docs/settings.md: its prose is written by hand, its tables come from the schema and the meanings.

import { standardSettings } from '@vexil/contract/settings';
import { environmentSchema } from '@vexil/runtime/config';
import { secretVariables } from '@vexil/runtime/environment';
import { environmentMeanings } from './environment';
import { runtimeMeanings } from './runtime';

const secrets = new Set<string>(secretVariables);

const code = (value: unknown) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

/** As the schema gives it for an absent variable. */
function defaultOf(name: string): string {
  const schema = environmentSchema.shape[name as keyof typeof environmentSchema.shape];
  const read = schema?.safeParse(undefined);
  return read?.success && read.data !== undefined && read.data !== '' ? code(read.data) : 'none';
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const table = (head: string, rows: readonly string[]): string =>
  [row([head, 'Default', 'Meaning']), '|---|---|---|', ...rows, ''].join('\n');

function environmentRow(name: string, meaning: { means: string; default?: string }): string {
  const names = secrets.has(name) ? [name, `${name}_FILE`] : [name];
  return row([names.map(code).join(', '), meaning.default ?? defaultOf(name), meaning.means]);
}

const runtimeDefaults = Object.entries(standardSettings).flatMap(([section, members]) =>
  Object.entries(members).map(([member, value]): [string, unknown] => [`${section}.${member}`, value]),
);

function runtimeRow([name, value]: [string, unknown]): string {
  const words = value === null ? 'none' : value === '' ? 'empty' : code(value);
  return row([code(name), words, runtimeMeanings[name] ?? '']);
}

/** @returns names that the one has and the other has not */
const difference = (one: readonly string[], other: readonly string[]) => {
  const [a, b] = [new Set(one), new Set(other)];
  return [...one.filter((name) => !b.has(name)), ...other.filter((name) => !a.has(name))];
};

/** Settings without a meaning, and meanings without a setting. */
export function listUnexplained(): string[] {
  const explained = Object.values(environmentMeanings).flatMap((section) => Object.keys(section));
  return [
    ...difference(Object.keys(environmentSchema.shape), explained),
    ...difference(
      runtimeDefaults.map(([name]) => name),
      Object.keys(runtimeMeanings),
    ),
  ];
}

/** Replaces the first table below a heading. */
function replaceTable(page: string, heading: string, text: string): string {
  const start = page.indexOf(`\n${heading}\n`);
  const found = start < 0 ? null : /^\|(?:.*\n\|)*.*\n/m.exec(page.slice(start));
  if (!found) throw new Error(`docs/settings.md has no table below "${heading}".`);
  const at = start + found.index;
  return page.slice(0, at) + text + page.slice(at + found[0].length);
}

/** @returns the page with the tables as they have to be */
export function writeTables(page: string): string {
  let written = page;
  for (const [section, meanings] of Object.entries(environmentMeanings)) {
    const rows = Object.entries(meanings).map(([name, meaning]) => environmentRow(name, meaning));
    written = replaceTable(written, `### ${section}`, table('Variable', rows));
  }
  return replaceTable(written, '## Run-time settings', table('Setting', runtimeDefaults.map(runtimeRow)));
}
