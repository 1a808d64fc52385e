import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseMarkdown } from './markdown-parse';
import { plainParagraphs } from './markdown-plain';

const pieces = fc.oneof(
  fc.constantFrom(
    ...[
      '\n',
      '\n\n',
      ' ',
      '  \n',
      '    ',
      '\t',
      '#',
      '# ',
      '- ',
      '+ ',
      '* ',
      '1. ',
      '2) ',
      '---',
      '===',
      '> ',
      '`',
      '```',
    ],
    ...[
      '*a*',
      '_b_',
      '~~c~~',
      '[d](e)',
      '![f](g)',
      '<br>',
      '|',
      '\\',
      '$h$',
      '&amp;',
      'i@j.kl',
      'www.m.no',
      'https://p.q',
    ],
    ...[
      'ftp://r.s',
      '[^1]',
      'word',
      'two words',
      '.',
      ',',
      ':',
      ';',
      '!',
      '?',
      '(',
      ')',
      '"',
      "'",
      '%',
      '/',
      '^',
      '{',
      '}',
    ],
  ),
  fc.string({ maxLength: 6 }),
);

it('finds the same paragraphs as the parser, where it finds any', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const source = parts.join('').replaceAll('\r', '');
      const paragraphs = plainParagraphs(source);
      if (!paragraphs) return;
      const tokens = parseMarkdown(source).filter(({ type }) => type !== 'space');
      expect(tokens.map(({ type }) => type)).toEqual(tokens.map(() => 'paragraph'));
      const inside = tokens.map((token) => ('tokens' in token && token.tokens) || []);
      expect(inside.flat().every(({ type }) => type === 'text')).toBe(true);
      const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();
      expect(tokens.map(({ raw }) => squeeze(raw))).toEqual(paragraphs.map(squeeze));
    }),
    { numRuns: 3000 },
  );
});

it('takes ordinary sentences', () => {
  expect(plainParagraphs('The port is open again.\nSorry!\n\nGood luck, all (of you).')).toEqual([
    'The port is open again.\nSorry!',
    'Good luck, all (of you).',
  ]);
});

it.each([
  '**bold**',
  'a line\n# a heading',
  'see https://example.test',
  '- one',
  '1. one',
  'x\n---',
  '$x$',
  'a &lt; b',
])('leaves %j to the parser', (source) => {
  expect(plainParagraphs(source)).toBeUndefined();
});
