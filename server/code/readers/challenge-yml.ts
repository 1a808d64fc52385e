// ctfcli's `challenge.yml` with our block `vexil`.

import type { ScoreCurve } from '@vexil/rules/score-curve.rules';
import { type ChallengeFile, challengeFile } from '../challenge-file';
import type { Folder, ReadChallenge, ReadVexil } from '../model';
import { type Draft, type DraftFlag, finish, hasFile, readExposedPort } from './draft';
import { pathIn, resolvePath, slug } from './paths';
import { type Findings, readShape, type Source } from './source';
import { readTime } from './time';

export async function readChallengeFile(
  source: Source,
  folder: Folder,
  found: Findings,
): Promise<ReadChallenge | null> {
  const file = readShape(source, challengeFile, found)?.output;
  if (!file) return null;
  if (file.value === undefined && file.extra?.initial === undefined) {
    found.problems.push(source.remark('value', 'field.missing'));
  }
  nameLosses(source, file, found);
  return finish(await draftOf(source, file, folder, found), folder, found);
}

/** Also for dialects, which call `finish` themselves. */
export async function draftOf(source: Source, file: ChallengeFile, folder: Folder, found: Findings): Promise<Draft> {
  const own = file.vexil;
  const flags = readFlags(source, file, found);
  const image = await readImage(source, file, folder, found);
  const release = file.scheduled_at ? readTime(source, 'scheduled_at', file.scheduled_at, found) : null;
  const deadline = own?.deadline ? readTime(source, 'vexil.deadline', own.deadline, found) : null;
  const { container, containerOptions, type } = own ?? {};
  return {
    source,
    key: own?.key ?? (source.folder || slug(file.name)),
    title: file.name,
    content: file.description,
    isMarkdown: own !== undefined,
    category: file.category,
    nearest: own?.category,
    enabled: file.state === 'visible' && release === null,
    curve: readCurve(source, file, found),
    flags,
    canaries: own?.canaries?.map(({ content, match, example }) => ({ value: content, match, example })),
    files: (file.files ?? []).map((path, index) => ({ path, field: `files.${index}` })),
    urls: own?.links,
    hints: readHints(source, file, found),
    author: readAuthor(source, file, found),
    tags: file.tags,
    topics: file.topics,
    connection: file.connection_info,
    type: type ?? (image || container ? 'StaticContainer' : undefined),
    template: own?.flagTemplate,
    limits: { submission: file.attempts, deadline },
    options: { disableBloodBonus: own?.disableBloodBonus, enableTrafficCapture: own?.enableTrafficCapture },
    container: container
      ? { ...container, ...(image && !container.image && { image: image.image }) }
      : image?.container,
    build: image?.build,
    vexil: {
      ...definedOf({
        readOnlyRoot: own?.readOnlyRoot,
        tmpfsSize: own?.tmpfsSize,
        fileName: own?.fileName,
        solver: own?.solver,
        position: own?.position,
        containerOptions: containerOptions ?? (own ? undefined : image?.containerOptions),
      }),
      ...(release && { release }),
    },
    requires: readRequirements(source, file, found),
    next: file.next,
    fields: { key: 'vexil.key', connection: 'connection_info' },
  };
}

export const definedOf = <Value extends object>(value: Value) =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value;

function readCurve(source: Source, { value, type, extra, vexil }: ChallengeFile, found: Findings): Partial<ScoreCurve> {
  const { minRate, difficulty, ...set } = vexil?.scoring ?? {};
  const own = definedOf({
    minScoreRate: minRate,
    difficulty,
    minimumScore: set.minimum ?? extra?.minimum,
    decay: set.decay ?? extra?.decay,
  });
  const originalScore = extra?.initial ?? value ?? 0;
  if (set.curve) return { ...own, originalScore, curve: set.curve };
  const isDynamic = type === 'dynamic' || extra?.initial !== undefined;
  const kind = extra?.function ?? (isDynamic ? 'logarithmic' : 'static');
  if (!['linear', 'logarithmic', 'static'].includes(kind)) {
    found.losses.push(source.remark('extra.function', 'field.noPlace'));
  }
  const curve = kind === 'linear' ? 'Linear' : kind === 'logarithmic' && isDynamic ? 'Logarithmic' : 'Static';
  return { ...own, originalScore, curve };
}

function readFlags(source: Source, file: ChallengeFile, found: Findings): DraftFlag[] {
  return (file.flags ?? []).flatMap((flag, index): DraftFlag[] => {
    const field = `flags.${index}`;
    if (typeof flag === 'string') return [{ text: flag, match: 'Exact', field }];
    const { type, content, data, example } = flag;
    const files = flag.files?.map((path, at) => ({ path, field: `${field}.files.${at}` }));
    const ignoresCase = data === 'case_insensitive';
    const own = { example, files, field };
    if (type === 'regex') return [{ ...own, text: readPattern(content, ignoresCase), match: 'Regex' }];
    if (type === 'static') return [{ ...own, text: content, match: ignoresCase ? 'IgnoreCase' : 'Exact' }];
    found.losses.push(source.remark(field, 'flag.kind', { value: type }));
    return [];
  });
}

/** Python's expressions in RE2; both judge the whole answer. */
export function readPattern(text: string, ignoresCase: boolean): string {
  const pattern = text.replaceAll('\\Z', '\\z');
  return ignoresCase && !pattern.startsWith('(?i)') ? `(?i)${pattern}` : pattern;
}

function readHints(source: Source, file: ChallengeFile, found: Findings): Draft['hints'] {
  return (file.hints ?? []).map((hint, index) => {
    if (typeof hint === 'string') return { title: '', content: hint, cost: 0 };
    if (hint.requirements?.length) found.losses.push(source.remark(`hints.${index}.requirements`, 'field.noPlace'));
    const releaseUtc = hint.release ? readTime(source, `hints.${index}.release`, hint.release, found) : null;
    return { title: hint.title, content: hint.content, cost: hint.cost, ...(releaseUtc && { releaseUtc }) };
  });
}

function readAuthor(source: Source, { author, attribution }: ChallengeFile, found: Findings): string | null {
  const names = Array.isArray(author) ? author.join(', ') : author;
  if (names && attribution && names.trim() !== attribution.trim()) {
    found.losses.push(source.remark('attribution', 'field.noPlace'));
  }
  return names || attribution || null;
}

function readRequirements(source: Source, file: ChallengeFile, found: Findings): ReadChallenge['requires'] {
  const { requirements } = file;
  const { prerequisites, anonymize = false } = Array.isArray(requirements)
    ? { prerequisites: requirements }
    : (requirements ?? { prerequisites: [] });
  if (prerequisites.length === 0) return null;
  // Ours shows the name of a locked challenge, or nothing.
  if (anonymize === true) found.losses.push(source.remark('requirements.anonymize', 'field.noPlace'));
  return { keys: prerequisites, count: file.vexil?.requiredCount ?? null, lockedShown: anonymize === 'preview' };
}

interface Image {
  image: string;
  build: string | null;
  container: NonNullable<Draft['container']>;
  containerOptions: ReadVexil['containerOptions'];
}

async function readImage(source: Source, file: ChallengeFile, folder: Folder, found: Findings): Promise<Image | null> {
  const { image, protocol, name } = file;
  if (!image) return null;
  const context = resolvePath(source.folder, image);
  const build = context !== null && hasFile(folder, pathIn(context, 'Dockerfile')) ? context : null;
  const named = build === null ? image.replace(/^registry:\/\//, '') : slug(name);
  const exposePort =
    file.vexil?.container?.exposePort ??
    (build === null ? null : await readExposedPort(pathIn(build, 'Dockerfile'), folder)) ??
    assumePort(source, 'image', found);
  const mainKind = protocol?.startsWith('http') ? ('http' as const) : ('tcp' as const);
  return {
    image: named,
    build,
    container: { image: named, exposePort },
    containerOptions: { mainKind, sharing: 'onDemand' },
  };
}

function assumePort(source: Source, field: string, found: Findings): number {
  found.losses.push(source.remark(field, 'container.port', { value: 80 }));
  return 80;
}

const plugged = ['host', 'healthcheck', 'solution', 'module'] as const;
const curveMembers = ['initial', 'decay', 'minimum', 'function'];

function nameLosses(source: Source, file: ChallengeFile, found: Findings) {
  const lose = (field: string) => found.losses.push(source.remark(field, 'field.noPlace'));
  for (const member of plugged) if (file[member]) lose(member);
  if (file.logic && file.logic !== 'any') {
    found.losses.push(source.remark('logic', 'flag.logic', { value: file.logic }));
  }
  if (file.type !== 'standard' && file.type !== 'dynamic') lose('type');
  for (const member of Object.keys(file.extra ?? {})) if (!curveMembers.includes(member)) lose(`extra.${member}`);
}
