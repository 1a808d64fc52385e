import { ApiError } from './api-error';

type Detail = { path: string; message: string };

const isDetail = (value: unknown): value is Detail =>
  typeof value === 'object' && value !== null && 'path' in value && 'message' in value;

/** The complaints of a refused call, by field: `{ userName: 'This name is taken.' }`. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return {};
  return Object.fromEntries(error.details.filter(isDetail).map(({ path, message }) => [path, message]));
}
