import { createHash } from 'node:crypto';
import { standardCeilings } from '@vexil/contract/ceiling';
import { languageOf } from '@vexil/http/reply/i18n';
import { describe, expect, it } from 'vitest';
import { inRoot } from './lib/paths.mjs';
import { type Attack, attacksOn, attacksWith } from './testing/linear-time/attacks';
import { type Expression, type RuleFunction, readProduct, readSource } from './testing/linear-time/expressions';
import { findSlow, type Slow } from './testing/linear-time/measure';

const sources = readProduct();
const guarded = { expressions: 380, rules: 59, readers: 20 };

/** Expressions that never read what a client sends. */
const trusted = [
  { file: 'server/http/page/page.ts', reason: 'reads the page that was built with the server' },
  { file: 'server/http/page/web-client.ts', reason: 'reads the page that was built with the server' },
];

/** Calls of RegExp whose pattern is put together: what they read. */
const composed: Record<string, string> = {
  'server/runtime/process-limits.ts': 'a file of the kernel',
  'server/runtime/storage/storage.ts': 'names of our own files, with a pattern of fixed parts',
  'server/runtime/redis-health.ts': 'what Redis says of itself',
  'server/src/check/platform/redis.check.ts': 'what Redis says of itself',
  'server/http/page/page.ts': 'the page that was built with the server',
  'server/code/readers/html.ts': 'statements of organisers, in the time that its own test measures',
};

const words = (source: { file: string; name?: string }) => `${source.file}${source.name ? ` ${source.name}` : ''}`;
const describeSlow = ({ attack, length, ms }: Slow) =>
  `${Math.round(ms)} ms for ${length} characters: ${JSON.stringify(attack).slice(0, 200)}`;

function runOf({ source, flags, isRepeated }: Omit<Expression, 'file'>): (text: string) => unknown {
  const expression = new RegExp(source, isRepeated && !/[gy]/.test(flags) ? `${flags}g` : flags);
  return isRepeated ? (text) => text.replace(expression, '') : (text) => expression.exec(text);
}

const slownessOf = (expression: Omit<Expression, 'file'>) => findSlow(runOf(expression), attacksOn(expression));

describe('the measure', () => {
  it.each([
    [/(\/(\.|%2e)[^?]*|(\.|%2e)[^/]*)$/i],
    [/\s+$/],
    [/^(a+)+$/],
    [/^(a|a)*$/],
    [/\{\{\s*([^{}]*?)\s*\}\}/g],
    [/^\s*nameserver/gm],
    [/x[^y]*z/],
    [/^(?:\w+ ?)*$/],
  ])('finds %s', ({ source, flags }) => {
    expect(slownessOf({ source, flags, isRepeated: flags.includes('g') })).toBeDefined();
  });

  it.each([[/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/], [/(?<!\s)\s+$/], [/x[^xy]*z/], [/\p{M}/gu]])('passes %s', (one) => {
    expect(slownessOf({ source: one.source, flags: one.flags, isRepeated: one.global })).toBeUndefined();
  });

  it('sees expressions wherever they stand', () => {
    const text = `const a = /a+/; b.split(/b/u); z.string().regex(/c/i); new RegExp(\`d\${e}\`); export const f = (g: string) => g;`;
    const { expressions, composed: count, functions } = readSource('any.ts', text);
    expect(expressions.map(({ source, flags, isRepeated }) => `${source} ${flags} ${isRepeated}`)).toEqual([
      'a+  false',
      'b u true',
      'c i false',
    ]);
    expect(count).toBe(1);
    expect(functions).toEqual([
      { file: 'any.ts', name: 'f', parameters: [{ name: 'g', type: 'string' }], isAsync: false },
    ]);
  });
});

describe('expressions of the product', () => {
  const all = sources.flatMap(({ expressions }) => expressions);
  const isTrusted = ({ file }: Expression) => trusted.some((one) => one.file === file);

  it('take time that grows with the length of the text', () => {
    expect(all.length).toBeGreaterThanOrEqual(guarded.expressions);
    const slow = all
      .filter((one) => !isTrusted(one))
      .flatMap((one) => {
        const found = slownessOf(one);
        return found ? [`${one.file} /${one.source}/${one.flags}: ${describeSlow(found)}`] : [];
      });
    expect(slow).toEqual([]);
  });

  it('are trusted by name only where they would fail otherwise', () => {
    const needed = trusted.filter(({ file }) => all.some((one) => one.file === file && slownessOf(one)));
    expect(needed).toEqual(trusted);
  });

  it('are put together in no other files than these', () => {
    expect(sources.filter((source) => source.composed > 0).map(({ file }) => file)).toEqual(
      Object.keys(composed).sort(),
    );
  });
});

const domain = { host: 'play.test', protocol: 'https', port: 443 };
const mailId = '01890a5d-ac96-774b-bcce-b302099a8057';

/** Arguments by type, or by name and type where a client has no influence on it. */
const values: Record<string, (text: string) => unknown> = {
  'teamHash: string': () => 'c0ffee000000',
  string: (text) => text,
  'string | null': (text) => text,
  'string | undefined': (text) => text,
  'string | null | undefined': (text) => text,
  'readonly string[]': (text) => [text, text],
  'ReadonlySet<string>': (text) => new Set([text, `${text}x`]),
  'readonly string[] | null': (text) => [text, text],
  number: () => 7,
  Date: () => new Date(0),
  Buffer: () => Buffer.alloc(32),
  Uint8Array: () => Buffer.alloc(32),
  'Iterable<string>': (text) => [text],
  ContainerDomain: () => domain,
  ContainerCeilings: () => ({ ...standardCeilings, registries: 'registry.test' }),
  FlagSources: () => ({ randomInt: () => 0, randomUuid: () => '00000000-0000-4000-8000-000000000000' }),
  ImageName: (text) => ({ registry: text, path: text, tag: null, digest: null }),
  LinkedMail: (text) => ({ id: mailId, purpose: 'verify', accountId: mailId, email: text }),
  NamedPort: () => ({ name: 'web', kind: 'http' }),
  NameSettings: () => ({ containerDomain: domain, containerTlsPort: 8443, containerPortMapping: 'proxy' }),
  Sha256Hex: () => (text: string) => createHash('sha256').update(text).digest('hex'),
  'Stored | null': () => null,
  T: () => (key: string) => key,
  '(hash: string) => string | undefined': () => () => undefined,
  'Record<MailPlaceholder, string>': (text) => ({ name: text, platform: text, email: text, time: text }),
  "Pick<ContainerOptions, 'companions'>": () => ({ companions: [] }),
  "Pick<AccountPolicy, 'emailDomainList'>": (text) => ({ emailDomainList: text }),
  StorageName: () => 'localStorage',
  boolean: () => true,
  Claims: (text) => ({ [text]: [text], groups: text }),
  'Claims & { iss: string; sub: string }': (text) => ({ iss: text, sub: text, name: text, email: text }),
  "'github' | 'discord' | 'ctftime'": () => 'github',
  '{ profile: unknown; emails?: unknown }': (text) => ({
    profile: { id: text, login: text, name: text },
    emails: [{ email: text, primary: true, verified: true }],
  }),
  "ProviderSettings['rules']": (text) => [{ group: text, gameId: 1, divisionId: 2, staffRole: 'observer' }],
  Findings: () => ({ problems: [], losses: [] }),
  '{ match: FlagMatch; isCanary: boolean }': () => ({ match: 'Regex', isCanary: false }),
  StoredHints: (text) => ({ hints: [text], hintList: [], lastHintId: 0, hintDueAt: null }),
  Shift: () => ({ pausedAt: 0, resumedAt: 1000 }),
  'readonly BloodMove[]': (text) => [{ type: 'FirstBlood', after: { participationId: 1, team: text } }],
  'readonly CustomCategory[]': (text) => [{ id: 1, name: text, category: 'Misc', icon: 'Misc', colour: 'Misc' }],
  'readonly AwardedTeam[]': (text) => [{ id: 1, name: text }],
  'readonly OwnField[]': (text) => [
    { id: 'a', name: text, kind: 'Text', choices: [text], required: true, visibility: 'Staff' },
  ],
  "Translate<'judging' | BaseFeature>": () => (key: string) => key,
  'Record<string, unknown>': (text) => ({ challengeId: text, flag: text }),
  '() => string': () => () => 'id',
  '{ code: string; message: string }': (text) => ({ code: 'other', message: text }),
};

type Parameter = RuleFunction['parameters'][number];

const isText = ({ type }: Parameter) => type?.split(' | ').includes('string') || type === 'readonly string[]';
const argumentOf = ({ name, type }: Parameter) => values[`${name}: ${type}`] ?? values[type ?? ''];

async function load({ file, name }: RuleFunction): Promise<(...given: unknown[]) => unknown> {
  const module: Record<string, unknown> = await import(/* @vite-ignore */ inRoot(file));
  return module[name] as (...given: unknown[]) => unknown;
}

/** Refusals are answers. A call that is wrong is none: it would not have got to the code. */
function answerOf(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_URL') return;
    if (error instanceof TypeError || error instanceof ReferenceError) throw error;
  }
}

async function slownessOfFunction(one: RuleFunction): Promise<string | undefined> {
  const call = await load(one);
  const source = sources.find(({ file }) => file === one.file);
  const own = (source?.expressions ?? []).flatMap((each): Attack[] => attacksOn(each));
  const run = (text: string) =>
    answerOf(() => call(...one.parameters.map((parameter) => argumentOf(parameter)?.(text))));
  const found = findSlow(run, [...attacksWith(source?.words ?? []), ...own]);
  return found && `${words(one)}: ${describeSlow(found)}`;
}

const textTypes = new Set(['string', 'string | undefined']);

/** Named as what reads a text, or in this list: what else meets the texts of clients. */
const isReader = ({ file, name, parameters: [first] }: RuleFunction): boolean =>
  textTypes.has(first?.type ?? '') &&
  (/^(parse|read|split|choose|find)[A-Z]/.test(name) || others[file]?.includes(name) === true);
const others: Record<string, readonly string[]> = {
  'server/src/asset/content-type.ts': ['typeOfName'],
  'server/http/reply/encoding.ts': ['acceptsGzip', 'chooseEncoding'],
  'server/http/reply/etag.ts': ['matchesEtag'],
  'server/src/game-archive/archive-markdown.ts': ['hashesIn', 'renderMarkdown'],
  'server/src/team/team-token.ts': ['verifyTeamToken'],
  'web/src/features/account/device.ts': ['deviceOf'],
  'server/code/line-diff.ts': ['diffLines'],
  'web/src/ui/markdown-address.ts': ['linkAddress', 'imageAddress'],
  'web/src/ui/markdown-plain.ts': ['plainParagraphs'],
};

/** The parser of Markdown has the square of some signs; only organisers write such texts, and never for a request of others. */
const organisersOnly = [
  'server/src/game-archive/archive-markdown.ts renderMarkdown',
  'web/src/ui/markdown-parse.ts parseMarkdown',
];

async function slowAmong(functions: readonly RuleFunction[]): Promise<string[]> {
  const unknown = functions.flatMap((one) =>
    one.parameters
      .filter((parameter) => parameter.type !== null && !argumentOf(parameter))
      .map(({ type }) => `${words(one)}: ${type}`),
  );
  expect(unknown).toEqual([]);
  return (await Promise.all(functions.map(slownessOfFunction))).filter((one) => one !== undefined);
}

const isCalled = ({ isAsync, parameters }: RuleFunction) => !isAsync && parameters.some(isText);

describe('rules of the product', () => {
  const rules = sources
    .filter(({ file }) => /\.(rules|policy)\.ts$/.test(file))
    .flatMap(({ functions }) => functions.filter(isCalled));

  it('take time that grows with the length of the text', async () => {
    expect(rules.length).toBeGreaterThanOrEqual(guarded.rules);
    expect(await slowAmong(rules)).toEqual([]);
  });
});

describe('readers of what clients send', () => {
  const readers = sources
    .filter(({ file }) => !/\.(rules|policy)\.ts$/.test(file))
    .flatMap(({ functions }) => functions.filter((one) => isCalled(one) && isReader(one)));

  it('take time that grows with the length of the text, except where a library takes it for texts of organisers', async () => {
    expect(readers.length).toBeGreaterThanOrEqual(guarded.readers);
    const named = Object.entries(others).flatMap(([file, names]) => names.map((name) => `${file} ${name}`));
    expect(readers.map(words)).toEqual(expect.arrayContaining(named));
    const slow = await slowAmong(readers);
    expect(slow.map((one) => one.split(':', 1)[0])).toEqual(organisersOnly);
  });

  it('choose a language in linear time', () => {
    const choices: Record<string, (text: string) => unknown> = {
      header: (text) => languageOf({ url: '/', headers: { 'accept-language': text } }),
      query: (text) => languageOf({ url: `/?${text}`, headers: {} }),
      cookie: (text) => languageOf({ url: '/', headers: { cookie: text } }),
    };
    const attacks = attacksWith(['.AspNetCore.Culture=', '%7cuic', '|uic=', 'c=', '&culture=', 'aa,', 'a;q=1,', ';']);
    for (const [name, run] of Object.entries(choices))
      expect([name, findSlow(run, attacks)]).toEqual([name, undefined]);
  });
});
