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
  shownEndReason,
  startDeadlineMs,
  testLifetimeMs,
  waitingStartsMax,
} from './container.rules';

it('keeps to these limits', () => {
  expect({ testLifetimeMs, waitingStartsMax, startDeadlineMs, engineWaitMs, diskCheckEveryMs }).toEqual({
    testLifetimeMs: 7_200_000,
    waitingStartsMax: 200,
    startDeadlineMs: 180_000,
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
  expect(shownEndReasons).toEqual(['expired', 'exited', 'limit', 'staff', 'diskLimit', 'engineDown', 'diskFull']);
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

describe('containerEntry', () => {
  it.each([
    [{ isProxy: false, publicHost: 'play.example.test', publicPort: 30_001 }, 'play.example.test:30001'],
    [{ isProxy: false, publicHost: 'play.example.test', publicPort: null }, null],
    [{ isProxy: false, publicHost: null, publicPort: 30_001 }, null],
    [{ isProxy: false, publicHost: null, publicPort: null }, null],
    [{ isProxy: true, publicHost: null, publicPort: null }, 'the id'],
    [{ isProxy: true, publicHost: 'play.example.test', publicPort: 30_001 }, 'the id'],
  ])('of %o is %s', (container, entry) => expect(containerEntry({ id: 'the id', ...container }, null)).toBe(entry));

  it.each([
    [{ isProxy: false, publicHost: null, publicPort: 30_001 }, 'reader.test:30001'],
    [{ isProxy: false, publicHost: 'play.example.test', publicPort: 30_001 }, 'play.example.test:30001'],
    [{ isProxy: false, publicHost: null, publicPort: null }, null],
    [{ isProxy: true, publicHost: null, publicPort: null }, 'the id'],
  ])('of %o is %s for a reader who came by another host', (container, entry) =>
    expect(containerEntry({ id: 'the id', ...container }, 'reader.test')).toBe(entry),
  );
});

describe('containerEnvironment', () => {
  it('gives each value under both names', () => {
    const about = { flag: 'flag{a}', teamId: 7, userId: 'user', challengeId: 3, gameId: 2 };
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
