// What accounts answer to own fields.

import { isVisibleName, normaliseName } from '@vexil/contract/name.rules';
import { fieldValueLengthMax } from '@vexil/contract/own-field.limits';
import type { FieldValues, OwnField } from '@vexil/db/enums/own-field';
import { answerTo } from './own-field.rules';

export type GivenValues = Readonly<Record<string, string | boolean | null>>;

export interface FieldRefusal {
  problem: 'required' | 'invalid';
  id: string;
  name: string;
}

/** undefined where the value does not fit the field. A choice that was removed may stay. */
function readValue({ kind, choices }: OwnField, given: string | boolean | null, before: string | boolean | null) {
  if (given === null || given === '') return null;
  if (kind === 'YesNo') return typeof given === 'boolean' ? given : undefined;
  if (typeof given !== 'string') return undefined;
  const text = normaliseName(given);
  if (text === '') return null;
  if (kind === 'Choice') return choices.includes(text) || text === before ? text : undefined;
  return text.length <= 2 * fieldValueLengthMax && [...text].length <= fieldValueLengthMax && isVisibleName(text)
    ? text
    : undefined;
}

/** Absent values stay; `isWhole` asks for every required one. */
export function readFieldValues(
  fields: readonly OwnField[],
  given: GivenValues,
  { stored = {}, isWhole }: { stored?: FieldValues; isWhole: boolean },
): { values: FieldValues; refusal: null } | { values: null; refusal: FieldRefusal } {
  const refuse = (problem: FieldRefusal['problem'], { id, name }: Pick<OwnField, 'id' | 'name'>) => ({
    values: null,
    refusal: { problem, id, name },
  });
  const unknown = Object.keys(given).find((id) => !fields.some((field) => field.id === id));
  if (unknown !== undefined) return refuse('invalid', { id: unknown, name: unknown });
  const values: FieldValues = { ...stored };
  for (const field of fields) {
    const before = answerTo(field, stored);
    const isGiven = Object.hasOwn(given, field.id);
    const value = isGiven ? readValue(field, given[field.id] ?? null, before) : before;
    if (value === undefined) return refuse('invalid', field);
    if (value === null && field.required && (isWhole || isGiven)) return refuse('required', field);
    if (value !== null) values[field.id] = value;
    else if (isGiven) delete values[field.id];
  }
  return { values, refusal: null };
}
