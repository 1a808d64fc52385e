// The texts that keep an expression busy longest are its own characters: what leads to a repetition, what it repeats many
// times, and something that fits nowhere.

import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import type { Expression } from './expressions';

export interface Attack {
  before: string;
  repeated: string;
  after: string;
}

export const attackText = ({ before, repeated, after }: Attack, length: number): string =>
  before + repeated.repeat(Math.ceil(length / repeated.length)) + after;

const characters = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)),
  ...[
    '\n',
    '\t',
    '\r',
    '\0',
    '\x1b',
    '\x7f',
    'é',
    'İ',
    '一',
    '\u0301',
    '\u200d',
    '\ufe0f',
    '\ud800',
    '\u3000',
    '\u2028',
  ],
  ...['\ufffd', '😀'],
];
const pairedMax = 14;

type Set = AST.CharacterClass | AST.CharacterSet | AST.Character;

class Sampler {
  private readonly matchers = new Map<string, RegExp>();

  constructor(
    pattern: AST.Pattern,
    private readonly flags: string,
  ) {
    visitRegExpAST(pattern, {
      onCharacterEnter: (node) => this.add(node),
      onCharacterSetEnter: (node) => this.add(node),
      onCharacterClassEnter: (node) => this.add(node),
    });
  }

  private add({ raw, parent }: Set): void {
    if (parent.type === 'CharacterClass' || parent.type === 'CharacterClassRange') return;
    this.matchers.set(raw, new RegExp(`^${raw}$`, this.flags.replace(/[gmy]/g, '')));
  }

  /** One of all characters that the expression does not tell apart. */
  alphabet(): string[] {
    const groups = new Map<string, string>();
    for (const one of characters) {
      const signature = [...this.matchers.values(), /\w/, /\n/].map((matcher) => Number(matcher.test(one))).join('');
      if (!groups.has(signature)) groups.set(signature, one);
    }
    return [...groups.values()];
  }

  of(node: AST.Node): string {
    switch (node.type) {
      case 'Pattern':
      case 'Group':
      case 'CapturingGroup':
        return this.of(node.alternatives[0] as AST.Node);
      case 'Alternative':
        return node.elements.map((element) => this.of(element)).join('');
      case 'Quantifier':
        return node.max === 0 ? '' : this.of(node.element).repeat(Math.max(node.min, 1));
      case 'Character':
        return String.fromCodePoint(node.value);
      case 'CharacterSet':
      case 'CharacterClass': {
        const matcher = this.matchers.get(node.raw);
        const fitting = characters.filter((one) => matcher?.test(one));
        return fitting.find((one) => /[a-z]/.test(one)) ?? fitting[0] ?? '';
      }
      default:
        return '';
    }
  }

  /** What the expression has read when it comes to the node. */
  leadingTo(node: AST.Node): string {
    const { parent } = node;
    if (!parent) return '';
    const read =
      parent.type === 'Alternative' ? parent.elements.slice(0, parent.elements.indexOf(node as AST.Element)) : [];
    return this.leadingTo(parent) + read.map((element) => this.of(element)).join('');
  }
}

/** What repeats less often costs no more than a constant for each character. */
const repeatsHarmless = 50;

/** None for an expression without repetition. */
export function attacksOn({ source, flags }: Pick<Expression, 'source' | 'flags'>): Attack[] {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  let isRepeating = false;
  visitRegExpAST(pattern, {
    onQuantifierEnter: ({ max }) => {
      isRepeating ||= max > repeatsHarmless;
    },
  });
  if (!isRepeating) return [];
  const sampler = new Sampler(pattern, flags);
  const alphabet = sampler.alphabet();
  const pairs = alphabet.length > pairedMax ? [] : alphabet.flatMap((one) => alphabet.map((other) => one + other));
  const befores = new Set(['']);
  const repeats = new Set(alphabet);
  visitRegExpAST(pattern, {
    onQuantifierEnter(quantifier) {
      const before = sampler.leadingTo(quantifier);
      const repeated = sampler.of(quantifier.element);
      befores.add(before);
      for (const one of [before, repeated, before + repeated]) repeats.add(one);
    },
    onAlternativeEnter: (alternative) => void repeats.add(sampler.of(alternative)),
  });
  repeats.delete('');
  const combine = (repeated: string, ends: readonly string[]) =>
    [...befores].flatMap((before) => ends.map((after) => ({ before, repeated, after })));
  return [
    ...[...repeats].flatMap((repeated) => combine(repeated, ['', ...alphabet])),
    ...pairs.flatMap((repeated) => ['', '\0'].map((after) => ({ before: '', repeated, after }))),
  ];
}

/** Alternating marks are what normalisation has to sort. */
const general = [
  '%2e',
  '%7c',
  '../',
  '{{',
  '}}',
  '[](',
  '![',
  '<a ',
  '<!--',
  '](',
  '> ',
  '- ',
  '\\u',
  '\\ud800',
  'a,',
  ' ,',
];
const marks = [
  '\u0301\u0316',
  '\u0316\u0301',
  'a\u0301',
  '👨\u200d',
  'क\u094d\u200d',
  '\u200b',
  '𝕏',
  'ﷺ',
  '"",',
  '::',
  '1.',
];

/** For code whose characters are in no expression. */
export const attacksWith = (words: readonly string[]): Attack[] =>
  [...new Set([...characters, ...general, ...marks, ...words])].flatMap((repeated) =>
    ['', '\0'].map((after) => ({ before: '', repeated, after })),
  );
