/** Serialises an array for PostgreSQL, null and undefined as NULL. A string was serialised by Drizzle and is kept. */
export function writeArray(list: string | readonly (string | number | null | undefined)[]): string {
  if (typeof list === 'string') return list;
  if (list.some((value) => Array.isArray(value))) throw new TypeError('Arrays of arrays are not supported.');
  const values = list.map((value) => (value == null ? 'NULL' : `"${String(value).replace(/[\\"]/g, '\\$&')}"`));
  return `{${values.join(',')}}`;
}

/** Known here because the driver queries unknown types on each connection, unawaited: a loss then ends the process. */
export const arrayTypes = {
  int4Array: { to: 1007, from: [], serialize: writeArray, parse: String },
  textArray: { to: 1009, from: [], serialize: writeArray, parse: String },
  uuidArray: { to: 2951, from: [], serialize: writeArray, parse: String },
};
