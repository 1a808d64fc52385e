import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  accountStateOf,
  decodeWire,
  encodeWire,
  isTokenOf,
  type LinkedMail,
  mailIdOf,
  mailKeyPurpose,
  mailLink,
  mailPages,
  mailToken,
} from './mail.rules';

const key = Buffer.alloc(32, 7);
const mail: LinkedMail = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  purpose: 'ResetPassword',
  accountId: '01890a5d-ac96-774b-bcce-b302099a8058',
  email: 'ann+cttf~?>@example.test',
};

describe('mailed tokens', () => {
  it('name their mail and fit no other', () => {
    const token = mailToken(key, mail);
    expect(token).toMatch(/^[\w-]{64}$/);
    expect(mailIdOf(token)).toBe(mail.id);
    expect(isTokenOf(key, mail, token)).toBe(true);
    // As base64 is often padded.
    expect(isTokenOf(key, mail, `${token}==`)).toBe(true);
    const others: Partial<LinkedMail>[] = [
      { purpose: 'VerifyEmail' },
      { accountId: mail.id },
      { email: 'ann@example.test' },
      { id: mail.accountId },
    ];
    for (const other of others) expect(isTokenOf(key, { ...mail, ...other }, token)).toBe(false);
    expect(isTokenOf(Buffer.alloc(32), mail, token)).toBe(false);
    for (const wrong of ['', 'x', token.slice(1), `${token}AAAA`, `B${token.slice(1)}`]) {
      expect(isTokenOf(key, mail, wrong)).toBe(false);
    }
    expect(mailIdOf('short')).toBeNull();
  });

  it('survive a link, also through clients that read a plus as a blank', () => {
    const { origin, pathname, searchParams } = new URL(mailLink('https://ctf.test', mail, mailToken(key, mail)));
    expect(origin + pathname).toBe('https://ctf.test/account/reset');
    expect(decodeWire(searchParams.get('token') ?? '')).toBe(mailToken(key, mail));
    const email = searchParams.get('email') ?? '';
    expect(email).toContain('+');
    expect([email, email.replaceAll('+', ' ')].map(decodeWire)).toEqual([mail.email, mail.email]);
    expect(decodeWire('%%%')).toBe('');
    expect(decodeWire(encodeWire('ü'))).toBe('ü');
  });

  it('end with address and password', () => {
    const state = accountStateOf({ email: 'Ann@example.test', passwordHash: 'a' });
    expect(accountStateOf({ email: 'ann@example.test', passwordHash: 'a' })).toBe(state);
    expect(accountStateOf({ email: 'ann@example.test', passwordHash: 'b' })).not.toBe(state);
    expect(accountStateOf({ email: 'bob@example.test', passwordHash: 'a' })).not.toBe(state);
  });
});

describe('links in mails', () => {
  it('lead to the pages of the web client, and their key has a purpose of its own', () => {
    expect(mailPages).toEqual({
      VerifyEmail: '/account/verify',
      ResetPassword: '/account/reset',
      ChangeEmail: '/account/confirm',
    });
    expect(mailKeyPurpose).toBe('mail-token');
  });

  it('hold the id and a keyed hash over id, purpose, account and address, each on a line', () => {
    const key = Buffer.from('key');
    const mail = {
      id: '01234567-89ab-cdef-0123-456789abcdef',
      purpose: 'VerifyEmail',
      accountId: 'a',
      email: 'e@example.test',
    } as const;
    const lines = [mail.id, mail.purpose, mail.accountId, mail.email].join('\n');
    const mac = createHmac('sha256', key).update(lines).digest();
    const id = Buffer.from(mail.id.replaceAll('-', ''), 'hex');
    expect(mailToken(key, mail)).toBe(Buffer.concat([id, mac]).toString('base64url'));
  });

  it('depend on the address in small letters and on the password', () => {
    const hash = createHash('sha256').update('e@example.test\nhash').digest('hex');
    expect(accountStateOf({ email: 'E@Example.test', passwordHash: 'hash' })).toBe(hash);
  });
});
