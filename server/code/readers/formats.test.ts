import { describe, expect, it } from 'vitest';
import type { Format } from '../model';
import { folderOf } from '../testing/folder';
import { samples } from '../testing/samples';
import { remarkText } from '../texts';
import { lineOf, readFolder } from './folder';

const expectRemarks = (remarks: string[], wanted: string[]) => expect([...remarks].sort()).toEqual([...wanted].sort());

async function read(files: Record<string, string>, format?: Format) {
  const result = await readFolder(folderOf(files), format);
  const brief = (remarks: typeof result.losses) => remarks.map(({ line, field, what }) => `${line} ${field} ${what}`);
  for (const remark of [...result.losses, ...result.problems]) expect(remarkText(remark)).not.toMatch(/\{[a-z]+\}/);
  return { ...result, first: result.challenges[0], lost: brief(result.losses), wrong: brief(result.problems) };
}

describe('rcds', () => {
  const text = `name: Heap
author: [ana, bo]
description: |
  Try it.

  \`{{ nc }}\`

  or {{ link }} with {{ adminbot }}<br>
flag:
  file: ./flag.txt
provide:
  - ./heap
  - {file: heap.c, as: source.c}
containers:
  main:
    build: .
    resources: {limits: {cpu: 500m, memory: 512Mi}}
    securityContext: {privileged: true}
    ports: [5000]
  db:
    image: postgres:17
    environment: {A: b}
expose:
  main:
    - {target: 5000, tcp: 31337}
sortWeight: 3
difficulti: easy
`;
  const files = {
    'pwn/heap/challenge.yaml': text,
    'pwn/heap/flag.txt': 'flag{heap}\nmore\n',
    'pwn/heap/heap': 'x',
    'pwn/heap/heap.c': 'y',
    'pwn/heap/Dockerfile': 'FROM x',
    'web/a/challenge.yml': 'name: A\nflag: f\nvalue: 50\nvisible: false\n',
  };

  it('is read', async () => {
    const { format, first, challenges, wrong, lost } = await read(files);
    expect(wrong).toEqual([]);
    expect(format).toBe('rcds');
    expect(first).toMatchObject({
      key: 'heap',
      build: 'pwn/heap',
      files: [
        { path: 'pwn/heap/heap', name: 'heap' },
        { path: 'pwn/heap/heap.c', name: 'source.c' },
      ],
      challenge: {
        content: 'Try it.\n\nor http://{host}:{port} with {{ adminbot }}',
        category: 'Pwn',
        type: 'StaticContainer',
        enabled: true,
        scoring: { original: 500 },
        flags: { static: [{ value: 'flag{heap}' }] },
        container: { image: 'heap', exposePort: 5000, memoryLimit: 512, cpuCount: 5 },
        vexil: {
          author: 'ana, bo',
          connection: 'nc {host} {port}\nhttp://{host}:{port}',
          containerOptions: {
            sharing: 'kept',
            companions: [{ name: 'db', image: 'postgres:17', environment: { A: 'b' } }],
          },
        },
      },
    });
    expect(challenges[1]).toMatchObject({
      key: 'a',
      challenge: {
        category: 'Web',
        enabled: false,
        scoring: { original: 50 },
        vexil: { scoring: { curve: 'Static' } },
      },
    });
    expectRemarks(lost, [
      '27 difficulti key.unknown',
      '26 sortWeight field.noPlace',
      '3 description text.placeholder',
      '1 value curve.fitted',
      '18 containers.main.securityContext container.privileged',
      '14 containers container.several',
    ]);
  });

  it('takes the points of the project', async () => {
    const project =
      'backends: [{resolve: k8s}, {resolve: rctf, options: {scoring: {minPoints: 200, maxPoints: 800}}}]\n';
    const { first, losses } = await read({ 'rcds.yaml': project, 'web/a/challenge.yaml': 'name: A\nflag: f\n' });
    expect(first?.challenge.scoring).toMatchObject({ original: 800, minRate: 0.25 });
    expect(losses[0]?.values).toMatchObject({ value: 'rCTF dynamic 200 to 800', fitted: 'Exponential' });
  });

  it('refuses files outside, missing flags and wrong types', async () => {
    const wrongOf = async (body: string) => (await read({ 'a/b/challenge.yaml': `name: A\n${body}` })).wrong;
    expect(await wrongOf('flag: {file: ../../../flag}\n')).toEqual(['2 flag.file file.outside']);
    expect(await wrongOf('flag: {file: flag.txt}\n')).toEqual(['2 flag.file file.missing']);
    expect(await wrongOf('flag: f\nprovide: [../../../etc/passwd]\n')).toEqual(['3 provide.0 file.outside']);
    expect(await wrongOf('flag: f\nvalue: -1\n')).toEqual(['3 value field.tooSmall']);
    expect(await wrongOf('flag: {regex: "a.c"}\ncontainers: 5\n')).toEqual(['3 containers field.type']);
  });
});

describe('noCTF', () => {
  it('is read', async () => {
    const text = `slug: web-a
title: A
categories: [web, beginner]
difficulty: easy
description: Go to \${url}
tags: {level: one}
flags: [f, {data: G, strategy: case_insensitive}, {data: "x[0-9]", strategy: regex_insensitive}]
files: [a.txt, {url: "https://x.example/b.bin", hash: "sha256:0", size: 3}]
visible_at: 2026-05-01T10:00:00Z
hints: [{title: t, description: d}]
connection_info: nc \${host} \${port}
scoring: {strategy: "core:quadratic", params: {initial: 500, minimum: 100, decay: 30}, bonus: [10]}
`;
    const { format, first, wrong, lost } = await read({ 'a/noctf.yaml': text, 'a/a.txt': '' });
    expect([format, wrong, lost]).toEqual(['noctf', [], ['12 scoring.bonus field.noPlace']]);
    expect(first).toMatchObject({
      key: 'web-a',
      files: [{ path: 'a/a.txt' }, { path: '', url: 'https://x.example/b.bin', name: 'b.bin' }],
      challenge: {
        content: 'Go to http://{host}:{port}',
        enabled: false,
        flags: {
          static: [
            { value: 'f' },
            { value: 'G', vexil: { match: 'IgnoreCase' } },
            { value: 'x0', vexil: { value: '(?i)x[0-9]', match: 'Regex' } },
          ],
        },
        scoring: { original: 500 },
        vexil: {
          tags: ['easy', 'beginner', 'level: one'],
          connection: 'nc {host} {port}',
          scoring: { curve: 'Logarithmic', minimum: 100, decay: 30 },
          release: '2026-05-01T10:00:00.000+00:00',
          hintList: [{ title: 't', content: 'd', cost: 0 }],
        },
      },
    });
  });

  it('fits its exponential curve and names what it cannot', async () => {
    const head = 'slug: a\ntitle: A\ncategories: [web]\ndescription: d\n';
    const fitted = await read({
      'noctf.yml': `${head}scoring: {strategy: "core:exponential", params: {initial: 500, minimum: 100, k: 12, j: 1.2}}\n`,
    });
    expect(fitted.lost).toEqual(['5 scoring curve.fitted']);
    const own = await read({ 'noctf.yml': `${head}scoring: {strategy: "config:ctx.n"}\n` });
    expect(own.lost).toEqual(['5 scoring.strategy curve.assumed']);
    expectRemarks((await read({ 'noctf.yml': 'slug: a\ncategories: []\n' })).wrong, [
      '1 title field.missing',
      '2 categories field.missing',
      '1 description field.missing',
    ]);
  });
});

describe("DownUnderCTF's dialect", () => {
  it('is read', async () => {
    const text = `id: aa
name: A
category: crypto
hosting_type: tcp
connection_info: "nc \${host} \${port}"
tags: [easy]
flags: ["DUCTF{a}", a]
type: kubectf
extra: {template_name: x}
hosting: {type: kube}
`;
    const { format, first, wrong, lost } = await read({ 'crypto/a/ctfcli.yaml': text });
    expect([format, wrong]).toEqual(['ducky', []]);
    expectRemarks(lost, [
      '4 hosting_type field.noPlace',
      '10 hosting field.noPlace',
      '9 extra field.noPlace',
      '1 value curve.assumed',
    ]);
    expect(first).toMatchObject({
      key: 'aa',
      challenge: {
        category: 'Crypto',
        scoring: { original: 1000 },
        vexil: { connection: 'nc {host} {port}', tags: ['easy'] },
      },
    });
  });
});

describe('CTF Pilot', () => {
  it('is read', async () => {
    const text = `enabled: true
name: A
slug: a
author: ana
category: boot2root
difficulty: easy-medium
type: instanced
instanced_type: web
flag: [f, {flag: G, case_sensitive: false}]
prerequisites: [b]
points: 800
instanced_subdomains: [web:x]
dockerfile_locations: [{location: src/Dockerfile, context: src/, identifier: null}]
`;
    const other =
      'enabled: false\nname: B\nslug: b\nauthor: x\ncategory: rev\ndifficulty: hard\ntype: static\nflag: dynamic\ndescription_location: ../../none.md\n';
    const files = {
      'a/challenge.yml': text,
      'a/description.md': 'Hello',
      'a/src/Dockerfile': 'FROM x\nEXPOSE 3000\n',
      'a/handout/x.zip': '',
    };
    const { format, first, wrong, lost } = await read(files);
    expect([format, wrong]).toEqual(['ctfpilot', []]);
    expectRemarks(lost, [
      '12 instanced_subdomains field.noPlace',
      '1 handout_dir file.folder',
      '1 requirements requires.unknown',
    ]);
    expect(first).toMatchObject({
      key: 'a',
      build: 'a/src',
      files: [{ path: 'a/handout/x.zip', name: 'x.zip' }],
      challenge: {
        content: 'Hello',
        category: 'Pentest',
        type: 'StaticContainer',
        flags: { static: [{ value: 'f' }, { value: 'G', vexil: { match: 'IgnoreCase' } }] },
        scoring: { original: 800 },
        container: { exposePort: 3000 },
        vexil: {
          tags: ['easy-medium'],
          scoring: { curve: 'Logarithmic', minimum: 100, decay: 75 },
          containerOptions: { mainKind: 'http', sharing: 'none' },
        },
      },
    });
    expect((await read({ 'b/c/challenge.yml': other })).wrong).toEqual(['9 description_location file.missing']);
  });
});

describe('gzcli', () => {
  it('is read', async () => {
    const text = `name: A
author: ana
description: d
value: 500
type: DynamicContainer
provide: ./dist
visible: false
hints: [look]
deadlineUtc: 1777629600
submissionLimit: 3
scripts: {start: "rm -rf /"}
dashboard: {type: x, config: y}
container: {flagTemplate: "flag{[GUID]}", containerImage: "{{.slug}}:latest", memoryLimit: 128, cpuCount: 1, containerExposePort: 1337, enableTrafficCapture: true}
`;
    const event =
      'title: Cup\nstart: 2026-05-01T10:00:00Z\nend: "2026-05-02T10:00:00Z"\nhidden: true\ncontainerCountLimit: 2\nposter: x.png\nstat: 1\n';
    const { format, first, game, wrong, lost } = await read({
      '.gzevent': event,
      'Web/a/challenge.yml': text,
      'Web/a/dist/x': '',
      'Web/a/dist/y/z': '',
    });
    expect(game).toEqual({
      title: 'Cup',
      hidden: true,
      containerCountLimit: 2,
      startTime: '2026-05-01T10:00:00.000+00:00',
      endTime: '2026-05-02T10:00:00.000+00:00',
    });
    expect([format, wrong]).toEqual(['gzcli', []]);
    expectRemarks(lost, [
      '6 poster field.noPlace',
      '7 stat key.unknownNear',
      '12 dashboard field.noPlace',
      '11 scripts script.refused',
      '6 provide file.folder',
    ]);
    expect(first).toMatchObject({
      key: 'Web/a',
      files: [{ name: 'x' }, { name: 'z' }],
      challenge: {
        category: 'Web',
        type: 'DynamicContainer',
        enabled: false,
        scoring: { original: 500 },
        limits: { submission: 3, deadline: '2026-05-01T10:00:00.000+00:00' },
        hints: ['look'],
        flags: { template: 'flag{[GUID]}', enableTrafficCapture: true },
        container: { image: 'a:latest', exposePort: 1337, memoryLimit: 128, networkMode: 'Open' },
      },
    });
  });
});

describe('Konata', () => {
  it('is read with several challenges in a file', async () => {
    const text = `challenges:
  - category: web
    name: A
    override_id: web-a
    description: d
    tags: [x]
    release_time: 2026-05-01 10:00:00
    scoring: {initial_value: 500, minimum_value: 500}
    flags: {rctf: [f, {file: flag.txt}, {provider: flags/static, config: {flag: s}}, {provider: flags/dynamic, config: {}}]}
    attachments: {files: [a.txt], exclude: [b]}
    endpoints: [{type: nc, endpoint: x.example, port: 1}, {type: https, endpoint: y.example}]
    admin_bot: {}
  - {category: pwn, name: B, flags: {rctf: g}, hidden: yes, weight: 3}
deployment: {images: []}
`;
    const { format, challenges, wrong, lost } = await read({
      'kona.yaml': 'rctf: {base_url: x}\n',
      'a/kona.yaml': text,
      'a/flag.txt': 'file\n',
      'a/a.txt': '',
    });
    expect([format, wrong]).toEqual(['konata', []]);
    expectRemarks(lost, [
      '14 deployment field.noPlace',
      '12 challenges.0.adminBot field.noPlace',
      '7 challenges.0.releaseTime time.zone',
      '10 challenges.0.attachments.exclude field.noPlace',
      '9 challenges.0.flags.rctf.3 flag.kind',
      '13 challenges.1.weight key.unknown',
      '13 challenges.1.scoring curve.fitted',
    ]);
    expect(challenges).toMatchObject([
      {
        key: 'web-a',
        files: [{ path: 'a/a.txt' }],
        challenge: {
          flags: { static: [{ value: 'f' }, { value: 'file' }, { value: 's' }] },
          vexil: { connection: 'nc x.example 1\nhttps://y.example', release: '2026-05-01T10:00:00.000+00:00' },
        },
      },
      { key: 'pwn_B', challenge: { enabled: false, flags: { static: [{ value: 'g' }] } } },
    ]);
    expect((await read({ 'a/kona.toml': 'x = 1' })).wrong).toEqual(['null  format.recognised']);
  });
});

describe('packages', () => {
  it('are read', async () => {
    const hash = 'a'.repeat(64);
    const { format, first, game, wrong, lost } = await read({
      'manifest.json': '{"version": "1.0", "format": "GZCTF-GAME", "exportedAt": "x"}',
      'game.json':
        '{"title": "Cup", "startTime": "2026-05-01T10:00:00+00:00", "endTime": "2026-05-02T10:00:00+00:00", "divisions": [{"name": "Open", "challengeConfig": [{"challengeId": 3}]}]}',
      'challenges/challenge-3.json': JSON.stringify({
        id: 3,
        title: 'A',
        category: 'Web',
        attachment: { type: 'Local', hash, fileName: 'a.zip', fileSize: 1 },
        flags: { static: [{ value: 'f', attachment: { type: 'Remote', remoteUrl: 'https://x.example/b' } }] },
        vexil: {
          author: 'ana',
          attachments: [{ type: 'Local', hash, fileName: 'b.zip', fileSize: 1 }],
          requires: { challengeIds: [4, 9], count: 1, lockedShown: true },
          next: 4,
        },
      }),
      'challenges/challenge-4.json': JSON.stringify({ id: 4, title: 'a', category: 'Web' }),
      [`files/${hash}`]: 'x',
    });
    expect([format, wrong, lost]).toEqual(['package', [], ['null divisions.0.challengeConfig field.noPlace']]);
    expect(game).toMatchObject({ title: 'Cup', divisions: [{ name: 'Open' }] });
    expect(first).toEqual({
      key: 'web/a',
      path: 'challenges/challenge-3.json',
      challenge: { title: 'A', category: 'Web', flags: { static: [{ value: 'f' }] }, vexil: { author: 'ana' } },
      files: [
        { path: `files/${hash}`, name: 'a.zip', flagIndex: null },
        { path: `files/${hash}`, name: 'b.zip', flagIndex: null },
        { path: '', name: 'attachment', flagIndex: 0, url: 'https://x.example/b' },
      ],
      requires: { keys: ['web/a-2'], count: 1, lockedShown: true },
      next: 'web/a-2',
      build: null,
    });
    expectRemarks((await read({ 'manifest.json': '{"format": "other"}', 'challenges/a.json': '{"title": ' })).wrong, [
      'null format field.oneOf',
      'null  json.invalid',
    ]);
  });
});

describe("CTFd's export", () => {
  const table = (results: object[]) => JSON.stringify({ count: results.length, results, meta: {} });
  it('is read', async () => {
    const { format, challenges, game, wrong, lost } = await read({
      'db/challenges.json': table([
        {
          id: 1,
          name: 'A',
          description: '<b>x</b>',
          category: 'web',
          value: 400,
          type: 'dynamic',
          state: 'visible',
          max_attempts: 3,
          next_id: 2,
          requirements: '{"prerequisites": [2], "anonymize": true}',
          position: 4,
        },
        {
          id: 2,
          name: 'B',
          description: null,
          category: 'Sanity',
          value: 10,
          type: 'standard',
          state: 'hidden',
          logic: 'all',
        },
      ]),
      'db/dynamic_challenge.json': table([
        { id: 1, dynamic_initial: 500, dynamic_minimum: 100, dynamic_decay: 20, dynamic_function: 'linear' },
      ]),
      'db/flags.json': table([
        { id: 1, challenge_id: 1, type: 'static', content: 'f', data: 'case_insensitive' },
        { id: 2, challenge_id: 1, type: 'regex', content: 'x\\d', data: '' },
        { id: 3, challenge_id: 2, type: 'programmable', content: 'x', data: null },
      ]),
      'db/hints.json': table([{ id: 1, challenge_id: 1, title: null, content: 'h', cost: 50 }]),
      'db/files.json': table([
        { id: 1, type: 'challenge', location: 'abc/a.zip', challenge_id: 1 },
        { id: 2, type: 'challenge', location: '../../x', challenge_id: 2 },
      ]),
      'db/tags.json': table([{ id: 1, challenge_id: 1, value: 'easy' }]),
      'db/topics.json': table([{ id: 7, value: 'sql' }]),
      'db/challenge_topics.json': table([{ id: 1, challenge_id: 1, topic_id: 7 }]),
      'db/config.json': table([
        { id: 1, key: 'ctf_name', value: 'Cup' },
        { id: 2, key: 'start', value: '1777629600' },
        { id: 3, key: 'end', value: '' },
      ]),
      'db/users.json': table([{ id: 1 }, { id: 2 }]),
      'db/awards.json': '',
      'uploads/abc/a.zip': 'x',
    });
    expect([format, wrong]).toEqual(['ctfd', []]);
    expect(game).toEqual({ title: 'Cup', startTime: '2026-05-01T10:00:00.000+00:00' });
    expectRemarks(lost, [
      'null  table.rows',
      'null 0.requirements.anonymize field.noPlace',
      'null 1.logic flag.logic',
      'null 1.flags flag.kind',
      'null 1.files file.missing',
    ]);
    expect(challenges).toMatchObject([
      {
        key: 'challenge-1',
        next: 'challenge-2',
        requires: { keys: ['challenge-2'], lockedShown: false },
        files: [{ path: 'uploads/abc/a.zip', name: 'a.zip' }],
        challenge: {
          title: 'A',
          content: '**x**',
          enabled: true,
          scoring: { original: 500 },
          limits: { submission: 3 },
          flags: {
            static: [
              { value: 'f', vexil: { match: 'IgnoreCase' } },
              { value: 'x0', vexil: { value: 'x\\d' } },
            ],
          },
          vexil: {
            tags: ['easy'],
            topics: ['sql'],
            position: 4,
            scoring: { curve: 'Linear', minimum: 100, decay: 20 },
            hintList: [{ content: 'h', cost: 50 }],
          },
        },
      },
      {
        key: 'challenge-2',
        challenge: { enabled: false, vexil: { customCategory: 'Sanity', scoring: { curve: 'Static' } } },
      },
    ]);
  });
});

describe("rCTF's archive", () => {
  it('is read without flags', async () => {
    const row = {
      id: 'a',
      name: 'A',
      description: 'd',
      category: 'pwn',
      author: 'x',
      points: { min: 100, max: 500 },
      files: [
        { name: 'a.zip', url: 'https://x.example/uploads/0/a.zip' },
        { name: 'b', url: 'https://x.example/b' },
      ],
    };
    const { format, first, wrong, lost } = await read({
      'api-data/v2/challs.json': JSON.stringify({ kind: 'goodChallenges', data: [row] }),
      'uploads/0/a.zip': 'x',
    });
    expect([format, wrong, lost]).toEqual(['rctf', [], ['null 0.flags field.missing', 'null 0.points curve.fitted']]);
    expect(first).toMatchObject({
      key: 'a',
      files: [
        { path: 'uploads/0/a.zip', name: 'a.zip' },
        { url: 'https://x.example/b', name: 'b' },
      ],
      challenge: { category: 'Pwn', flags: { static: [] }, vexil: { author: 'x' } },
    });
  });
});

it.each([
  ['rcds', 'Forge', 8],
  ['gzcli', 'Piston', 6],
] as const)('%s has the image of a challenge in a line', async (format, title, line) => {
  const { challenges } = await readFolder(folderOf(samples[format].files));
  const found = challenges.find(({ challenge }) => challenge.title === title);
  expect(lineOf(found, 'containerImage')).toBe(line);
});

describe('recognition', () => {
  it.each([
    ['kCTF', 'challenge.yaml', 'apiVersion: kctf.dev/v1\nkind: Challenge\n'],
    ['b01lers', 'chal.json', '{"name": "a"}'],
    ['Kalmar', 'ctfd.json', '{"title": "a"}'],
    ['BSidesSF', 'metadata.yml', 'version: beta1\nname: a\n'],
    ['NYU CTF Bench', 'challenge.json', '{"name": "a", "flag": "f", "points": 5}'],
  ])('names %s, which has no reader', async (value, path, text) => {
    const { problems } = await readFolder(folderOf({ [`a/${path}`]: text }));
    expect(problems).toEqual([{ file: '', line: null, field: '', what: 'format.recognised', values: { value } }]);
  });

  it("takes ctfcli's fields with an id for DownUnderCTF's dialect", async () => {
    const { format, first } = await read({ 'a/challenge.yaml': 'id: aa\nname: A\nflags: [f]\n' });
    expect([format, first?.key]).toEqual(['ducky', 'aa']);
  });

  it('takes the format of most files and names the others', async () => {
    const rcds = 'name: A\nflag: f\nvalue: 1\n';
    const files = {
      'web/a/challenge.yaml': rcds,
      'web/b/challenge.yaml': rcds,
      'web/c/challenge.yml': 'name: C\nvalue: 1\nflags: [f]\n',
      'web/d/challenge.yaml': 'kind: Challenge\napiVersion: kctf.dev/v1\n---\nx: 1\n',
      'web/e/metadata.yml': 'any: thing\n',
      'web/f/challenge.json': '[1, 2',
    };
    const { format, lost, wrong, challenges } = await read(files);
    expect([format, wrong, challenges.length]).toEqual(['rcds', [], 2]);
    expectRemarks(lost, ['1  yaml.documents', '1  format.other', '1  format.infrastructure', '1 name title.twice']);
    const given = await read(files, 'ctfcli');
    expect([given.format, given.challenges.length, given.wrong.length]).toEqual(['ctfcli', 3, 0]);
  });

  it.each<[Format, string, string]>([
    ['vexil', 'challenge.yml', 'name: A\nvalue: 1\nflags: [{content: f, files: [dist]}]\nvexil: {}\n'],
    ['ctfcli', 'challenge.yml', 'name: A\nvalue: 1\nflags: [f]\nfiles: [dist]\n'],
    ['rcds', 'challenge.yaml', 'name: A\nvalue: 1\nflag: f\nprovide: [dist]\n'],
    ['konata', 'kona.yaml', 'challenges: [{name: A, flags: {rctf: [f]}, attachments: [dist]}]\n'],
    ['ducky', 'ctfcli.yaml', 'id: a\nname: A\nvalue: 1\nflags: [f]\nfiles: [dist]\n'],
    ['noctf', 'noctf.yaml', 'slug: a\ntitle: A\ncategories: [a]\ndescription: x\nflags: [f]\nfiles: [dist]\n'],
    ['ctfpilot', 'challenge.yml', 'slug: a\nname: A\nenabled: true\ndifficulty: x\nflag: f\nhandout_dir: dist\n'],
    ['gzcli', 'challenge.yml', 'name: A\ntype: StaticAttachment\nvalue: 1\nflags: [f]\nprovide: [dist]\n'],
  ])('gives players of %s files with the names of descriptors, and reads none of them', async (format, name, text) => {
    const names = ['challenge.yml', 'challenge.yaml', 'challenge.json', 'kona.yaml', 'kona.toml', 'noctf.yaml'];
    const more = ['ctfcli.yml', 'chal.json', 'ctfd.json', 'metadata.yml', '.gzevent', 'game.yml', 'manifest.json'];
    const of = (folder: string, content: string) => names.concat(more).map((each) => [`${folder}/${each}`, content]);
    for (const content of [text, 'name: B\nvalue: 1\nflags: [g]\nvexil: {key: a/b}\n', 'title: B\n', 'x: [', '']) {
      const files = { [`a/${name}`]: text, 'a/description.md': 'x', ...Object.fromEntries(of('a/dist', content)) };
      const result = await read(files);
      expect([result.format, result.game, result.wrong]).toEqual([format, null, []]);
      expect(result.challenges.map(({ challenge }) => challenge.title)).toEqual(['A']);
      expect(result.first?.files).toHaveLength(names.length + more.length);
    }
  });

  it('reads challenges below the folder of another one, and beside it, also where that one names them', async () => {
    const of = (title: string, more = '') => `name: ${title}\nvalue: 1\nflags: [f]\nvexil: {}\n${more}`;
    const { wrong, challenges } = await read({
      'challenge.yml': of('Sample', 'files: [web/b/challenge.yml]\n'),
      'web/challenge.yml': of('Web'),
      'web/a/challenge.yml': of('A', 'files: [../b/challenge.yml, ../challenge.yml]\n'),
      'web/b/challenge.yml': of('B', 'files: [../a/challenge.yml]\n'),
    });
    expect(wrong).toEqual([]);
    expect(challenges.map(({ challenge }) => challenge.title)).toEqual(['Sample', 'Web', 'A', 'B']);
  });

  it('reads aliases at the edge of what is allowed at once', async () => {
    const item = `&a [${'x, '.repeat(1000)}]`;
    const text = `name: A\nvalue: 1\nextra: {first: ${item}, all: [${'*a, '.repeat(300)}]}\n`;
    const start = performance.now();
    const { challenges, lost } = await read({ 'a/challenge.yml': text });
    expect(challenges).toHaveLength(1);
    expect(lost).toEqual(['3 extra.first field.noPlace', '3 extra.all field.noPlace']);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('never throws on any tree in any format', async () => {
    const values = [
      '',
      'a',
      '0',
      '-1',
      '[]',
      '{}',
      '[a]',
      '{a: b}',
      'null',
      '"x"',
      '1e9',
      '2026-01-01',
      '[{}]',
      '[[a]]',
      '../x',
      '*b',
    ];
    const keys =
      'name id slug title categories category description flag flags value type extra provide containers expose files hints requirements vexil scoring challenges attachments points enabled author difficulty container tags next image hosting_type solve endpoints'.split(
        ' ',
      );
    const names = [
      'challenge.yml',
      'challenge.yaml',
      'noctf.yaml',
      'kona.yaml',
      'ctfcli.yaml',
      'game.yml',
      'challenge.json',
    ];
    let seed = 5;
    const random = <Value>(list: readonly Value[]) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return list[seed % list.length] as Value;
    };
    for (let run = 0; run < 3000; run++) {
      const lines = Array.from({ length: 10 }, () => `${random(keys)}: ${random(values)}`);
      const text = ['base: &b {c: d}', ...lines].join('\n');
      const format = random(['rcds', 'konata', 'ducky', 'noctf', 'ctfpilot', 'gzcli', 'ctfcli', undefined] as const);
      const { problems, losses } = await readFolder(folderOf({ [random(names)]: text, 'db/x.json': text }), format);
      for (const remark of [...problems, ...losses]) expect(typeof remarkText(remark)).toBe('string');
    }
    for (const path of ['manifest.json', 'db/challenges.json', 'api-data/v2/challs.json']) {
      for (const text of [
        '',
        '{',
        '[]',
        'null',
        '{"results": [null, 1, {"id": []}]}',
        '{"data": [[], {"id": 1}]}',
        '{"format": []}',
      ]) {
        const { problems } = await readFolder(folderOf({ [path]: text, 'challenges/a.json': text, 'game.json': text }));
        expect(Array.isArray(problems)).toBe(true);
      }
    }
  });
});
