import { correctionText } from '@vexil/rules/rejudged-bloods.rules';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseMarkdown } from '../../ui/markdown-parse';

const piece = fc.oneof(
  fc.constantFrom(
    ...['[x](https://e.test)', '![x](y)', 'https://e.test', 'www.e.test', 'WWW.e.test', 'a@b.test', '<b>'],
  ),
  fc.constantFrom(...['**x**', '_x_', '`x`', '~~x~~', '$x$', '&lt;', '\\', '#', '|', '[1]: /x', '==', ' ', 'é', '队']),
  fc.string({ maxLength: 4 }),
);

it('makes nothing but text of a team’s name in the notice that corrects bloods', () => {
  const name = fc.array(piece, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('').replace(/[\r\n]/g, ''));
  fc.assert(
    fc.property(name, name, (one, other) => {
      const [after, before] = [one, other].map((team, at) => ({ participationId: at, team }));
      const text = correctionText('Tide', [{ type: 'FirstBlood', before, after }], 'The flag was wrong.');
      const [paragraph, ...others] = parseMarkdown(text);
      expect(others).toEqual([]);
      const inside = paragraph && 'tokens' in paragraph ? (paragraph.tokens ?? []) : [];
      const kinds = new Set(inside.map(({ type }) => type));
      expect([...kinds].filter((kind) => !['strong', 'text', 'escape'].includes(kind))).toEqual([]);
      expect(inside.filter(({ type }) => type === 'strong')).toHaveLength(1);
    }),
    { numRuns: 2000 },
  );
});
