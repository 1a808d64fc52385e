import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { standardSettings } from '@vexil/contract/settings';
import { EngineSettings, EnginesText, RegistriesText } from '@vexil/runtime/engine.settings';
import { describe, expect, it } from 'vitest';
import { inRoot } from './lib/paths.mjs';

const read = (file: string) => readFileSync(inRoot(file), 'utf8');
const pages = [
  ...readdirSync(inRoot(), 'utf8').filter((name) => name.endsWith('.md')),
  ...readdirSync(inRoot('docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.posix.join('docs', name)),
];
/** Without code blocks, whose lines are neither links nor headings. */
const proseOf = (page: string) => read(page).replace(/^```.*?^```/gms, '');

/** Anchors as forges make them of headings: repeated ones get a number. */
function anchorsOf(page: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = [...proseOf(page).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = text.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return new Set(anchors);
}

function brokenLinks(page: string): string[] {
  const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return links.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [file = '', anchor] = target.split('#');
    const linked = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
    if (!existsSync(inRoot(linked))) return true;
    return anchor !== undefined && linked.endsWith('.md') && !anchorsOf(linked).has(anchor);
  });
}

const ours = /^(db|docker|docs|scripts|server|web|workers)\/[\w./$@-]+$/;

function missingPaths(page: string): string[] {
  const named = [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
  return named.filter((text) => ours.test(text) && !existsSync(inRoot(text)));
}

describe.each(pages)('%s', (page) => {
  it('links to files and headings that exist', () => expect(brokenLinks(page)).toEqual([]));

  it('names files that exist', () => expect(missingPaths(page)).toEqual([]));

  it('names commands of package.json', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = [...read(page).matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

it('CHANGELOG.md describes each version in at most 40 lines', () => {
  const versions = read('CHANGELOG.md').split(/^## /m).slice(1);
  const linesOf = (version: string) => version.split('\n').filter((line) => line.trim() !== '');
  expect(versions.length).toBeGreaterThan(2);
  expect(versions.map(linesOf).filter(({ length }) => length > 40)).toEqual([]);
});

describe('docs/engines.md', () => {
  const page = read('docs/engines.md');
  const examples = [...page.matchAll(/^```json\n(.*?)^```/gms)].map(([, text = '']) => text);
  const mistakesOf = (text: string) =>
    (text.startsWith('[') ? EnginesText : RegistriesText).safeParse(text).error?.issues.map(({ message }) => message);

  it('has examples of every kind that the settings accept', () => {
    const kinds = examples.flatMap((text) => [...text.matchAll(/"kind": "(\w+)"/g)].map(([, kind]) => kind));
    expect(new Set(kinds)).toEqual(new Set(EngineSettings.options.map(({ shape }) => shape.kind.value)));
    expect(examples.map(mistakesOf)).toEqual(examples.map(() => undefined));
    expect(mistakesOf('[{ "kind": "swarm", "networkPool": "10.0.0.0/16" }]')).toHaveLength(1);
  });

  it('names every member of an engine', () => {
    const members = EngineSettings.options.flatMap(({ shape }) => Object.keys(shape));
    expect(members.filter((member) => !page.includes(`\`${member}\``) && !page.includes(`"${member}":`))).toEqual([]);
  });
});

describe('docs/install.md', () => {
  it('starts the same commands by hand and as units of systemd', () => {
    const page = read('docs/install.md');
    const units = ['server', 'worker@'].map((name) => read(`docker/systemd/vexil-${name}.service`)).join('\n');
    const unitCommands = [...units.matchAll(/^Environment=(.+)\nExecStart=(.+)$/gm)];
    expect(unitCommands.map(([, setting, command]) => `${setting} ${command}`)).toEqual(
      [...page.matchAll(/^METRICS_PORT=\d+ node .+$/gm)].map(([line]) => line),
    );
    expect(unitCommands).toHaveLength(2);
  });
});

describe('docs/settings.md', () => {
  const firstCells = [...read('docs/settings.md').matchAll(/^\| (.*?) \|/gm)].map(([, cell = '']) => cell);
  const named = new Set(firstCells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)));

  it('has every environment variable that the code reads', () => {
    const sources = ['server', 'workers', 'db', 'docker', 'web', 'scripts'].flatMap((folder) =>
      readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(ts|mjs)$/.test(file) && !/node_modules|dist\/|testing|e2e|\.test\./.test(file))
        .map((file) => path.posix.join(folder, file))
        .filter((file) => statSync(inRoot(file)).isFile()),
    );
    const read1 = sources.flatMap((file) =>
      [...read(file).matchAll(/process\.env\.([A-Z][A-Z0-9_]+)|\bgiven\((?:[a-z.]+, )?'([A-Z][A-Z0-9_]+)'\)/g)].map(
        ([, direct, given]) => direct ?? given ?? '',
      ),
    );
    const configured = [...read('server/runtime/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
      ([, name = '']) => name,
    );
    expect(configured.length).toBeGreaterThan(30);
    // Set by the operating system, by Node.js or by our own programs for each other.
    const foreign = new Set([
      'PATH',
      'TERM',
      'NO_COLOR',
      'NODE_ENV',
      'CI',
      'VEXIL_TOKEN',
      'TEST_FIXTURES',
      'TEST_REPORT',
      'INIT_CWD',
    ]);
    const wanted = new Set([...configured, ...read1].filter((name) => !foreign.has(name)));
    expect([...wanted].filter((name) => !named.has(name))).toEqual([]);
  });

  it('has every setting that administrators change at run time', () => {
    const members = Object.entries(standardSettings).flatMap(([section, values]) =>
      Object.keys(values).map((member) => `${section}.${member}`),
    );
    expect(members.filter((member) => !named.has(member))).toEqual([]);
  });
});

it('docs/http.md names every file of server/http, and no other', () => {
  const files = readdirSync(inRoot('server/http'), { recursive: true, encoding: 'utf8' });
  const named = [...read('docs/http.md').matchAll(/`((?:call|reply|reads|guard|observe|page)\/[^`]+)`/g)];
  const there = files.filter((file) => /\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'));
  expect([...new Set(named.map(([, file]) => file))].sort()).toEqual(there.sort());
});
