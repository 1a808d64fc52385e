import { describe, expect, it } from 'vitest';
import { isAllowedEmail, isRecoverable, needsSession } from './account.policy';

describe('isAllowedEmail', () => {
  it.each([
    ['', 'a@anything.test', true],
    [' , ,', 'a@anything.test', true],
    ['example.org', 'a@example.org', true],
    ['example.org', 'a@example.net', false],
    // A domain is matched as a whole: neither a longer name that ends with it nor a domain below it is the same one.
    ['example.org', 'a@evil-example.org', false],
    ['example.org', 'a@example.org.evil.test', false],
    ['example.org', 'a@sub.example.org', false],
    ['example.org', '@example.org', true],
    ['one.test , two.test', 'a@one.test', true],
    ['one.test , two.test', 'a@two.test', true],
    ['one.test , two.test', 'a@one.test , two.test', false],
    ['one.test,,two.test', 'a@', false],
  ])('with the domains "%s" and the address %s is %s', (emailDomainList, email, allowed) => {
    expect(isAllowedEmail({ emailDomainList }, email)).toBe(allowed);
  });
});

describe('needsSession', () => {
  it.each([
    [{}, false],
    [{ email: 'a@example.org' }, true],
    [{ emailConfirmed: false }, true],
    [{ role: 'User' }, false],
    [{ role: 'Monitor' }, true],
    [{ role: 'Admin' }, true],
  ] as const)('of the change %j is %s', (change, needed) => expect(needsSession(change)).toBe(needed));
});

describe('isRecoverable', () => {
  it.each([
    ['User', true, true],
    ['Admin', true, true],
    ['User', false, false],
    ['Banned', true, false],
    ['Banned', false, false],
  ] as const)('of a %s with a confirmed address (%s) is %s', (role, emailConfirmed, can) => {
    expect(isRecoverable({ role, emailConfirmed })).toBe(can);
  });
});
