import { type UseFormReturnType, useForm } from '@mantine/form';
import { useCallback } from 'react';
import type { z } from 'zod';
import { useText } from '../i18n/use-text';
import { afterPress } from './after-press';
import { describeIssue } from './describe-issue';

type Values = Record<string, unknown>;

export type SchemaFormOptions<V extends Values> = {
  initialValues: V;
  /** What of the values the schema is to see; the values themselves where it is left out. Keep it stable. */
  prepare?: (values: V) => unknown;
  /** Checks that the schema cannot know, such as two fields that must agree; null or undefined where all is well. */
  check?: (values: V) => Partial<Record<keyof V & string, string | null | undefined>>;
};

/**
 * A Mantine form that checks with a schema of the contract: a field when it is left changed, all of them on submit.
 * Messages are in the reader's language. What is typed stays whatever is wrong with it.
 */
export function useSchemaForm<V extends Values>(
  schema: z.ZodType,
  { initialValues, prepare, check }: SchemaFormOptions<V>,
): UseFormReturnType<V> {
  const t = useText();
  const validate = useCallback(
    (values: V): Record<string, string> => {
      const errors: Record<string, string> = {};
      const result = schema.safeParse(prepare ? prepare(values) : values);
      for (const issue of result.error?.issues ?? []) {
        const path = issue.path.join('.');
        errors[path] ??= describeIssue(issue, valueAt(values, issue.path), t);
      }
      for (const [field, message] of Object.entries(check?.(values) ?? {})) if (message) errors[field] ??= message;
      return errors;
    },
    [schema, prepare, check, t],
  );
  // Never takes a complaint away: the press may have sent the form, and the server's answer be there already. Typing
  // takes it away.
  const complain = (form: UseFormReturnType<V>, field: string) => {
    const message = validate(form.getValues())[field];
    if (message !== undefined) form.setFieldError(field, message);
  };
  return useForm<V>({
    mode: 'controlled',
    initialValues,
    validate,
    enhanceGetInputProps: ({ field, form }) => ({
      // A field that one has only passed through is no mistake yet.
      onBlur: () => form.isDirty(field) && afterPress(() => complain(form, field)),
    }),
  });
}

function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  let value = values;
  for (const key of path) value = (value as Record<PropertyKey, unknown> | undefined)?.[key];
  return value;
}
