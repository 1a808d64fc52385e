import type { FieldValue } from '@vexil/contract/own-field';
import type { FieldValues, OwnField } from '@vexil/db/enums/own-field';
import { type FieldRefusal, readFieldValues } from '@vexil/rules/own-field-input.rules';
import type { BaseFeature, Translate } from '../i18n/texts';

/** Of a form, by the id of the field. */
export type Answers = Record<string, string | boolean | null>;

export const answersOf = (values: readonly FieldValue[]): Answers =>
  Object.fromEntries(values.map(({ id, value }) => [id, value]));

/** Without those of fields that are gone. */
export const answersTo = (fields: readonly OwnField[], answers: Answers): Answers =>
  Object.fromEntries(fields.map(({ id }) => [id, answers[id] ?? null]));

/** A choice that was removed is not offered, and may stay. */
export function findRefusal(fields: readonly OwnField[], answers: Answers): FieldRefusal | null {
  const given = answersTo(fields, answers);
  const stored = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as FieldValues;
  return readFieldValues(fields, given, { stored, isWhole: true }).refusal;
}

export function fieldsProblem(fields: readonly OwnField[], answers: Answers, t: Translate<BaseFeature>): string | null {
  const refusal = findRefusal(fields, answers);
  return refusal && t(refusal.problem === 'required' ? 'ui.invalid.required' : 'ui.invalid.value');
}

/** As a page shows it. */
export const answerText = ({ value }: FieldValue, t: Translate<'own-field'>): string =>
  typeof value === 'boolean' ? t(value ? 'own-field.yes' : 'own-field.no') : value;
