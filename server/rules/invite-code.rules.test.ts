import { expect, it } from 'vitest';
import { inviteCodeIn, parseInviteCode } from './invite-code.rules';

const token = '0123456789abcdef0123456789abcdef';

it.each([
  [`Foxes:3:${token}`, { teamId: 3, token, name: 'Foxes' }],
  [` A:b:12:${token} `, { teamId: 12, token, name: 'A:b' }],
  [`:3:${token}`, { teamId: 3, token, name: '' }],
  [`Foxes:1:${token}`, { teamId: 1, token, name: 'Foxes' }],
  [`Foxes:2147483647:${token}`, { teamId: 2_147_483_647, token, name: 'Foxes' }],
  [`Foxes:2147483648:${token}`, undefined],
  [`Foxes:0:${token}`, undefined],
  [`Foxes:9999999999:${token}`, undefined],
  [`Foxes:3:${token.toUpperCase()}`, undefined],
  [`Foxes:3:${token}0`, undefined],
  ['Foxes', undefined],
])('reads %s', (code, expected) => expect(parseInviteCode(code)).toEqual(expected));

it('finds the code in a join link', () => {
  const code = `Night Owls:3:${token}`;
  expect(inviteCodeIn(`https://ctf.example.org/teams?${new URLSearchParams({ code })}`)).toBe(code);
  expect(inviteCodeIn(` ${code}\n`)).toBe(code);
  expect(inviteCodeIn(`https://ctf.example.org/teams?code=%20${encodeURIComponent(code)}%0A`)).toBe(code);
  expect(inviteCodeIn('https://ctf.example.org/teams?code=')).toBe('https://ctf.example.org/teams?code=');
  expect(inviteCodeIn('https://ctf.example.org/teams')).toBe('https://ctf.example.org/teams');
});
