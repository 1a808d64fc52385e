import { expect, it } from 'vitest';
import { bloodMoves, correctionText } from './rejudged-bloods.rules';

const [ants, bees, cats, dogs] = ['ants', 'bees', 'cats', 'dogs'].map((team, at) => ({
  participationId: at + 1,
  team,
}));
if (!ants || !bees || !cats || !dogs) throw new Error('There are four teams.');

it.each([
  [[ants, bees], [ants, bees], []],
  [
    [ants],
    [bees, ants],
    [
      ['FirstBlood', ants, bees],
      ['SecondBlood', undefined, ants],
    ],
  ],
  [[ants, bees, cats], [ants, bees], [['ThirdBlood', cats, undefined]]],
  [[], [ants], [['FirstBlood', undefined, ants]]],
  [[ants, bees, cats, dogs], [ants, bees, cats], []],
])('moves of %j to %j', (before, after, expected) => {
  expect(bloodMoves(before, after).map((move) => [move.type, move.before, move.after])).toEqual(expected);
});

it('says it without words', () => {
  const moves = bloodMoves([ants, bees, cats], [bees, cats]);
  expect(correctionText('Tide', moves, 'The flag was wrong.')).toBe(
    '**Tide** · 🥇 ants → bees · 🥈 bees → cats · 🥉 cats → – · The flag was wrong.',
  );
});

it('takes no markup from names', () => {
  const names = ['[win](https://evil.test) www.evil.test a@b.c', '**x** _y_ `z` <b> ~ | # $1$ ! &amp; \\'];
  const [after, before] = names.map((team, at) => ({ participationId: at, team }));
  const text = correctionText('*Tide*', [{ type: 'FirstBlood', before, after }], 'r');
  expect(text).toBe(
    '**\\*Tide\\*** · 🥇 \\*\\*x\\*\\* \\_y\\_ \\`z\\` \\<b\\> \\~ \\| \\# \\$1\\$ \\! \\&amp; \\\\ → \\[win\\](https\\://evil.test) www\\.evil.test a\\@b.c · r',
  );
});
