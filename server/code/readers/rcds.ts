// rcds, as redpwn made it, and forks of it.

import { z } from 'zod';
import { fitClassic } from '../curve';
import type { Folder, ReadChallenge } from '../model';
import { type Draft, type DraftFlag, finish, hasFile, readPlaceholders, useFitted } from './draft';
import { baseName, resolvePath, slug } from './paths';
import { type Findings, lose, readShape, type Source } from './source';
import { decode } from './yaml';

const Build = z.union([z.string(), z.looseObject({ context: z.string() })]);
const Container = z.looseObject({
  image: z.string().nullish(),
  build: Build.nullish(),
  environment: z.record(z.string(), z.string()).nullish(),
  resources: z.looseObject({ limits: z.record(z.string(), z.string()).nullish() }).nullish(),
  securityContext: z.looseObject({ privileged: z.boolean().nullish() }).nullish(),
});
const Port = z.looseObject({ target: z.int(), tcp: z.int().optional(), http: z.unknown().optional() });

const challengeShape = z.object({
  id: z.string().optional(),
  name: z.string(),
  description: z.string().default(''),
  author: z.union([z.string(), z.array(z.string())]).nullish(),
  category: z.string().nullish(),
  flag: z.union([z.string(), z.object({ file: z.string().optional(), regex: z.string().optional() })]).nullish(),
  value: z.int().min(0).nullish(),
  visible: z.boolean().default(true),
  provide: z.array(z.union([z.string(), z.object({ file: z.string(), as: z.string().optional() })])).nullish(),
  containers: z.record(z.string(), Container).nullish(),
  expose: z.record(z.string(), z.array(Port)).nullish(),
  tags: z.array(z.string()).nullish(),
});
type Challenge = z.output<typeof challengeShape>;

export async function readRcds(source: Source, folder: Folder, found: Findings): Promise<ReadChallenge | null> {
  const lost = ['sortWeight', 'adminbot', 'extraBuilds'];
  const ignored = ['deployed', 'tiebreakEligible', 'backend', 'instancer', 'type'];
  const file = readShape(source, challengeShape, found, { lost, ignored })?.output;
  if (!file) return null;
  const { text, connection } = readPlaceholders(source, 'description', file.description, found);
  const value = file.value ?? null;
  const draft: Draft = {
    source,
    key: file.id ?? (baseName(source.folder) || slug(file.name)),
    title: file.name,
    content: text,
    connection,
    author: Array.isArray(file.author) ? file.author.join(', ') : file.author,
    category: file.category ?? baseName(source.folder.split('/').slice(0, -1).join('/')),
    enabled: file.visible,
    curve:
      value === null
        ? useFitted(source, 'value', 'rCTF dynamic 100 to 500', fitClassic(500, 100), found)
        : { curve: 'Static', originalScore: value },
    flags: await readFlag(source, file.flag, folder, found),
    files: (file.provide ?? []).map((provided, index) =>
      typeof provided === 'string'
        ? { path: provided, field: `provide.${index}` }
        : { path: provided.file, name: provided.as, field: `provide.${index}.file` },
    ),
    tags: file.tags,
    ...readContainers(source, file, folder, found),
  };
  return finish(draft, folder, found);
}

async function readFlag(
  source: Source,
  flag: Challenge['flag'],
  folder: Folder,
  found: Findings,
): Promise<DraftFlag[]> {
  if (flag === null || flag === undefined) return [];
  if (typeof flag === 'string') return [{ text: flag, match: 'Exact', field: 'flag' }];
  if (flag.regex !== undefined) return [{ text: flag.regex, match: 'Regex', field: 'flag.regex' }];
  const text = await readFlagFile(source, 'flag.file', flag.file ?? '', folder, found);
  return text === null ? [] : [{ text, match: 'Exact', field: 'flag' }];
}

/** Its first line. */
export async function readFlagFile(source: Source, field: string, reference: string, folder: Folder, found: Findings) {
  const path = resolvePath(source.folder, reference);
  if (path === null || !hasFile(folder, path)) {
    const what = path === null ? 'file.outside' : 'file.missing';
    found.problems.push(source.remark(field, what, { value: reference }));
    return null;
  }
  const text = decode(path, await folder.read(path), found);
  return (
    text
      ?.trim()
      .split(/[\r\n]/)[0]
      ?.trim() ?? null
  );
}

/** The exposed one is the challenge's; the others run beside it. */
function readContainers(source: Source, file: Challenge, folder: Folder, found: Findings): Partial<Draft> {
  const all = Object.entries(file.containers ?? {});
  const exposed = Object.keys(file.expose ?? {})[0];
  const [name, main] = all.find(([each]) => each === exposed) ?? all[0] ?? [];
  if (!name || !main) return {};
  for (const [each, { securityContext }] of all) {
    const field = `containers.${each}.securityContext`;
    if (securityContext?.privileged) found.losses.push(source.remark(field, 'container.privileged'));
    lose(source, found, [`containers.${each}.k8s`]);
  }
  lose(source, found, [`containers.${name}.environment`]);
  const others = all.filter(([each]) => each !== name);
  if (others.length > 0) {
    const value = others.map(([each]) => each).join(', ');
    found.losses.push(source.remark('containers', 'container.several', { value }));
  }
  const port = file.expose?.[name]?.[0];
  const id = file.id ?? baseName(source.folder);
  const limits = limitsOf(main);
  return {
    type: 'StaticContainer',
    build: buildOf(source, main, folder),
    container: { image: main.image ?? slug(id), exposePort: port?.target ?? 80, ...limits },
    vexil: {
      containerOptions: {
        mainKind: port?.http === undefined ? 'tcp' : 'http',
        sharing: source.has('instancer') ? 'none' : 'kept',
        companions: others.map(([each, container]) => {
          const { memoryLimit: memoryMiB, cpuCount: cpuTenths } = limitsOf(container);
          const image = container.image ?? slug(`${id} ${each}`);
          const hostName = slug(each)
            .replace(/[^a-z0-9-]/g, '')
            .slice(0, 32);
          return { name: hostName, image, environment: container.environment ?? {}, memoryMiB, cpuTenths };
        }),
      },
    },
  };
}

function buildOf(source: Source, { build }: z.output<typeof Container>, folder: Folder): string | null {
  const context = typeof build === 'string' ? build : build?.context;
  const path = context === undefined ? null : resolvePath(source.folder, context);
  return path !== null && hasFile(folder, path === '' ? 'Dockerfile' : `${path}/Dockerfile`) ? path : null;
}

const units: Record<string, number> = {
  ki: 1 / 1024,
  k: 1 / 1049,
  mi: 1,
  m: 0.954,
  gi: 1024,
  g: 954,
  '': 1 / 1_048_576,
};

/** Of Kubernetes: `512Mi`, `500m`. */
function limitsOf({ resources }: z.output<typeof Container>) {
  const { memory = '', cpu = '' } = resources?.limits ?? {};
  const [, size, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)([a-z]{0,2})$/i.exec(memory) ?? [];
  const [, cores, milli] = /^(\d{1,6}(?:\.\d{1,3})?)(m?)$/.exec(cpu) ?? [];
  const memoryLimit = size ? Math.max(32, Math.round(Number(size) * (units[unit.toLowerCase()] ?? 1))) : undefined;
  const cpuCount = cores ? Math.max(1, Math.round(milli ? Number(cores) / 100 : Number(cores) * 10)) : undefined;
  return { ...(memoryLimit && { memoryLimit }), ...(cpuCount && { cpuCount }) };
}
