import { z } from 'zod';
import type { Folder, ReadChallenge } from '../model';
import { type Draft, type DraftFlag, finish, hasFile, readExposedPort, readPlaceholders } from './draft';
import { pathIn, resolvePath } from './paths';
import { type Findings, readShape, type Source } from './source';
import { decode } from './yaml';

const Flag = z.union([z.string(), z.object({ flag: z.string(), case_sensitive: z.boolean().default(true) })]);

const challengeShape = z.object({
  enabled: z.boolean(),
  name: z.string(),
  slug: z.string(),
  author: z.string(),
  category: z.string(),
  difficulty: z.string(),
  type: z.enum(['static', 'shared', 'instanced']),
  flag: z.union([z.array(Flag), Flag]).nullish(),
  tags: z.array(z.string()).nullish(),
  prerequisites: z.array(z.string()).nullish(),
  instanced_type: z.string().nullish(),
  connection: z.string().nullish(),
  points: z.int().min(0).default(1000),
  decay: z.int().min(0).default(75),
  min_points: z.int().min(0).default(100),
  description_location: z.string().default('description.md'),
  dockerfile_locations: z.array(z.looseObject({ location: z.string(), context: z.string().nullish() })).nullish(),
  handout_dir: z.string().default('handout'),
});
type Challenge = z.output<typeof challengeShape>;

export async function readCtfPilot(source: Source, folder: Folder, found: Findings): Promise<ReadChallenge | null> {
  const lost = ['instanced_name', 'instanced_subdomains'];
  const file = readShape(source, challengeShape, found, { lost, ignored: ['version', '$schema'] })?.output;
  if (!file) return null;
  const about = resolvePath(source.folder, file.description_location);
  const isThere = about !== null && hasFile(folder, about);
  if (!isThere) {
    const value = file.description_location;
    found.problems.push(
      source.remark('description_location', about === null ? 'file.outside' : 'file.missing', { value }),
    );
  }
  const text = isThere ? (decode(about, await folder.read(about), found) ?? '') : '';
  const statement = readPlaceholders(source, 'description_location', text, found);
  const way = readPlaceholders(source, 'connection', file.connection ?? '', found);
  const handout = resolvePath(source.folder, file.handout_dir);
  const hasHandout = folder.paths.some((path) => path.startsWith(`${handout}/`));
  return finish(
    {
      source,
      key: file.slug,
      title: file.name,
      content: statement.text,
      category: file.category,
      author: file.author,
      tags: [file.difficulty, ...(file.tags ?? [])],
      connection: way.connection || way.text || statement.connection,
      enabled: file.enabled,
      curve: { curve: 'Logarithmic', originalScore: file.points, minimumScore: file.min_points, decay: file.decay },
      flags: readFlags(source, file, found),
      files: hasHandout ? [{ path: file.handout_dir, field: 'handout_dir' }] : [],
      requires: file.prerequisites?.length ? { keys: file.prerequisites, count: null, lockedShown: false } : null,
      ...(await readInstance(source, file, folder)),
      fields: { content: 'description_location', connection: 'connection' },
    },
    folder,
    found,
  );
}

function readFlags(source: Source, { flag }: Challenge, found: Findings): DraftFlag[] {
  const isWord = flag === 'dynamic' || flag === 'null';
  if (flag === 'dynamic') found.losses.push(source.remark('flag', 'flag.kind', { value: flag }));
  const flags = flag === null || flag === undefined || isWord ? [] : Array.isArray(flag) ? flag : [flag];
  return flags.map((each, index) => {
    const field = Array.isArray(flag) ? `flag.${index}` : 'flag';
    if (typeof each === 'string') return { text: each, match: 'Exact', field };
    return { text: each.flag, match: each.case_sensitive ? 'Exact' : 'IgnoreCase', field };
  });
}

async function readInstance(source: Source, file: Challenge, folder: Folder): Promise<Partial<Draft>> {
  const [dockerfile] = file.dockerfile_locations ?? [];
  if (file.type === 'static' && !dockerfile) return {};
  const build = dockerfile ? resolvePath(source.folder, dockerfile.context ?? '.') : null;
  const place = dockerfile ? resolvePath(source.folder, dockerfile.location) : null;
  const exposePort = await readExposedPort(place ?? pathIn(build ?? source.folder, 'Dockerfile'), folder);
  return {
    type: 'StaticContainer',
    build,
    container: { image: file.slug, exposePort: exposePort ?? 80 },
    vexil: {
      containerOptions: {
        mainKind: file.instanced_type === 'web' ? 'http' : 'tcp',
        sharing: file.type === 'instanced' ? 'none' : 'kept',
      },
    },
  };
}
