import { describe, expect, it } from 'vitest';
import { restorableOf } from './restorable';

const change = (action: string, target: string, before: Record<string, unknown> | null) => ({ action, target, before });

describe('restorableOf', () => {
  it.each([
    [
      'game.update',
      'game:7',
      'content',
      'x'.repeat(9000),
      { kind: 'game', id: 7, member: 'content', value: 'x'.repeat(9000) },
    ],
    ['game.update', 'game:7', 'title', 'Old', { kind: 'game', id: 7, member: 'title', value: 'Old' }],
    [
      'game.update',
      'game:7',
      'endAt',
      '2026-05-01T18:00:00.000Z',
      { kind: 'game', id: 7, member: 'end', value: Date.UTC(2026, 4, 1, 18) },
    ],
    ['game.update', 'game:7', 'freezeAt', null, { kind: 'game', id: 7, member: 'freezeTime', value: null }],
    [
      'challenge.update',
      'challenge:3',
      'memoryLimitMiB',
      64,
      { kind: 'challenge', id: 3, member: 'memoryLimit', value: 64 },
    ],
    [
      'challenge.update',
      'challenge:3',
      'deadlineAt',
      null,
      { kind: 'challenge', id: 3, member: 'deadlineUtc', value: 0 },
    ],
    [
      'challenge.update',
      'challenge:3',
      'releaseAt',
      null,
      { kind: 'challenge', id: 3, member: 'releaseUtc', value: 0 },
    ],
    [
      'challenge.update',
      'challenge:3',
      'flagTemplateSealed',
      null,
      { kind: 'challenge', id: 3, member: 'flagTemplate', value: '' },
    ],
    ['notice.update', 'notice:5', 'challengeId', null, { kind: 'notice', id: 5, member: 'challengeId', value: null }],
    ['notice.update', 'notice:5', 'pinned', true, { kind: 'notice', id: 5, member: 'pinned', value: true }],
  ])('of %s on %s: %s', (action, target, column, value, expected) => {
    expect(restorableOf(change(action, target, { [column]: value }), column)).toEqual(expected);
  });

  it.each<[string, ReturnType<typeof change>, string]>([
    ['a secret', change('game.update', 'game:7', { title: '(secret)' }), 'title'],
    [
      'a flag template',
      change('challenge.update', 'challenge:3', { flagTemplateSealed: '(secret)' }),
      'flagTemplateSealed',
    ],
    ['a shortened text', change('game.update', 'game:7', { content: `${'x'.repeat(65_536)}…` }), 'content'],
    ['one of an earlier version', change('game.update', 'game:7', { content: `${'x'.repeat(4000)}…` }), 'content'],
    ['a column that no call takes', change('game.update', 'game:7', { posterHash: 'a' }), 'posterHash'],
    ['what was made', change('game.create', 'game:7', null), 'title'],
    ['what was deleted', change('notice.delete', 'notice:5', { content: 'x' }), 'content'],
    ['another kind', change('participation.update', 'participation:1', { status: 'Pending' }), 'status'],
    ['what a challenge cannot be without', change('challenge.update', 'challenge:3', { hints: null }), 'hints'],
  ])('knows nothing to restore of %s', (_, given, column) => {
    expect(restorableOf(given, column)).toBeUndefined();
  });
});
