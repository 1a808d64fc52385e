/** Serialises an array for PostgreSQL, null and undefined as NULL. A string was serialised by Drizzle and is kept. */
export function writeArray(list: string | readonly (string | number | null | undefined)[]): string {
  if (typeof list === 'string') return list;
  if (list.some((value) => Array.isArray(value))) throw new TypeError('Arrays of arrays are not supported.');
  const values = list.map((value) => (value == null ? 'NULL' : `"${String(value).replace(/[\\"]/g, '\\$&')}"`));
  return `{${values.join(',')}}`;
}

/**
 * Array types of statement parameters, by their OID. Otherwise the driver queries them on every new connection without
 * awaiting the query, so that a connection lost at that moment ends the process. PostgreSQL rejects other arrays as
 * malformed: add their type here.
 */
export const arrayTypes = {
  int4Array: { to: 1007, from: [], serialize: writeArray, parse: String },
  textArray: { to: 1009, from: [], serialize: writeArray, parse: String },
  uuidArray: { to: 2951, from: [], serialize: writeArray, parse: String },
};
