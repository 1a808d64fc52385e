import { describe, expect, it } from 'vitest';
import { addsToDisk, diskStateOf, isOutOfSpace } from './disk-space.rules';

const mib = 1024 * 1024;

describe('diskStateOf', () => {
  it.each([
    [0, 'full'],
    [64 * mib - 1, 'full'],
    [64 * mib, 'low'],
    [1024 * mib - 1, 'low'],
    [1024 * mib, 'ok'],
  ])('of %i free bytes is %s', (freeBytes, state) => {
    expect(diskStateOf(freeBytes)).toBe(state);
  });
});

describe('addsToDisk', () => {
  it.each([
    ['POST', '/api/team', true],
    ['PUT', '/api/team/1', true],
    ['PATCH', '/api/edit/games/1', true],
    ['POST', '/API/Team', true],
    ['POST', '/api/account/loginx', true],
    ['POST', '/api/account/register', true],
    ['POST', '/api/team/api/account/login', true],
    ['GET', '/api/team', false],
    ['DELETE', '/api/team/1', false],
    ['POST', '/hub/user/negotiate', false],
    ['POST', '/x/api/team', false],
    ['POST', '/api/account/login', false],
    ['POST', '/api/account/LogIn?x=1', false],
    ['POST', '/api/account/logout/', false],
  ])('of %s %s is %s', (method, path, adds) => {
    expect(addsToDisk(method, path)).toBe(adds);
  });
});

describe('isOutOfSpace', () => {
  const withCode = (code: string) => Object.assign(new Error('failed'), { code });
  const reply = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' });
  it.each([
    ['PostgreSQL without room', withCode('53100'), true],
    ['a file system without room', withCode('ENOSPC'), true],
    ['a quota', withCode('EDQUOT'), true],
    ['the same inside another error', new Error('outer', { cause: withCode('ENOSPC') }), true],
    ['Redis that cannot write its log', reply('MISCONF Errors writing to the AOF file'), true],
    ['Redis without memory', reply('OOM command not allowed'), true],
    ['Redis inside another error', new Error('outer', { cause: reply('OOM command not allowed') }), true],
    ['another answer of Redis', reply('WRONGTYPE Operation MISCONF '), false],
    ['the same words of another error', new Error('MISCONF Errors'), false],
    ['another error of PostgreSQL', withCode('53200'), false],
    ['no error', 'ENOSPC', false],
  ])('knows %s', (_case, error, isOut) => {
    expect(isOutOfSpace(error)).toBe(isOut);
  });
});
