import { describe, expect, it } from 'vitest';
import { challengeRoutes } from '../contract/challenge';
import { scoreboardRoutes } from '../contract/scoreboard';
import { kindOf, kindOfRequest, type RequestKind, refusalOf, standing } from './shed.policy';

describe('a request', () => {
  it.each([
    ['vital', '/readyz'],
    ['file', '/static/main.js'],
    ['memory', '/api/openapi.json'],
  ])('is %s at %s', (kind, url) => expect(kindOf(url, undefined)).toBe(kind));

  it('is what its declaration says', () => {
    expect(kindOf('/api/game/:id/scoreboard', scoreboardRoutes.get)).toBe('memory');
    expect(kindOf('/api/game/:id/scoreboardsheet', scoreboardRoutes.sheet)).toBe('heavy');
    expect(kindOf('/api/game/:id/details', challengeRoutes.details)).toBe('play');
    expect(kindOf('/hub/user', undefined, true)).toBe('live');
  });

  it('is heavy where it asks for a board that has to be made', () => {
    const path = scoreboardRoutes.get.path;
    expect(kindOfRequest('memory', path, '/api/game/3/scoreboard')).toBe('memory');
    expect(kindOfRequest('memory', path, '/api/game/3/scoreboard?asOf=12')).toBe('heavy');
    expect(kindOfRequest('memory', '/api/config', '/api/config?culture=de')).toBe('memory');
  });
});

describe('the order of refusals', () => {
  it('begins with what can wait and ends with what costs little', () => {
    const refusedAt = (part: number) =>
      (['heavy', 'play', 'live', 'submit', 'memory', 'file', 'login', 'vital'] as const).filter(
        (kind) => refusalOf(kind, part * 1000, 1000, 1) !== null,
      );
    expect(refusedAt(0.4)).toEqual([]);
    expect(refusedAt(0.5)).toEqual(['heavy']);
    expect(refusedAt(1)).toEqual(['heavy', 'play']);
    expect(refusedAt(1.3)).toEqual(['heavy', 'play', 'live', 'submit']);
    expect(refusedAt(5)).toEqual(['heavy', 'play', 'live', 'submit', 'memory', 'file']);
  });

  it('has the busiest first and newcomers last', () => {
    const refused = (count: number, underWay: number) => refusalOf('play', underWay, 100, standing(count, 20));
    expect(refused(80, 50)).toBe('greedy');
    expect(refused(40, 50)).toBeNull();
    expect(refused(40, 80)).toBe('greedy');
    expect(refused(20, 80)).toBeNull();
    expect(refused(20, 100)).toBe('full');
    expect(refused(0, 100)).toBeNull();
    expect(refused(0, 125)).toBe('full');
  });

  it('lets those who have waited in before those who have just come', () => {
    const refused = (waits: number, underWay: number) => refusalOf('play', underWay, 100, standing(0, 20, waits));
    expect([refused(0, 130), refused(1, 130), refused(4, 220)]).toEqual(['full', null, null]);
    expect(refused(4, 230)).toBe('full');
    expect(standing(80, 20, 99)).toBe(standing(80, 20));
  });

  it('lets those who have waited five times in while there is any room, however low the limit has fallen', () => {
    const refused = (kind: RequestKind, waits: number, underWay: number) =>
      refusalOf(kind, underWay, 64, standing(0, 20, waits));
    expect([refused('play', 5, 1000), refused('play', 4, 1000)]).toEqual([null, 'full']);
    expect(refused('play', 99, 1024)).toBe('full');
    expect([refused('heavy', 99, 500), refused('heavy', 99, 520)]).toEqual([null, 'full']);
  });

  it('takes nobody for greedy who has opened one page while the others did nothing', () => {
    expect(standing(12, 0.5)).toBe(1);
  });
});
