import { expect, it } from 'vitest';
import { inviteCodeIn, parseInviteCode } from './invite-code.rules';

const token = '0123456789abcdef0123456789abcdef';

it.each([
  [`Foxes:3:${token}`, { teamId: 3, token, name: 'Foxes' }],
  [` A:b:12:${token} `, { teamId: 12, token, name: 'A:b' }],
  [`:3:${token}`, { teamId: 3, token, name: '' }],
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
  expect(inviteCodeIn('https://ctf.example.org/teams')).toBe('https://ctf.example.org/teams');
});
