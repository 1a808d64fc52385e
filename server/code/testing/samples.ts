// A repository in each format that is read, written for this: what it carries, and what has no place here.

import type { Format } from '../model';

export interface Sample {
  files: Record<string, string>;
  /** File, line, field and kind. */
  losses: string[];
  /** Also goes out as ctfcli's format. */
  isCtfcli?: true;
}

const rows = (list: object[]) => JSON.stringify({ count: list.length, results: list, meta: {} });

export const samples: Record<Format, Sample> = {
  vexil: {
    files: {
      'game.yml': 'title: Steam Cup\nsummary: Two days of steam\nteamMemberCountLimit: 5\nsponsor: none\n',
      'pwn/valve/challenge.yml': `name: Valve
category: pwn
description: It hisses.
author: Mira
value: 400
flags: ["flag{hiss}"]
files: [dist/valve.txt]
hints: [{content: Turn it., cost: 20, title: How}]
vexil: {key: pwn/valve, canaries: [{content: "flag{boom}"}]}
`,
      'pwn/valve/dist/valve.txt': 'valve',
      'web/gauge/challenge.yml':
        'name: Gauge\ncategory: web\ndescription: Red.\nvalue: 100\nflags: ["flag{red}"]\nrequirements: [Valve]\n',
    },
    losses: ['game.yml:4 sponsor key.unknown'],
  },
  ctfcli: {
    files: {
      'crypto/lock/challenge.yml': `name: Lock
author: Ana
category: crypto
description: |
  Three <b>dials</b>.
value: 200
type: dynamic
extra: {initial: 400, minimum: 100, decay: 12, function: logarithmic}
flags:
  - flag{dials}
  - {type: static, content: "flag{Tumblers}", data: case_insensitive}
files: [dist/lock.txt]
tags: [easy]
topics: [classics]
hints: [Listen., {content: Count., cost: 15}]
healthcheck: check.py
module: Vault
version: "0.1"
`,
      'crypto/lock/dist/lock.txt': 'click',
      'crypto/safe/challenge.yml':
        'name: Safe\ncategory: crypto\ndescription: Open it.\nvalue: 300\nflags: ["flag{open}"]\nrequirements: [Lock]\nattempts: 5\n',
    },
    losses: [
      'crypto/lock/challenge.yml:16 healthcheck field.noPlace',
      'crypto/lock/challenge.yml:17 module field.noPlace',
    ],
    isCtfcli: true,
  },
  rcds: {
    files: {
      'rcds.yaml': 'backends: [{resolve: rctf, options: {scoring: {minPoints: 100, maxPoints: 500}}}]\n',
      'pwn/forge/challenge.yaml': `name: Forge
author: [ana, bo]
description: Try {{ nc }}
flag: {file: ./flag.txt}
provide: [./forge, {file: forge.c, as: source.c}]
containers:
  main:
    image: registry.example.org/forge:1
    resources: {limits: {cpu: 500m, memory: 128Mi}}
    securityContext: {readOnlyRootFilesystem: true}
    ports: [5000]
expose:
  main: [{target: 5000, tcp: 31337}]
sortWeight: 3
`,
      'pwn/forge/flag.txt': 'flag{forge}\n',
      'pwn/forge/forge': 'x',
      'pwn/forge/forge.c': 'int main;',
      'web/bench/challenge.yaml': 'name: Bench\nauthor: ana\ndescription: Sit.\nflag: flag{sit}\nvalue: 50\n',
    },
    losses: ['pwn/forge/challenge.yaml:1 value curve.fitted', 'pwn/forge/challenge.yaml:14 sortWeight field.noPlace'],
  },
  konata: {
    files: {
      'kona.yaml': 'rctf: {base_url: https://rctf.example.org}\n',
      'web/kiln/kona.yaml': `challenges:
  - category: web
    name: Kiln
    override_id: web-kiln
    author: Mira
    description: Hot.
    tags: [easy]
    scoring: {initial_value: 500, minimum_value: 500}
    flags: {rctf: ["flag{hot}", {provider: flags/dynamic, config: {}}]}
    attachments: {files: [kiln.txt], exclude: [build]}
    endpoints: [{type: nc, endpoint: kiln.example.org, port: 1337}]
  - {category: pwn, name: Bellows, description: Puff., flags: {rctf: "flag{puff}"}, hidden: true}
deployment: {images: []}
`,
      'web/kiln/kiln.txt': 'clay',
    },
    losses: [
      'web/kiln/kona.yaml:10 challenges.0.attachments.exclude field.noPlace',
      'web/kiln/kona.yaml:12 challenges.1.scoring curve.fitted',
      'web/kiln/kona.yaml:13 deployment field.noPlace',
      'web/kiln/kona.yaml:9 challenges.0.flags.rctf.1 flag.kind',
    ],
  },
  ducky: {
    files: {
      'crypto/anvil/ctfcli.yaml': `id: anvil
name: Anvil
category: crypto
description: Strike it.
hosting_type: tcp
connection_info: "nc \${host} \${port}"
tags: [easy]
flags: ["DUCTF{strike}", strike]
files: [publish/anvil.txt]
type: kubectf
extra: {template_name: anvil}
`,
      'crypto/anvil/publish/anvil.txt': 'clang',
    },
    losses: [
      'crypto/anvil/ctfcli.yaml:1 value curve.assumed',
      'crypto/anvil/ctfcli.yaml:11 extra field.noPlace',
      'crypto/anvil/ctfcli.yaml:5 hosting_type field.noPlace',
    ],
  },
  noctf: {
    files: {
      'web/loom/noctf.yaml': `slug: web-loom
title: Loom
categories: [web, beginner]
difficulty: easy
description: Weave it.
flags: ["flag{weave}", {data: "Flag{Warp}", strategy: case_insensitive}]
files: [loom.txt]
hints: [{title: First, description: Pull.}]
connection_info: nc \${host} \${port}
scoring: {strategy: "core:quadratic", params: {initial: 500, minimum: 100, decay: 30}, bonus: [10]}
`,
      'web/loom/loom.txt': 'thread',
      'pwn/shuttle/noctf.yaml':
        'slug: shuttle\ntitle: Shuttle\ncategories: [pwn]\ndifficulty: hard\ndescription: Throw.\nflags: ["flag{throw}"]\nscoring: {strategy: "core:exponential", params: {initial: 500, minimum: 100, k: 12, j: 1.2}}\n',
    },
    losses: ['pwn/shuttle/noctf.yaml:7 scoring curve.fitted', 'web/loom/noctf.yaml:10 scoring.bonus field.noPlace'],
  },
  ctfpilot: {
    files: {
      'boot/crane/challenge.yml': `enabled: true
name: Crane
slug: crane
author: ana
category: boot2root
difficulty: easy-medium
type: static
flag: ["flag{lift}", {flag: "Flag{Hook}", case_sensitive: false}]
prerequisites: [hoist]
points: 800
`,
      'boot/crane/description.md': 'Lift it.\n',
      'boot/crane/handout/crane.txt': 'hook',
      'web/hoist/challenge.yml':
        'enabled: true\nname: Hoist\nslug: hoist\nauthor: bo\ncategory: web\ndifficulty: hard\ntype: static\nflag: flag{up}\ninstanced_subdomains: [web:x]\n',
      'web/hoist/description.md': 'Up.\n',
    },
    losses: [
      'boot/crane/challenge.yml:1 handout_dir file.folder',
      'web/hoist/challenge.yml:9 instanced_subdomains field.noPlace',
    ],
  },
  gzcli: {
    files: {
      '.gzevent': 'title: Steam Cup\nsummary: Two days\nposter: x.png\n',
      'Web/pump/challenge.yml': `name: Pump
author: ana
description: Suck.
value: 500
type: StaticAttachment
flags: ["flag{suck}"]
provide: ./dist
hints: [Look.]
submissionLimit: 3
scripts: {start: "rm -rf /"}
`,
      'Web/pump/dist/pump.txt': 'water',
      'Pwn/piston/challenge.yml': `name: Piston
author: bo
description: Push.
value: 500
type: DynamicContainer
container: {flagTemplate: "flag{push_[TEAM_HASH]}", containerImage: "registry.example.org/piston:1", memoryLimit: 128, cpuCount: 1, exposePort: 1337}
`,
    },
    losses: [
      '.gzevent:3 poster field.noPlace',
      'Web/pump/challenge.yml:10 scripts script.refused',
      'Web/pump/challenge.yml:7 provide file.folder',
    ],
  },
  package: {
    files: {
      'manifest.json': '{"version": "1.0", "format": "GZCTF-GAME"}',
      'game.json': JSON.stringify({
        ...{ title: 'Steam Cup', startTime: '2031-05-01T10:00:00+00:00', endTime: '2031-05-02T10:00:00+00:00' },
        divisions: [{ name: 'Open', challengeConfig: [{ challengeId: 3 }] }],
      }),
      'challenges/challenge-3.json': JSON.stringify({
        ...{ id: 3, title: 'Boiler', content: 'Warm.', category: 'Misc', enabled: true },
        attachment: {
          ...{ type: 'Local', fileName: 'boiler.txt', fileSize: 5 },
          hash: '3f1f29444c093e2890d2163174cce5d5db40386b84168e015ec9da46cff1a6f9',
        },
        flags: { static: [{ value: 'flag{warm}' }] },
        vexil: { author: 'ana', next: 4 },
      }),
      'challenges/challenge-4.json': JSON.stringify({
        ...{ id: 4, title: 'Chimney', content: 'Smoke.', category: 'Web', enabled: true },
        flags: { static: [{ value: 'flag{smoke}' }] },
      }),
      'files/3f1f29444c093e2890d2163174cce5d5db40386b84168e015ec9da46cff1a6f9': 'steam',
    },
    losses: ['game.json: divisions.0.challengeConfig field.noPlace'],
  },
  ctfd: {
    files: {
      'db/challenges.json': rows([
        {
          ...{ id: 1, name: 'Whistle', description: '<b>Loud</b>', category: 'web', value: 400, state: 'visible' },
          ...{ type: 'dynamic', max_attempts: 3, next_id: 2, position: 4, attribution: 'Mira' },
          requirements: { prerequisites: [2], anonymize: true },
        },
        { id: 2, name: 'Horn', description: 'Deep', category: 'Sanity', value: 10, state: 'hidden', logic: 'all' },
      ]),
      'db/dynamic_challenge.json': rows([
        { id: 1, dynamic_initial: 500, dynamic_minimum: 100, dynamic_decay: 20, dynamic_function: 'linear' },
      ]),
      'db/flags.json': rows([
        { id: 1, challenge_id: 1, type: 'static', content: 'flag{loud}', data: 'case_insensitive' },
        { id: 2, challenge_id: 2, type: 'static', content: 'flag{deep}', data: '' },
        { id: 3, challenge_id: 2, type: 'programmable', content: 'x', data: null },
      ]),
      'db/hints.json': rows([{ id: 1, challenge_id: 1, title: null, content: 'Blow.', cost: 50 }]),
      'db/files.json': rows([{ id: 1, type: 'challenge', location: 'abc/whistle.txt', challenge_id: 1 }]),
      'db/tags.json': rows([{ id: 1, challenge_id: 1, value: 'easy' }]),
      'db/users.json': rows([{ id: 1 }, { id: 2 }]),
      'db/config.json': rows([{ id: 1, key: 'ctf_name', value: 'Steam Cup' }]),
      'uploads/abc/whistle.txt': 'toot',
    },
    losses: [
      'db/challenges.json: 0.requirements.anonymize field.noPlace',
      'db/challenges.json: 1.flags flag.kind',
      'db/challenges.json: 1.logic flag.logic',
      'db/users.json:  table.rows',
    ],
  },
  rctf: {
    files: {
      'solves.json': '[]',
      'users.json': '[]',
      'challenges.json': JSON.stringify([
        {
          id: 'a1',
          data: {
            ...{ name: 'Rudder', description: 'Turn.', category: 'pwn', author: 'ana', flag: 'flag{turn}' },
            ...{ points: { min: 100, max: 500 }, tiebreakEligible: false },
            files: [
              { name: 'rudder.txt', url: 'https://rctf.example.org/uploads/0/rudder.txt' },
              { name: 'more.txt', url: 'https://files.example.org/more.txt' },
            ],
          },
        },
        {
          id: 'b2',
          data: {
            ...{ name: 'Keel', description: 'Deep.', category: 'web', author: 'bo', points: { min: 50, max: 50 } },
            ...{ files: [], hidden: true, tags: ['easy'], sortWeight: 2 },
            flags: [
              { provider: 'flags/static', config: { flag: 'flag{deep}' } },
              { provider: 'flags/regex', config: { pattern: 'x' } },
            ],
          },
        },
      ]),
      'uploads/0/rudder.txt': 'wood',
    },
    losses: [
      'challenges.json: 0.points curve.fitted',
      'challenges.json: 0.tiebreakEligible field.noPlace',
      'challenges.json: 1.flags.1 flag.kind',
    ],
  },
};
