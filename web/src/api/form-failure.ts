import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { ApiError } from './api-error';
import { useDescribeError } from './describe-error';

type Detail = { path: string; message: string };

const isDetail = (value: unknown): value is Detail =>
  typeof value === 'object' && value !== null && 'path' in value && 'message' in value;

/** The complaints of a refused call, by field: `{ userName: 'This name is taken.' }`. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return {};
  return Object.fromEntries(error.details.filter(isDetail).map(({ path, message }) => [path, message]));
}

/**
 * Puts a refusal where it belongs: at the fields it names, else into `failure`, for the form to show above them. What is
 * typed stays. `fieldOf` says which field a code is about, where the server does not name one.
 */
export function useFormFailure<V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  fieldOf: Partial<Record<string, keyof V & string>> = {},
) {
  const describe = useDescribeError();
  const [failure, setFailure] = useState<string>();
  const show = (error: unknown) => {
    const known = Object.entries(fieldErrors(error)).filter(([path]) => (path.split('.')[0] ?? '') in form.values);
    const code = error instanceof ApiError ? error.code : '';
    const field = fieldOf[code];
    if (known.length > 0) form.setErrors(Object.fromEntries(known));
    else if (field) form.setErrors({ [field]: describe(error) });
    else setFailure(describe(error));
  };
  return { failure, show, clear: () => setFailure(undefined) };
}
