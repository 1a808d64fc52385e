import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './parse-json';

describe('parseJson', () => {
  it.each([
    ['"\\ud83d\\ude00"', '😀'],
    ['"\\uD83D\\uDE00 \\uD83D\\uDE01"', '😀 😁'],
    ['"a\\ud800b"', 'a\ufffdb'],
    ['"\\uDBFF"', '\ufffd'],
    ['"\\udc00\\uDFFF"', '\ufffd\ufffd'],
    ['"\\ud83d\\ud83d\\ude00"', '\ufffd😀'],
    ['"\\ud83dude00"', '\ufffdude00'],
    ['"\\\\ud800"', '\\ud800'],
    ['"\\\\\\ud800"', '\\\ufffd'],
    ['"\\\\\\\\ud800\\ud7ff\\ue000"', '\\\\ud800\ud7ff\ue000'],
    ['"\\n\\u0041\\ud800"', '\nA\ufffd'],
    ['{"\\ud800": 1}', { '\ufffd': 1 }],
  ])('reads %s', (text, value) => expect(parseJson(text)).toEqual(value));

  it('gives for any text what JSON.parse gives, with halves of pairs replaced', () => {
    const unit = fc.integer({ min: 0xd7f0, max: 0xe010 }).map((code) => String.fromCharCode(code));
    const text = fc.array(fc.oneof(unit, fc.constantFrom('\\', 'u', 'd', '"', '8'))).map((units) => units.join(''));
    fc.assert(
      fc.property(text, (value) => {
        const escaped = JSON.stringify(value).replace(
          /[\ud800-\udfff]/g,
          (half) => `\\u${half.charCodeAt(0).toString(16)}`,
        );
        expect(parseJson(escaped)).toBe(value.replace(/\p{Surrogate}/gu, '\ufffd'));
      }),
    );
  });

  it.each(['', '{', '"\\ud800', '"\\ud80"', '[1,]'])('throws a SyntaxError for %j', (text) =>
    expect(() => parseJson(text)).toThrow(SyntaxError),
  );
});
