import { expect, it } from 'vitest';
import { isPasskeyOrigin } from './passkey.rules';

it.each([
  'https://ctf.example.org',
  'https://ctf.example.org:8443',
  'https://ctf',
  'https://1.example.org',
  'https://localhost',
  'http://localhost:8080',
  'http://ctf.localhost',
])('offers passkeys at %s', (origin) => expect(isPasskeyOrigin(origin)).toBe(true));

it.each([
  'http://ctf.example.org',
  'http://notlocalhost',
  'http://localhost.example.org',
  'https://192.0.2.7',
  'https://127.0.0.1:8080',
  'http://127.0.0.1',
  'https://[2001:db8::1]',
  'http://[::1]:8080',
  'ftp://localhost',
  'null',
  '',
])('offers none at %j', (origin) => expect(isPasskeyOrigin(origin)).toBe(false));
