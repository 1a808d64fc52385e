import { z } from 'zod';
import { fitClassic } from '../curve';
import type { Folder, ReadChallenge } from '../model';
import { type Draft, type DraftFlag, finish, readPlaceholders, useFitted } from './draft';
import { readFlagFile } from './rcds';
import { type Findings, isEmpty, isMapping, lose, readShape, type Source, type Tree } from './source';
import { readTime } from './time';

const AnyFlag = z.union([z.string(), z.looseObject({ str: z.string().optional(), file: z.string().optional() })]);

const challengeShape = z.object({
  category: z.string().default(''),
  name: z.string(),
  author: z.union([z.string(), z.array(z.string())]).nullish(),
  description: z.string().default(''),
  overrideId: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  hidden: z.boolean().default(false),
  releaseTime: z.string().nullish(),
  scoring: z
    .looseObject({ initialValue: z.int().min(1).default(500), minimumValue: z.int().min(0).default(100) })
    .nullish(),
  flags: z.looseObject({ rctf: z.union([z.array(AnyFlag), AnyFlag]).nullish() }).nullish(),
  attachments: z.union([z.array(z.string()), z.looseObject({ files: z.array(z.string()).nullish() })]).nullish(),
  endpoints: z
    .array(z.looseObject({ type: z.string(), endpoint: z.string().nullish(), port: z.int().nullish() }))
    .nullish(),
});
type Challenge = z.output<typeof challengeShape>;

/** A file may have several. */
export async function readKonata(source: Source, folder: Folder, found: Findings): Promise<ReadChallenge[]> {
  useCamelCase(source, source.tree);
  const { challenges } = isMapping(source.tree) ? source.tree : {};
  const parts = Array.isArray(challenges) ? challenges.map((_, index) => source.part(`challenges.${index}`)) : [];
  if (parts.length > 0) lose(source, found, ['deployment']);
  const read: ReadChallenge[] = [];
  for (const part of parts) {
    const file = readShape(part, challengeShape, found, {
      lost: ['sortWeight', 'instancerConfig', 'adminBot'],
    })?.output;
    if (file) read.push(finish(await draftOf(part, file, folder, found), folder, found));
  }
  return read;
}

async function draftOf(source: Source, file: Challenge, folder: Folder, found: Findings): Promise<Draft> {
  const { text, connection } = readPlaceholders(source, 'description', file.description, found);
  const { initialValue = 500, minimumValue = 100 } = file.scoring ?? {};
  const fit = fitClassic(initialValue, minimumValue);
  const release = file.releaseTime ? readTime(source, 'releaseTime', file.releaseTime, found) : null;
  const { attachments } = file;
  const paths = (Array.isArray(attachments) ? attachments : attachments?.files) ?? [];
  if (!Array.isArray(attachments)) {
    const archive = ['exclude', 'additional', 'archiveName', 'stripComponents', 'password', 'preCompressed'];
    lose(
      source,
      found,
      archive.map((member) => `attachments.${member}`),
    );
  }
  return {
    source,
    key: file.overrideId ?? `${file.category}_${file.name}`,
    title: file.name,
    content: text,
    category: file.category,
    author: Array.isArray(file.author) ? file.author.join(', ') : file.author,
    tags: file.tags,
    connection: [...(file.endpoints ?? []).map(wayOf), connection].filter((way) => way !== '').join('\n'),
    enabled: !file.hidden && release === null,
    curve: useFitted(source, 'scoring', `rCTF dynamic ${minimumValue} to ${initialValue}`, fit, found),
    flags: await readFlags(source, file, folder, found),
    files: paths.map((path, index) => ({
      path,
      field: `attachments.${Array.isArray(attachments) ? '' : 'files.'}${index}`,
    })),
    ...(release && { vexil: { release } }),
    fields: { 'flags.static': 'flags.rctf', connection: 'endpoints' },
  };
}

function wayOf({ type, endpoint, port }: NonNullable<Challenge['endpoints']>[number]): string {
  if (!endpoint) return '';
  if (type.startsWith('http')) return `${type}://${endpoint}${port ? `:${port}` : ''}`;
  return `${type === 'ncat-ssl' ? 'ncat --ssl' : 'nc'} ${endpoint} ${port ?? ''}`.trim();
}

async function readFlags(source: Source, { flags }: Challenge, folder: Folder, found: Findings): Promise<DraftFlag[]> {
  const rctf = flags?.rctf ?? [];
  const read: DraftFlag[] = [];
  for (const [index, flag] of (Array.isArray(rctf) ? rctf : [rctf]).entries()) {
    const field = Array.isArray(rctf) ? `flags.rctf.${index}` : 'flags.rctf';
    const text = await readFlag(source, field, flag, folder, found);
    if (text !== null) read.push({ text, match: 'Exact', field });
  }
  return read;
}

async function readFlag(
  source: Source,
  field: string,
  flag: z.output<typeof AnyFlag>,
  folder: Folder,
  found: Findings,
) {
  if (typeof flag === 'string') return flag;
  if (flag.file !== undefined) return readFlagFile(source, `${field}.file`, flag.file, folder, found);
  const { provider, config } = flag;
  const text = flag.str ?? (provider === 'flags/static' && isMapping(config) ? config.flag : null);
  if (typeof text === 'string') return text;
  found.losses.push(source.remark(field, 'flag.kind', { value: String(provider) }));
  return null;
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
