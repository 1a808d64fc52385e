import { DomainError } from '@vexil/contract/errors';
import type { FieldValues, OwnField } from '@vexil/db/enums/own-field';
import { findExposed } from '@vexil/rules/own-field.rules';
import { type GivenValues, readFieldValues } from '@vexil/rules/own-field-input.rules';

/** Absent values stay; `isWhole` asks for every required one. Throws `account.fieldRequired` or `.fieldInvalid`. */
export function requireFieldValues(
  fields: readonly OwnField[],
  given: GivenValues | null | undefined,
  known: { stored?: FieldValues; isWhole: boolean },
): FieldValues {
  const { values, refusal } = readFieldValues(fields, given ?? {}, known);
  if (values) return values;
  const code = refusal.problem === 'required' ? 'account.fieldRequired' : 'account.fieldInvalid';
  throw new DomainError(code, { field: `fields.${refusal.id}`, params: { name: refusal.name } });
}

/** People answered on the word that only staff read it. Throws `account.fieldPrivate`. */
export function refuseExposed(before: readonly OwnField[], after: readonly OwnField[], member: string): void {
  const exposed = findExposed(before, after);
  if (exposed) throw new DomainError('account.fieldPrivate', { field: member, params: { name: exposed.name } });
}
