import { describe, expect, it } from 'vitest';
import { folderOf } from '../testing/folder';
import { readFolder } from './folder';

const portal = `name: Portal
author: ana
category: rev
description: |-
  Look at <b>this</b><br>now: ![map](img/map.png)
value: 500
type: dynamic
extra:
  initial: 500
  decay: 20
  minimum: 100
  function: linear
image: .
protocol: http
connection_info: http://portal.example:{port}
attempts: 5
flags:
  - flag{one}
  - {type: static, content: "flag{Two}", data: case_insensitive}
  - {type: regex, content: 'flag\\{[0-9]{4}\\}'}
files: [dist/a.zip, dist/a.txt]
topics: [sql]
tags: [easy, 1337]
hints:
  - look closer
  - {content: dear, cost: 50, title: Price}
requirements: {prerequisites: [Warm up, Missing], anonymize: preview}
next: Warm up
state: hidden
version: "0.1"
`;

const sample = {
  'web/portal/challenge.yml': portal,
  'web/portal/Dockerfile': 'FROM scratch\nEXPOSE 8080/tcp\n',
  'web/portal/dist/a.zip': 'zip',
  'web/portal/dist/a.txt': '',
  'web/portal/img/map.png': 'png',
  'misc/warm/challenge.yml': 'name: Warm up\nvalue: 50\nflags: [warm]\n',
};

const brief = (remarks: { file: string; line: number | null; field: string; what: string }[]) =>
  remarks.map(({ line, field, what }) => `${line} ${field} ${what}`);

describe('places in S3', () => {
  it('are attachments under the end of their key, of a flag too, and in other formats', async () => {
    const { problems, losses, challenges } = await readFolder(
      folderOf({
        'a/challenge.yml':
          'name: A\nvalue: 1\nflags: [{content: f, files: ["s3://bucket/tasks/7/b.zip"]}]\nfiles: ["s3://bucket/tasks/7/../a.zip"]\nvexil: {}\n',
      }),
    );
    expect([problems, losses]).toEqual([[], []]);
    expect(challenges[0]?.files).toEqual([
      { path: '', name: 'a.zip', flagIndex: null, url: 's3://bucket/tasks/7/../a.zip' },
      { path: '', name: 'b.zip', flagIndex: 0, url: 's3://bucket/tasks/7/b.zip' },
    ]);
    const rcds = { 'a/challenge.yaml': 'name: A\nvalue: 1\nflag: f\nprovide: ["s3://bucket/a"]\n' };
    expect((await readFolder(folderOf(rcds))).challenges[0]?.files).toMatchObject([{ url: 's3://bucket/a' }]);
  });
});

describe('a folder of ctfcli', () => {
  it('is read with everything that has a place', async () => {
    const read = await readFolder(folderOf(sample));
    expect(read.problems).toEqual([]);
    expect(read.format).toBe('ctfcli');
    const challenge = read.challenges.find(({ key }) => key === 'web/portal');
    expect(challenge).toEqual({
      key: 'web/portal',
      path: 'web/portal/challenge.yml',
      build: 'web/portal',
      next: 'misc/warm',
      requires: { keys: ['misc/warm'], count: null, lockedShown: true },
      files: [
        { path: 'web/portal/dist/a.zip', name: 'a.zip', flagIndex: null },
        { path: 'web/portal/dist/a.txt', name: 'a.txt', flagIndex: null },
        { path: 'web/portal/img/map.png', name: 'map.png', flagIndex: null },
      ],
      challenge: {
        title: 'Portal',
        content: 'Look at **this**  \nnow: ![map](img/map.png)',
        category: 'Reverse',
        type: 'StaticContainer',
        enabled: false,
        scoring: { original: 500, minRate: 0.25, difficulty: 5 },
        limits: { submission: 5, deadline: null },
        flags: {
          template: null,
          static: [
            { value: 'flag{one}' },
            { value: 'flag{Two}', vexil: { match: 'IgnoreCase' } },
            { value: 'flag{0000}', vexil: { value: 'flag\\{[0-9]{4}\\}', match: 'Regex' } },
          ],
        },
        hints: ['look closer'],
        container: { image: 'portal', exposePort: 8080, storageLimit: 256, fileName: null },
        vexil: {
          author: 'ana',
          tags: ['easy', '1337'],
          topics: ['sql'],
          connection: 'http://portal.example:{port}',
          containerOptions: { mainKind: 'http', sharing: 'onDemand' },
          scoring: { curve: 'Linear', minimum: 100, decay: 20 },
          hintList: [
            { title: '', content: 'look closer', cost: 0 },
            { title: 'Price', content: 'dear', cost: 50 },
          ],
        },
      },
    });
    expect(brief(read.losses)).toEqual(['4 description file.picture', '27 requirements requires.unknown']);
  });

  it('has losses with their lines for what has no place', async () => {
    const text = `name: A
value: 1
categry: web
host: ssh://x
logic: all
type: docker
extra: {docker_image: x}
flags: [{type: programmable, content: x}, {type: regex, content: '(?=a)a'}]
description: <table>x</table><details><summary>s</summary>t</details>
category: Stego
image: ghcr.io/x/y
requirements: {prerequisites: [A], anonymize: true}
author: ${'x'.repeat(201)}
`;
    const { losses, problems, challenges } = await readFolder(folderOf({ 'a/challenge.yml': text }));
    expect(problems).toEqual([]);
    expect(brief(losses)).toEqual([
      '3 categry key.unknownNear',
      '4 host field.noPlace',
      '5 logic flag.logic',
      '6 type field.noPlace',
      '7 extra.docker_image field.noPlace',
      '8 flags.0 flag.kind',
      '8 flags.1 flag.example',
      '9 description html.tag',
      '9 description html.details',
      '11 image container.port',
      '12 requirements.anonymize field.noPlace',
      '13 author field.cut',
    ]);
    expect(losses[0]?.values).toEqual({ value: 'categry', nearest: 'category' });
    expect(challenges[0]?.challenge).toMatchObject({ category: 'Forensics', vexil: { customCategory: 'Stego' } });
    expect(challenges[0]?.requires).toBeNull();
  });

  it.each([
    ['name: A\nvalue: 1\nfiles: [../../../x]\n', '3 files.0 file.outside'],
    ['name: A\nvalue: 1\nfiles:\n  - /etc/passwd\n', '4 files.0 file.outside'],
    ['name: A\nvalue: 1\nfiles: [none]\n', '3 files.0 file.missing'],
    ['name: A\nvalue: many\n', '2 value field.type'],
    ['name: A\n', '1 value field.missing'],
    ['value: 1\n', '1 name field.missing'],
    ['name: " "\nvalue: 1\n', '1 name field.invalid'],
    ['name: A\nvalue: 1\nstate: gone\n', '3 state field.oneOf'],
    [`name: A\nvalue: 1\nflags: [ok, ${'x'.repeat(256)}]\n`, '3 flags.1 field.tooLong'],
    ['name: A\nvalue: 1\nscheduled_at: soon\n', '3 scheduled_at time.invalid'],
    ['name: A\nvalue: 5\nvexil: {scoring: {curve: Linear, minimum: 6}}\n', '3 vexil.scoring.minimum field.invalid'],
    ['- name: A\n', '1  field.type'],
    ['name: A\nvalue: 1\nvexil: {container: {memoryLimit: 0}}\n', '3 vexil.container.memoryLimit field.tooSmall'],
  ])('refuses %j', async (text, problem) => {
    const { problems, challenges } = await readFolder(folderOf({ 'a/b/challenge.yml': text }));
    expect(brief(problems)).toEqual([problem]);
    expect(challenges).toEqual([]);
  });

  it('reads texts that look like other values as they are written', async () => {
    const text = 'name: 0123\nvalue: "500"\ndescription: no\ntags: [1.10, yes, null]\nflags: [1337, 2026-01-01]\n';
    const { challenges } = await readFolder(folderOf({ 'challenge.yml': text }));
    expect(challenges[0]).toMatchObject({
      key: '0123',
      challenge: {
        title: '0123',
        content: 'no',
        scoring: { original: 500 },
        flags: { static: [{ value: '1337' }, { value: '2026-01-01' }] },
      },
    });
  });
});

describe('a folder of ours', () => {
  const block = `name: A
value: 300
category: my own
description: <b>as it is</b>
scheduled_at: 2026-05-01 10:00:00+02:00
flags: [{content: f, files: [f.bin]}]
vexil:
  key: first
  type: DynamicContainer
  category: Pwn
  deadline: 2026-05-02T10:00:00Z
  position: 3
  scoring: {curve: Exponential, minRate: 0.5, difficulty: 7}
  flagTemplate: "flag{[GUID]}"
  canaries: [{content: wrong}]
  container: {image: ghcr.io/x/y:1, memoryLimit: 128, exposePort: 1337}
  containerOptions: {sharing: none, companions: [{name: db, image: postgres:17}]}
  solver: {image: solver}
  requiredCount: 1
`;

  it('is named with the place of what stands outside of it', async () => {
    const game = 'divisions:\n  - name: Robots\n    kind: Agents\n  - name: Open\n    vexil: {ruleText: Alone.}\n';
    const { losses } = await readFolder(folderOf({ 'game.yml': game }));
    expect(losses).toMatchObject([
      { line: 3, field: 'divisions.0.kind', values: { value: 'kind', nearest: 'vexil.kind' } },
    ]);
  });

  it('is read with what only we have', async () => {
    const read = await readFolder(
      folderOf({
        'a/challenge.yml': block,
        'a/f.bin': 'x',
        'game.yml':
          'title: Cup\nstartTime: 2026-05-01 10:00:00\nvexil: {customCategories: [{name: my own, category: Pwn}]}\nrule: x\n',
      }),
    );
    expect(read.problems).toEqual([]);
    expect(brief(read.losses)).toEqual(['2 startTime time.zone', '4 rule key.unknown']);
    expect(read.format).toBe('vexil');
    expect(read.game).toEqual({
      title: 'Cup',
      startTime: '2026-05-01T10:00:00.000+00:00',
      vexil: { customCategories: [{ name: 'my own', category: 'Pwn' }] },
    });
    expect(read.challenges).toMatchObject([
      {
        key: 'first',
        files: [{ path: 'a/f.bin', name: 'f.bin', flagIndex: 0 }],
        challenge: {
          content: '<b>as it is</b>',
          category: 'Pwn',
          type: 'DynamicContainer',
          enabled: false,
          scoring: { original: 300, minRate: 0.5, difficulty: 7 },
          limits: { deadline: '2026-05-02T10:00:00.000+00:00' },
          flags: { template: 'flag{[GUID]}', static: [{ value: 'f' }] },
          container: { image: 'ghcr.io/x/y:1', memoryLimit: 128, exposePort: 1337 },
          vexil: {
            customCategory: 'my own',
            release: '2026-05-01T08:00:00.000+00:00',
            position: 3,
            canaries: [{ value: 'wrong', match: 'Exact' }],
            containerOptions: { companions: [{ name: 'db', image: 'postgres:17' }] },
            solver: { image: 'solver' },
          },
        },
      },
    ]);
  });

  it('names both files of one key', async () => {
    const text = 'name: A\nvalue: 1\nvexil:\n  key: same\n';
    const read = await readFolder(folderOf({ 'a/challenge.yml': text, 'b/challenge.yml': text }));
    expect(read.problems).toEqual([
      {
        file: 'b/challenge.yml',
        line: 4,
        field: 'vexil.key',
        what: 'key.twice',
        values: { value: 'same', other: 'a/challenge.yml' },
      },
    ]);
    expect(read.losses.map(({ what }) => what)).toEqual(['title.twice']);
  });

  it('says that an empty folder has no format', async () => {
    expect((await readFolder(folderOf({ 'README.md': '' }))).problems).toMatchObject([{ what: 'format.unknown' }]);
  });
});
