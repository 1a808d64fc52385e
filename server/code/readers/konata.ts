import { fitClassic } from '../curve';
import type { ReadChallenge } from '../model';
import { type DraftFlag, finish, readFlagFile, readPlaceholders, useFitted } from './draft';
import { Reading } from './reading';
import { isEmpty, isMapping, type Source, type Tree } from './source';

const archive = ['exclude', 'additional', 'archiveName', 'stripComponents', 'password', 'preCompressed'];

/** A file may have several. */
export async function readKonata(r: Reading): Promise<ReadChallenge[]> {
  useCamelCase(r.source, r.source.tree);
  const items = r.items('challenges');
  if (items.length > 0) r.lost('deployment');
  const read: ReadChallenge[] = [];
  for (const { field } of items) read.push(await readOne(new Reading(r.source.part(field), r.folder, r.found)));
  return read;
}

async function readOne(r: Reading): Promise<ReadChallenge> {
  const { text, connection } = readPlaceholders(r, 'description', r.text('description') ?? '');
  const [most, least] = [r.number('scoring.initialValue') ?? 500, r.number('scoring.minimumValue') ?? 100];
  const release = r.time('releaseTime');
  const category = r.text('category') ?? '';
  const title = r.required('name');
  r.lost('sortWeight', 'instancerConfig', 'adminBot', ...archive.map((member) => `attachments.${member}`));
  return finish(r, {
    key: r.text('overrideId') ?? `${category}_${title}`,
    title,
    content: text,
    category,
    author: r.texts('author').join(', '),
    tags: r.texts('tags'),
    connection: [...r.items('endpoints').map(({ field }) => wayOf(r, field)), connection].filter(Boolean).join('\n'),
    enabled: !r.is('hidden', false) && release === null,
    curve: useFitted(r, 'scoring', `rCTF dynamic ${least} to ${most}`, fitClassic(most, least)),
    flags: await readFlags(r),
    files: r.files(isMapping(r.any('attachments')) ? 'attachments.files' : 'attachments'),
    vexil: release === null ? {} : { release },
    fields: { 'flags.static': 'flags.rctf', connection: 'endpoints' },
  });
}

function wayOf(r: Reading, field: string): string {
  const [type, place, port] = [r.text(`${field}.type`) ?? '', r.text(`${field}.endpoint`), r.text(`${field}.port`)];
  if (!place) return '';
  if (type.startsWith('http')) return `${type}://${place}${port ? `:${port}` : ''}`;
  return `${type === 'ncat-ssl' ? 'ncat --ssl' : 'nc'} ${place} ${port ?? ''}`.trim();
}

async function readFlags(r: Reading): Promise<DraftFlag[]> {
  const flags: DraftFlag[] = [];
  for (const { field, value } of r.items('flags.rctf')) {
    const text = isMapping(value) ? await readMember(r, field) : r.required(field);
    if (text !== undefined) flags.push({ text, match: 'Exact', field });
  }
  return flags;
}

/** Dynamic flags have no text. */
async function readMember(r: Reading, field: string): Promise<string | undefined> {
  const file = r.text(`${field}.file`);
  if (file !== undefined) return (await readFlagFile(r, `${field}.file`, file)) ?? undefined;
  const provider = r.text(`${field}.provider`) ?? '';
  const text = r.text(`${field}.str`) ?? (provider === 'flags/static' ? r.text(`${field}.config.flag`) : undefined);
  if (text === undefined) r.loss(field, 'flag.kind', { value: provider });
  return text;
}

/** Konata takes `override_id` for `overrideId`. */
function useCamelCase(source: Source, tree: Tree): void {
  if (Array.isArray(tree)) for (const item of tree) useCamelCase(source, item);
  if (!isMapping(tree)) return;
  const lines = source.lines?.get(tree);
  for (const [key, value] of Object.entries(tree)) {
    const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (name !== key && !isEmpty(value)) {
      delete tree[key];
      tree[name] = value;
      lines?.set(name, lines.get(key) ?? 1);
    }
    useCamelCase(source, value);
  }
}
