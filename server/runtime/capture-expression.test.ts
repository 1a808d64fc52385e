import { DomainError } from '@vexil/contract/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileExpression } from './capture-expression';

function positionOf(source: string): unknown {
  try {
    compileExpression(source, false);
    return undefined;
  } catch (error) {
    return error instanceof DomainError ? error.options.params?.position : error;
  }
}

describe('compileExpression', () => {
  it.each([
    ['(', 1],
    ['a(b)(c', 5],
    ['ab)c', 3],
    ['a{2,1}', 6],
    ['*a', 1],
    ['a*|*', 4],
    ['a**', 3],
    ['a[b', 2],
    ['[z-a]', 4],
    ['ab\\', 3],
    ['(a)\\1', 5],
    ['a(?=b)', 3],
    ['x{1001}', 7],
  ])('says where %s is wrong', (source, position) => expect(positionOf(source)).toBe(position));

  it.each([
    'session=[0-9a-f]{16}',
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
    '(\\d{1,3}\\.){3}\\d{1,3}',
    '(?<name>a)(?:b|c)+?\\x00\\/',
    '[A-Za-z0-9+/]{1000}',
  ])('takes %s', (source) => expect(positionOf(source)).toBeUndefined());

  it.each([
    [`(${'a'.repeat(240)}){1000}`, 242],
    ['((a.{60}b){60}c){60}', 10],
    ['.{0,1000}.{0,1000}', 11],
    [`(${'a'.repeat(200)})\\Q\\E{1000}`, 205],
  ])('refuses what is too large before it is compiled (%#)', (source, position) =>
    expect(positionOf(source)).toBe(position),
  );

  it('compiles nothing that is much larger than the limit', () => {
    const part = fc.constantFrom(
      'a',
      '(',
      ')',
      '(?:',
      '[(]',
      '[)',
      ']',
      '|',
      '{40}',
      '{3,}',
      '{0,90}',
      '\\Q',
      '\\E',
      '*',
      '?',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        try {
          expect(compileExpression(parts.join(''), false).programSize()).toBeLessThan(6000);
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
        }
      }),
    );
  });
});
