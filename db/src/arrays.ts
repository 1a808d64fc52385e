/**
 * A list as PostgreSQL reads an array: every value quoted, NULL for what is missing; a list within a list is refused. A
 * text is one that Drizzle wrote, and stays.
 */
export function writeArray(list: string | readonly (string | number | null | undefined)[]): string {
  if (typeof list === 'string') return list;
  if (list.some((value) => Array.isArray(value))) throw new TypeError('Arrays of arrays are not written.');
  const values = list.map((value) => (value == null ? 'NULL' : `"${String(value).replace(/[\\"]/g, '\\$&')}"`));
  return `{${values.join(',')}}`;
}

/**
 * Arrays that statements take, by their number in pg_type. Said here, because the driver asks every new connection for
 * them otherwise: one round trip more, by a query that nobody waits for, so that a connection lost at that moment ended
 * the process. An array of another type is refused by PostgreSQL as malformed: add it here.
 */
export const arrayTypes = {
  int4Array: { to: 1007, from: [], serialize: writeArray, parse: String },
  textArray: { to: 1009, from: [], serialize: writeArray, parse: String },
  uuidArray: { to: 2951, from: [], serialize: writeArray, parse: String },
};
