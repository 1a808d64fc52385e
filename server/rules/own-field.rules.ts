// Own fields of the platform and of games, and the values that accounts give.

import type { FieldValues, OwnField } from '@vexil/db/enums/own-field';

/** null where there is no answer; one of an earlier kind of the field is none. */
export function answerTo({ id, kind }: OwnField, stored: FieldValues): string | boolean | null {
  const value = Object.hasOwn(stored, id) ? stored[id] : undefined;
  return typeof value === (kind === 'YesNo' ? 'boolean' : 'string') ? (value ?? null) : null;
}

/** In the order of the fields. */
export const shownFieldValues = (fields: readonly OwnField[], stored: FieldValues) =>
  fields.flatMap((field) => {
    const value = answerTo(field, stored);
    return value === null ? [] : { id: field.id, name: field.name, value };
  });

export const publicFields = (fields: readonly OwnField[]): OwnField[] =>
  fields.filter(({ visibility }) => visibility === 'Public');

export const lacksFields = (fields: readonly OwnField[], values: readonly { id: string }[]): boolean =>
  fields.some(({ id, required }) => required && !values.some((value) => value.id === id));

/** The first that would show to everyone what was given to staff. */
export const findExposed = (before: readonly OwnField[], after: readonly OwnField[]): OwnField | undefined =>
  publicFields(after).find(({ id }) => before.some((field) => field.id === id && field.visibility === 'Staff'));

export const removedFields = (before: readonly OwnField[], after: readonly OwnField[]): string[] =>
  before.filter(({ id }) => !after.some((field) => field.id === id)).map(({ id }) => id);
