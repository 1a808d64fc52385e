import { shownEndReasons } from '@vexil/contract/container';
import { containerStates } from '@vexil/db/enums/container';
import { describe, expect, it } from 'vitest';
import {
  containerEntry,
  containerEnvironment,
  containerStatus,
  diskCheckCount,
  diskCheckEveryMs,
  engineWaitMs,
  instancePorts,
  placementWaitMsMax,
  shownEndReason,
  startDeadlineMs,
  testLifetimeMs,
  waitingStartsMax,
} from './container.rules';
import type { NameSettings } from './container-names.rules';

it('keeps to these limits', () => {
  expect({
    testLifetimeMs,
    waitingStartsMax,
    startDeadlineMs,
    placementWaitMsMax,
    engineWaitMs,
    diskCheckEveryMs,
  }).toEqual({
    testLifetimeMs: 7_200_000,
    waitingStartsMax: 200,
    startDeadlineMs: 180_000,
    placementWaitMsMax: 900_000,
    engineWaitMs: 30_000,
    diskCheckEveryMs: 2_000,
  });
});

it.each([
  [0, 20],
  [80, 20],
  [81, 21],
  [84, 21],
  [85, 22],
  [400, 100],
])('of %i containers one round looks at the disk of %i', (total, count) => expect(diskCheckCount(total)).toBe(count));

it('shows a team why its container ended, unless only staff may know', () => {
  expect(shownEndReasons).toEqual([
    ...['expired', 'exited', 'outOfMemory', 'limit', 'staff', 'diskLimit'],
    ...['engineDown', 'engineRemoved', 'paused', 'diskFull', 'unreachable', 'noCapacity', 'tooLate'],
  ]);
  for (const endReason of shownEndReasons) expect(shownEndReason({ endReason })).toBe(endReason);
  expect([null, '', 'player', 'imageMissing'].map((endReason) => shownEndReason({ endReason }))).toEqual(
    Array(4).fill(null),
  );
});

describe('containerStatus', () => {
  it('names each state as the wire format does', () => {
    expect(Object.fromEntries(containerStates.map((state) => [state, containerStatus(state)]))).toEqual({
      requested: 'Pending',
      starting: 'Pending',
      running: 'Running',
      stopping: 'Destroyed',
      destroyed: 'Destroyed',
      failed: 'Destroyed',
    });
  });
});

const names: NameSettings = { containerDomain: null, containerTlsPort: null, containerPortMapping: 'default' };
const published = { id: 'the id', hostToken: null, publicHost: null, publicPort: 30_001, ports: [], isProxy: false };
const token = '0123456789abcdef0123456789abcdef';
const named = {
  ...published,
  isProxy: true,
  hostToken: token,
  publicPort: null,
  ports: [
    { name: 'main', port: 80, kind: 'http' as const, publicPort: null, host: '127.0.0.1', hostPort: 40_001 },
    { name: 'shell', port: 22, kind: 'tcp' as const, publicPort: null, host: '127.0.0.1', hostPort: 40_002 },
  ],
};
const domain = { protocol: 'https' as const, host: 'play-ctf.net', port: 443 };

describe('containerEntry', () => {
  it.each([
    [{ publicHost: 'play.example.test' }, 'play.example.test:30001'],
    [{ publicHost: 'play.example.test', publicPort: null }, null],
    [{}, null],
    [{ publicPort: null }, null],
    [{ isProxy: true, publicPort: null }, 'the id'],
    [{ isProxy: true, publicHost: 'play.example.test' }, 'the id'],
  ])('of %o is %s', (container, entry) =>
    expect(containerEntry({ ...published, ...container }, { host: null, names })).toBe(entry),
  );

  it.each([
    [{}, 'reader.test:30001'],
    [{ publicHost: 'play.example.test' }, 'play.example.test:30001'],
    [{ publicPort: null }, null],
    [{ isProxy: true, publicPort: null }, 'the id'],
  ])('of %o is %s for a reader who came by another host', (container, entry) =>
    expect(containerEntry({ ...published, ...container }, { host: 'reader.test', names })).toBe(entry),
  );

  it('is the name of the main port, or the id where clients expect one', () => {
    const reader = { host: 'reader.test', names: { ...names, containerDomain: domain } };
    expect(containerEntry(named, reader)).toBe(`${token}.play-ctf.net:443`);
    const relaying = { ...reader.names, containerPortMapping: 'proxy' as const };
    expect(containerEntry(named, { ...reader, names: relaying })).toBe('the id');
    expect(containerEntry(named, { host: null, names })).toBe('the id');
  });
});

describe('instancePorts', () => {
  const url = `https://${token}.play-ctf.net/`;
  const web = { name: 'main', kind: 'http', entry: `${token}.play-ctf.net:443`, url, tls: true };

  it('gives names where the instance has them', () => {
    const reader = { host: null, names: { ...names, containerDomain: domain, containerTlsPort: 8443 } };
    expect(instancePorts(named, reader)).toEqual([
      web,
      { name: 'shell', kind: 'ssh', entry: `${token}-shell.play-ctf.net:8443`, url: null, tls: true },
    ]);
  });

  it('gives the rest of the address of the relay where a port has no name', () => {
    const relaying = { ...names, containerDomain: domain, containerPortMapping: 'proxy' as const };
    expect(instancePorts(named, { host: null, names: relaying })).toEqual([
      web,
      { name: 'shell', kind: 'ssh', entry: 'the id?port=shell', url: null, tls: false },
    ]);
  });

  it('gives the address of the relay, for the main port without its name', () => {
    expect(instancePorts(named, { host: null, names }).map(({ entry }) => entry)).toEqual([
      'the id',
      'the id?port=shell',
    ]);
  });

  it('gives published ports, none before they are known', () => {
    const ports = named.ports.map((port, index) => ({ ...port, publicPort: 30_001 + index }));
    expect(instancePorts({ ...published, ports }, { host: 'reader.test', names })).toEqual([
      { name: 'main', kind: 'http', entry: 'reader.test:30001', url: null, tls: false },
      { name: 'shell', kind: 'ssh', entry: 'reader.test:30002', url: null, tls: false },
    ]);
    expect(instancePorts({ ...published, ports: named.ports }, { host: 'reader.test', names })).toEqual([]);
  });
});

describe('containerEnvironment', () => {
  it('gives each value under both names', () => {
    const about = { flag: 'flag{a}', teamId: '7', userId: 'user', challengeId: 3, gameId: 2 };
    expect(containerEnvironment(about)).toEqual({
      FLAG: 'flag{a}',
      GZCTF_FLAG: 'flag{a}',
      TEAM_ID: '7',
      GZCTF_TEAM_ID: '7',
      USER_ID: 'user',
      GZCTF_USER_ID: 'user',
      CHALLENGE_ID: '3',
      GZCTF_CHALLENGE_ID: '3',
      GAME_ID: '2',
      GZCTF_GAME_ID: '2',
    });
  });

  it('leaves out what there is none of', () => {
    const about = { flag: null, teamId: 'admin', userId: null, challengeId: 3, gameId: 2 } as const;
    expect(containerEnvironment(about)).toEqual({
      TEAM_ID: 'admin',
      GZCTF_TEAM_ID: 'admin',
      CHALLENGE_ID: '3',
      GZCTF_CHALLENGE_ID: '3',
      GAME_ID: '2',
      GZCTF_GAME_ID: '2',
    });
  });
});
