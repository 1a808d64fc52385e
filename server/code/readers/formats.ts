import { challengeTypes } from '@vexil/db/enums/challenge';
import type { Format } from '../model';
import { baseName } from './paths';
import { plain, type Source } from './source';

/** What a file is by its name and members; other words than a format are formats that cannot be read. */
export type Kind = Format | 'kCTF' | 'NYU CTF Bench' | 'b01lers' | 'Kalmar' | 'BSidesSF';

export const descriptor =
  /^(?:(?:challenge|ctfcli|noctf|kona)\.(?:ya?ml|json)|kona\.toml|chal\.json|ctfd\.json|metadata\.yml)$/;

const types: readonly unknown[] = challengeTypes;

/** By name without ending. */
const byName: Record<string, Kind> = {
  kona: 'konata',
  noctf: 'noctf',
  ctfcli: 'ducky',
  chal: 'b01lers',
  ctfd: 'Kalmar',
};

const has = (source: Source, ...members: string[]) => members.some((member) => source.has(member));
const textOf = (source: Source, member: string) => String(plain(source.get(member)) ?? '');

const isBench = (source: Source) =>
  has(source, 'box', 'compose', 'internal_port') || (source.file.endsWith('.json') && has(source, 'points'));

const signs: [Kind, (source: Source) => boolean][] = [
  ['kCTF', (source) => textOf(source, 'apiVersion').startsWith('kctf.dev/')],
  ['NYU CTF Bench', isBench],
  ['vexil', (source) => source.has('vexil')],
  ['gzcli', (source) => types.includes(textOf(source, 'type'))],
  ['ctfpilot', (source) => source.has('slug') && source.has('difficulty')],
  [
    'ducky',
    (source) => has(source, 'hosting_type', 'hosting-type', 'hosting') || (source.has('id') && source.has('flags')),
  ],
  ['rcds', (source) => has(source, 'flag', 'provide', 'containers', 'expose') && !source.has('flags')],
  ['ctfcli', (source) => source.has('name')],
];

export function kindOf(source: Source): Kind | null {
  const name = baseName(source.file);
  if (name === 'metadata.yml') return textOf(source, 'version') === 'beta1' ? 'BSidesSF' : null;
  const named = byName[name.slice(0, name.indexOf('.'))];
  return named ?? signs.find(([, isSo]) => isSo(source))?.[0] ?? null;
}
