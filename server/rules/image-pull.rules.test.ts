import { describe, expect, it } from 'vitest';
import { isPulledAhead } from './image-pull.rules';

const now = new Date('2026-05-01T12:00:00Z');
const later = new Date('2026-05-02T12:00:00Z');
const open = { endAt: later, practiceMode: false };
const enabled = { type: 'StaticContainer', isEnabled: true, releaseAt: null } as const;

describe('images pulled ahead', () => {
  it.each([
    ['of an enabled challenge', enabled, open, true],
    ['of one with a flag per team', { ...enabled, type: 'DynamicContainer' } as const, open, true],
    ['of a planned challenge', { ...enabled, isEnabled: false, releaseAt: later }, open, true],
    ['not of a disabled challenge', { ...enabled, isEnabled: false }, open, false],
    ['not without a container', { ...enabled, type: 'StaticAttachment' } as const, open, false],
    ['not from the end of the game on', enabled, { endAt: now, practiceMode: false }, false],
    ['after the end where players may practise', enabled, { endAt: now, practiceMode: true }, true],
  ])('are %s', (_title, challenge, game, isPulled) => {
    expect(isPulledAhead(challenge, game, now)).toBe(isPulled);
  });
});
