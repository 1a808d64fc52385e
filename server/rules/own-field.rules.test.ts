import type { FieldValues, OwnField } from '@vexil/db/enums/own-field';
import { describe, expect, it } from 'vitest';
import { findExposed, lacksFields, publicFields, removedFields, shownFieldValues } from './own-field.rules';
import { readFieldValues } from './own-field-input.rules';

const field = (given: Partial<OwnField> = {}): OwnField => ({
  ...{ id: 'a', name: 'A', kind: 'Text', choices: [], required: false, visibility: 'Staff' },
  ...given,
});
const size = field({ id: 'size', name: 'Size', kind: 'Choice', choices: ['S', 'M'] });
const meat = field({ id: 'meat', name: 'Meat', kind: 'YesNo' });

const read = (fields: OwnField[], given: Record<string, string | boolean | null>, stored: FieldValues = {}) =>
  readFieldValues(fields, given, { stored, isWhole: false });

describe('a value', () => {
  it.each<[string, OwnField, string | boolean | null, FieldValues]>([
    ['is normalised as names are', field(), ' Ａ\u00a0 b ', { a: 'A b' }],
    ['has 255 characters of any plane', field(), '🦑'.repeat(255), { a: '🦑'.repeat(255) }],
    ['of blanks is none', field(), ' \u00a0 ', {}],
    ['may be empty', field(), '', {}],
    ['of yes or no may be empty', meat, '', {}],
    ['may be null', size, null, {}],
    ['is one of the choices', size, 'M', { size: 'M' }],
    ['is yes', meat, true, { meat: true }],
    ['is no', meat, false, { meat: false }],
  ])('%s', (_, one, given, values) => {
    expect(read([one], { [one.id]: given })).toEqual({ values, refusal: null });
  });

  it.each<[string, OwnField, string | boolean | null]>([
    ['of 256 characters', field(), 'x'.repeat(256)],
    ['of far too many', field(), 'x'.repeat(100_000)],
    ['with an invisible character', field(), 'a\u202eb'],
    ['with a control character', field(), 'a\u0000b'],
    ['that is whether', field(), true],
    ['that is no choice', size, 'L'],
    ['that is a choice in another case', size, 's'],
    ['that is a text of whether', meat, 'true'],
  ])('is refused %s, by the name of its field', (_, one, given) => {
    const { id, name } = one;
    expect(read([one], { [id]: given })).toEqual({ values: null, refusal: { problem: 'invalid', id, name } });
  });

  it.each(['constructor', '__proto__', 'b'])('of no field is refused: %s', (id) => {
    const given = JSON.parse(`{"${id}":"x"}`);
    expect(read([field()], given).refusal).toEqual({ problem: 'invalid', id, name: id });
  });

  it('of a choice that was removed stays until another is given', () => {
    expect(read([size], { size: 'L' }, { size: 'L' }).values).toEqual({ size: 'L' });
    expect(read([size], {}, { size: 'L' }).values).toEqual({ size: 'L' });
    expect(read([size], { size: 'L' }, { size: 'M' }).refusal).toMatchObject({ problem: 'invalid' });
  });

  it('stays where it is absent, also of a field that this process does not know', () => {
    expect(read([field(), size], { a: 'b' }, { size: 'M', later: true }).values).toEqual({
      ...{ a: 'b', size: 'M', later: true },
    });
    expect(read([field()], { a: null }, { a: 'b', later: true }).values).toEqual({ later: true });
    expect(read([size], {}, { size: true }).values, 'of an earlier kind').toEqual({ size: true });
  });
});

describe('a field that is required', () => {
  const needed = field({ required: true });
  const refusal = { problem: 'required', id: 'a', name: 'A' };

  it('needs an answer where all are asked, and where it is given', () => {
    expect(readFieldValues([needed], {}, { isWhole: true }).refusal).toEqual(refusal);
    expect(readFieldValues([needed], { a: ' ' }, { isWhole: true }).refusal).toEqual(refusal);
    expect(read([needed], { a: null }, { a: 'b' }).refusal).toEqual(refusal);
    expect(read([needed], {}).values).toEqual({});
    expect(readFieldValues([needed], {}, { stored: { a: 'b' }, isWhole: true }).values).toEqual({ a: 'b' });
  });

  it('is answered by no', () => {
    const asked = { ...meat, required: true };
    expect(readFieldValues([asked], { meat: false }, { isWhole: true }).values).toEqual({ meat: false });
    expect(lacksFields([asked], shownFieldValues([asked], { meat: false }))).toBe(false);
    expect(lacksFields([asked], [])).toBe(true);
    expect(lacksFields([meat], [])).toBe(false);
    expect(lacksFields([asked, size], [])).toBe(true);
    expect(lacksFields([asked], [{ id: 'size' }])).toBe(true);
  });
});

describe('what is shown', () => {
  it('follows the order and the names of the fields, without values of another kind or of no field', () => {
    const stored = JSON.parse('{"meat":false,"a":"b","size":true,"gone":"x","__proto__":"y"}');
    expect(shownFieldValues([meat, field({ name: 'Now' }), size, field({ id: 'constructor' })], stored)).toEqual(
      [
        { id: 'meat', name: 'A', value: false },
        { id: 'a', name: 'Now', value: 'b' },
      ].map((one) => (one.id === 'meat' ? { ...one, name: 'Meat' } : one)),
    );
  });

  it('is public by the visibility of the field', () => {
    const open = field({ id: 'open', visibility: 'Public' });
    expect(publicFields([meat, open])).toEqual([open]);
  });
});

describe('fields that change', () => {
  it('are exposed by what was for staff alone', () => {
    const open = field({ visibility: 'Public' });
    expect(findExposed([field()], [open])).toEqual(open);
    expect(findExposed([open], [open])).toBeUndefined();
    expect(findExposed([open], [field()])).toBeUndefined();
    expect(findExposed([], [open])).toBeUndefined();
    expect(findExposed([size], [open])).toBeUndefined();
  });

  it('are removed by their id', () => {
    expect(removedFields([field(), size], [field({ name: 'Other' })])).toEqual(['size']);
    expect(removedFields([field(), size], [field(), meat])).toEqual(['size']);
  });
});
