import { describe, expect, it } from 'vitest';
import { isPulledAhead, pullErrorOf } from './image-pull.rules';

const now = new Date('2026-05-01T12:00:00Z');
const later = new Date('2026-05-02T12:00:00Z');
const open = { endAt: later, practiceMode: false, pausedAt: null };
const enabled = { type: 'StaticContainer', isEnabled: true, releaseAt: null } as const;

describe('images pulled ahead', () => {
  it.each([
    ['of an enabled challenge', enabled, open, true],
    ['of one with a flag per team', { ...enabled, type: 'DynamicContainer' } as const, open, true],
    ['of a planned challenge', { ...enabled, isEnabled: false, releaseAt: later }, open, true],
    ['not of a disabled challenge', { ...enabled, isEnabled: false }, open, false],
    ['not without a container', { ...enabled, type: 'StaticAttachment' } as const, open, false],
    ['not from the end of the game on', enabled, { ...open, endAt: now }, false],
    [
      'past the end while the game is paused',
      enabled,
      { ...open, endAt: now, pausedAt: new Date(now.getTime() - 1) },
      true,
    ],
    ['after the end where players may practise', enabled, { ...open, endAt: now, practiceMode: true }, true],
  ])('are %s', (_title, challenge, game, isPulled) => {
    expect(isPulledAhead(challenge, game, now)).toBe(isPulled);
  });
});

const absent = 'et/absent:1';
const why = (message: string, code = 'imagePullFailed') => pullErrorOf({ code, message }, absent);

describe('why an image was not pulled', () => {
  it.each([
    'The image et/absent:1 could not be pulled: Get "https://r.lan:5000/v2/": dial tcp: lookup r.lan on 10.0.0.2:53: no such host',
    'The image et/absent:1 could not be pulled: net/http: request canceled (Client.Timeout exceeded while awaiting headers)',
  ])('is that its registry cannot be reached: %s', (message) => {
    expect(why(message)).toBe('registryUnreachable');
    // Some engines take the missing host for a missing image.
    expect(why(message, 'imageMissing')).toBe('registryUnreachable');
  });

  it('is a full disk, or the code of the engine', () => {
    expect(why('write /var/lib/docker/tmp/Blob1: no space left on device', 'noCapacity')).toBe('pullDiskFull');
    expect(why('The registry has no image', 'imageMissing')).toBe('imageMissing');
    expect(why('unauthorized', 'imageDenied')).toBe('imageDenied');
  });

  it('is else what the engine said, without hosts, paths and credentials', () => {
    const said = (message: string) => why(`The image ${absent} could not be pulled: ${message}`);
    expect(said('toomanyrequests: You have reached your pull rate limit.')).toBe(
      'imagePullFailed: toomanyrequests: You have reached your pull rate limit.',
    );
    expect(said('Get "https://ops:hunter2@mirror.club.lan:5000/v2/": x509: unknown authority')).toBe(
      'imagePullFailed: Get "(address)": x509: unknown authority',
    );
    expect(said('proxy 10.1.2.3:3128 and [fe80::1]:443 and cache:5000 said 502 to token=abc for et/absent:1')).toBe(
      'imagePullFailed: proxy (address) and (address) and (address) said 502 to token (hidden) for et/absent:1',
    );
    expect(said('failed to open /home/ops/certs/ca.pem on build.club.lan')).toBe(
      'imagePullFailed: failed to open (address) on (address)',
    );
    expect(said('secret = abc, "token": "xyz" and password  hunter2, authorization:Bearer')).toBe(
      'imagePullFailed: secret (hidden) "token (hidden) and password (hidden) authorization (hidden)',
    );
    expect(said('/etc/docker failed at 2001:db8::7 and\n10.11.12.130')).toBe(
      'imagePullFailed: (address) failed at (address) and (address)',
    );
    expect(said(' x509:  bad\n reply of fe80::12ab ')).toBe('imagePullFailed: x509: bad reply of (address)');
    expect(said('x '.repeat(500)).length).toBeLessThanOrEqual(220);
    expect(why(`The image ${absent} was not pulled within 600 s.`)).toBe(
      `imagePullFailed: The image ${absent} was not pulled within 600 s.`,
    );
    expect(why('')).toBe('imagePullFailed');
  });
});
