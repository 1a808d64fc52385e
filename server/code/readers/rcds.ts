// rcds, as redpwn made it, and forks of it.

import { fitClassic } from '../curve';
import type { ReadChallenge } from '../model';
import { type Draft, type DraftFlag, finish, hasFile, readFlagFile, readPlaceholders, useFitted } from './draft';
import { baseName, pathIn, resolvePath, slug } from './paths';
import { type DraftFile, Reading } from './reading';
import { isMapping } from './source';
import { readYaml } from './yaml';

export async function readRcds(r: Reading): Promise<ReadChallenge> {
  const { folder } = r.source;
  const { text, connection } = readPlaceholders(r, 'description', r.text('description') ?? '');
  const title = r.required('name');
  const key = r.text('id') ?? (baseName(folder) || slug(title));
  const value = r.number('value');
  const [least, most] = value === undefined ? await readRange(r) : [0, 0];
  r.lost('sortWeight', 'adminbot', 'extraBuilds');
  r.ignored('deployed', 'tiebreakEligible', 'backend', 'instancer', 'type');
  return finish(r, {
    key,
    title,
    content: text,
    connection,
    author: r.texts('author').join(', '),
    category: r.text('category') ?? baseName(folder.split('/').slice(0, -1).join('/')),
    enabled: r.is('visible', true),
    curve:
      value === undefined
        ? useFitted(r, 'value', `rCTF dynamic ${least} to ${most}`, fitClassic(most, least))
        : { curve: 'Static', originalScore: value },
    flags: await readFlag(r),
    files: r.items('provide').flatMap(({ field, value: provided }) => readProvided(r, field, isMapping(provided))),
    tags: r.texts('tags'),
    ...readContainers(r, key),
  });
}

/** Of the project, or those of rcds. */
async function readRange(r: Reading): Promise<[least: number, most: number]> {
  const path = ['rcds.yaml', 'rcds.yml'].find((each) => hasFile(r.folder, each));
  const unsaid = { problems: [], losses: [] };
  const [source] = path ? (readYaml(path, await r.folder.read(path), unsaid) ?? []) : [];
  const project = source && new Reading(source, r.folder, unsaid);
  const scoring = project?.items('backends').find(({ field }) => project.any(`${field}.options.scoring`) !== undefined);
  const points = (name: string) => scoring && project?.number(`${scoring.field}.options.scoring.${name}`);
  return [Math.round(points('minPoints') ?? 100), Math.round(points('maxPoints') ?? 500)];
}

async function readFlag(r: Reading): Promise<DraftFlag[]> {
  const field = 'flag';
  const flag = r.any(field);
  if (!isMapping(flag)) return flag === undefined ? [] : [{ text: r.required(field), match: 'Exact', field }];
  const expression = r.text('flag.regex');
  if (expression !== undefined) return [{ text: expression, match: 'Regex', field: 'flag.regex' }];
  const text = await readFlagFile(r, 'flag.file', r.required('flag.file'));
  return text === null ? [] : [{ text, match: 'Exact', field }];
}

/** Forks have generated ones, by kind. */
function readProvided(r: Reading, field: string, isMember: boolean): DraftFile[] {
  if (!isMember) return [{ path: r.required(field), field }];
  const path = r.text(`${field}.file`);
  if (path === undefined) r.lost(field);
  return path === undefined ? [] : [{ path, name: r.text(`${field}.as`), field: `${field}.file` }];
}

/** The exposed one is the challenge's; the others run beside it. */
function readContainers(r: Reading, key: string): Partial<Draft> {
  const names = r.members('containers').map(([name]) => name);
  const [exposed] = r.members('expose').map(([name]) => name);
  const main = names.find((name) => name === exposed) ?? names[0];
  if (main === undefined) return {};
  for (const name of names) {
    const field = `containers.${name}`;
    if (r.is(`${field}.securityContext.privileged`, false)) r.loss(`${field}.securityContext`, 'container.privileged');
    r.lost(`${field}.k8s`);
  }
  r.lost(`containers.${main}.environment`);
  const others = names.filter((name) => name !== main);
  if (others.length > 0) r.loss('containers', 'container.several', { value: others.join(', ') });
  const [port] = r.items(`expose.${main}`);
  const { memoryLimit, cpuCount } = limitsOf(r, main);
  return {
    type: 'StaticContainer',
    build: buildOf(r, main),
    container: {
      image: r.text(`containers.${main}.image`) ?? slug(key),
      exposePort: (port && r.number(`${port.field}.target`)) ?? 80,
      memoryLimit,
      cpuCount,
    },
    vexil: {
      containerOptions: {
        mainKind: port && r.any(`${port.field}.http`) !== undefined ? 'http' : 'tcp',
        sharing: r.any('instancer') === undefined ? 'kept' : 'none',
        companions: others.map((name) => readCompanion(r, name, key)),
      },
    },
  };
}

function readCompanion(r: Reading, name: string, key: string) {
  const field = `containers.${name}.environment`;
  const { memoryLimit: memoryMiB, cpuCount: cpuTenths } = limitsOf(r, name);
  return {
    name: slug(name)
      .replace(/[^a-z0-9-]/g, '')
      .slice(0, 32),
    image: r.text(`containers.${name}.image`) ?? slug(`${key} ${name}`),
    environment: Object.fromEntries(r.members(field).map(([each]) => [each, r.text(`${field}.${each}`) ?? ''])),
    memoryMiB,
    cpuTenths,
  };
}

function buildOf(r: Reading, name: string): string | null {
  const field = `containers.${name}.build`;
  const build = r.any(field);
  const context = isMapping(build) ? r.text(`${field}.context`) : r.text(field);
  const path = context === undefined ? null : resolvePath(r.source.folder, context);
  return path !== null && hasFile(r.folder, pathIn(path, 'Dockerfile')) ? path : null;
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
function limitsOf(r: Reading, name: string): { memoryLimit?: number; cpuCount?: number } {
  const limits = `containers.${name}.resources.limits`;
  const [, size, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)([a-z]{0,2})$/i.exec(r.text(`${limits}.memory`) ?? '') ?? [];
  const [, cores, milli] = /^(\d{1,6}(?:\.\d{1,3})?)(m?)$/.exec(r.text(`${limits}.cpu`) ?? '') ?? [];
  return {
    memoryLimit: size ? Math.max(32, Math.round(Number(size) * (units[unit.toLowerCase()] ?? 1))) : undefined,
    cpuCount: cores ? Math.max(1, Math.round(Number(cores) * (milli ? 0.01 : 10))) : undefined,
  };
}
