import { describe, expect, it } from 'vitest';
import {
  accountStateOf,
  decodeWire,
  encodeWire,
  isTokenOf,
  type LinkedMail,
  mailIdOf,
  mailLink,
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

  it('come back from a link unharmed, also through clients that read a plus as a blank', () => {
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
