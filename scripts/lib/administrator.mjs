/**
 * A generated password is kept in a file until it has been printed: otherwise a start that is killed in between would
 * leave an administrator with an unknown password.
 */
import { randomInt } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { exists, keepSecret } from './data-dir.mjs';
import { given } from './settings.mjs';

// Without letters and digits that look alike, since it is read from a screen.
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** 116 random bits, with the three kinds of character the server asks for: one draw in twenty has no digit. */
export function makePassword() {
  for (;;) {
    const password = Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('');
    if (/\d/.test(password) && /[a-z]/.test(password) && /[A-Z]/.test(password)) return password;
  }
}

/**
 * @param {import('./data-dir.mjs').DataDir} data @param {NodeJS.ProcessEnv} environment
 * @returns {{ password: string | null, generated: boolean }} what to give to the server as ADMIN_PASSWORD
 */
export function chooseAdminPassword(data, environment) {
  const chosen = given(environment, 'ADMIN_PASSWORD');
  if (chosen) return { password: chosen, generated: false };
  if (exists(data.file('admin-created'))) return { password: null, generated: false };
  return { password: keepSecret(data.file('secrets', 'admin-password'), makePassword), generated: true };
}

/** @param {import('./data-dir.mjs').DataDir} data */
export function forgetAdminPassword(data) {
  writeFileSync(data.file('admin-created'), 'The user Admin was made and its password shown.\n');
  rmSync(data.file('secrets', 'admin-password'), { force: true });
}

/**
 * In an existing database Admin has its own password.
 * @param {string} address @param {string} password
 */
export async function isAdminPassword(address, password) {
  const reply = await fetch(`${address}/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: 'Admin', password }),
  });
  if (reply.status !== 200) return false;
  const cookie = reply.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ');
  await fetch(`${address}/api/account/logout`, { method: 'POST', headers: { cookie } });
  return true;
}
