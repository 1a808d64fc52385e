// ctfcli's `challenge.yml` with our block `vexil`.

import type { ScoreCurve } from '@vexil/rules/score-curve.rules';
import { type ChallengeFile, challengeFile } from '../challenge-file';
import type { ReadChallenge, ReadVexil } from '../model';
import { type Draft, type DraftFlag, finish, hasFile, readExposedPort } from './draft';
import { pathIn, resolvePath, slug } from './paths';
import type { Reading } from './reading';
import { readShape } from './source';
import { readTime } from './time';

export async function readChallengeFile(r: Reading): Promise<ReadChallenge | null> {
  const file = readShape(r.source, challengeFile, r.found)?.output;
  if (!file) return null;
  if (file.value === undefined && file.extra?.initial === undefined) {
    r.problem('value', 'field.missing');
  }
  nameLosses(r, file);
  return finish(r, await draftOf(r, file));
}

/** Also for dialects, which call `finish` themselves. */
export async function draftOf(r: Reading, file: ChallengeFile): Promise<Draft> {
  const own = file.vexil;
  const flags = readFlags(r, file);
  const image = await readImage(r, file);
  const release = file.scheduled_at ? readTime(r.source, 'scheduled_at', file.scheduled_at, r.found) : null;
  const deadline = own?.deadline ? readTime(r.source, 'vexil.deadline', own.deadline, r.found) : null;
  const { container, containerOptions, type } = own ?? {};
  return {
    key: own?.key ?? (r.source.folder || slug(file.name)),
    title: file.name,
    content: file.description,
    isMarkdown: own !== undefined,
    category: file.category,
    nearest: own?.category,
    enabled: file.state === 'visible' && release === null,
    curve: readCurve(r, file),
    flags,
    canaries: own?.canaries?.map(({ content, match, example }) => ({ value: content, match, example })),
    files: (file.files ?? []).map((path, index) => ({ path, field: `files.${index}` })),
    urls: own?.links,
    hints: readHints(r, file),
    author: readAuthor(r, file),
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
    requires: readRequirements(r, file),
    next: file.next,
    fields: { key: 'vexil.key', connection: 'connection_info' },
  };
}

export const definedOf = <Value extends object>(value: Value) =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value;

function readCurve(r: Reading, { value, type, extra, vexil }: ChallengeFile): Partial<ScoreCurve> {
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
    r.loss('extra.function', 'field.noPlace');
  }
  const curve = kind === 'linear' ? 'Linear' : kind === 'logarithmic' && isDynamic ? 'Logarithmic' : 'Static';
  return { ...own, originalScore, curve };
}

function readFlags(r: Reading, file: ChallengeFile): DraftFlag[] {
  return (file.flags ?? []).flatMap((flag, index): DraftFlag[] => {
    const field = `flags.${index}`;
    if (typeof flag === 'string') return [{ text: flag, match: 'Exact', field }];
    const { type, content, data, example } = flag;
    const files = flag.files?.map((path, at) => ({ path, field: `${field}.files.${at}` }));
    const ignoresCase = data === 'case_insensitive';
    const own = { example, files, field };
    if (type === 'regex') return [{ ...own, text: readPattern(content, ignoresCase), match: 'Regex' }];
    if (type === 'static') return [{ ...own, text: content, match: ignoresCase ? 'IgnoreCase' : 'Exact' }];
    r.loss(field, 'flag.kind', { value: type });
    return [];
  });
}

/** Python's expressions in RE2; both judge the whole answer. */
export function readPattern(text: string, ignoresCase: boolean): string {
  const pattern = text.replaceAll('\\Z', '\\z');
  return ignoresCase && !pattern.startsWith('(?i)') ? `(?i)${pattern}` : pattern;
}

function readHints(r: Reading, file: ChallengeFile): Draft['hints'] {
  return (file.hints ?? []).map((hint, index) => {
    if (typeof hint === 'string') return { title: '', content: hint, cost: 0 };
    if (hint.requirements?.length) r.loss(`hints.${index}.requirements`, 'field.noPlace');
    const releaseUtc = hint.release ? readTime(r.source, `hints.${index}.release`, hint.release, r.found) : null;
    return { title: hint.title, content: hint.content, cost: hint.cost, ...(releaseUtc && { releaseUtc }) };
  });
}

function readAuthor(r: Reading, { author, attribution }: ChallengeFile): string | null {
  const names = Array.isArray(author) ? author.join(', ') : author;
  if (names && attribution && names.trim() !== attribution.trim()) {
    r.loss('attribution', 'field.noPlace');
  }
  return names || attribution || null;
}

function readRequirements(r: Reading, file: ChallengeFile): ReadChallenge['requires'] {
  const { requirements } = file;
  const { prerequisites, anonymize = false } = Array.isArray(requirements)
    ? { prerequisites: requirements }
    : (requirements ?? { prerequisites: [] });
  if (prerequisites.length === 0) return null;
  // Ours shows the name of a locked challenge, or nothing.
  if (anonymize === true) r.loss('requirements.anonymize', 'field.noPlace');
  return { keys: prerequisites, count: file.vexil?.requiredCount ?? null, lockedShown: anonymize === 'preview' };
}

interface Image {
  image: string;
  build: string | null;
  container: NonNullable<Draft['container']>;
  containerOptions: ReadVexil['containerOptions'];
}

async function readImage(r: Reading, file: ChallengeFile): Promise<Image | null> {
  const { image, protocol, name } = file;
  if (!image) return null;
  const context = resolvePath(r.source.folder, image);
  const build = context !== null && hasFile(r.folder, pathIn(context, 'Dockerfile')) ? context : null;
  if (build === null && /^\.{1,2}(\/|$)/.test(image)) r.loss('image', 'file.missing', { value: `${image}/Dockerfile` });
  const named = build === null ? image.replace(/^registry:\/\//, '') : slug(name);
  const exposePort =
    file.vexil?.container?.exposePort ??
    (build === null ? null : await readExposedPort(pathIn(build, 'Dockerfile'), r.folder)) ??
    assumePort(r, 'image');
  const mainKind = protocol?.startsWith('http') ? ('http' as const) : ('tcp' as const);
  return {
    image: named,
    build,
    container: { image: named, exposePort },
    containerOptions: { mainKind, sharing: 'onDemand' },
  };
}

function assumePort(r: Reading, field: string): number {
  r.loss(field, 'container.port', { value: 80 });
  return 80;
}

const plugged = ['host', 'healthcheck', 'solution', 'module'] as const;
const curveMembers = ['initial', 'decay', 'minimum', 'function'];

function nameLosses(r: Reading, file: ChallengeFile) {
  const extra = Object.keys(file.extra ?? {}).filter((member) => !curveMembers.includes(member));
  for (const member of plugged) if (file[member]) r.loss(member, 'field.noPlace');
  if (file.logic && file.logic !== 'any') r.loss('logic', 'flag.logic', { value: file.logic });
  if (file.type !== 'standard' && file.type !== 'dynamic') r.loss('type', 'field.noPlace');
  for (const member of extra) r.loss(`extra.${member}`, 'field.noPlace');
}
