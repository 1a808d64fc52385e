// What stands in an address is typed by people and cut by mail programs. A page takes of it what makes sense, and the
// rest counts as absent: an address is never refused. The routes' readers are part of the first load, so they do not
// bring the schemas of forms with them.

/** Makes a value of what stands in the address; undefined where that makes no sense. */
export type Reader<T> = (given: unknown) => T | undefined;

/** A text. The router has already read `?q=42` as a number and `?q=true` as a boolean; these are texts again. */
export const text =
  (lengthMax = Number.POSITIVE_INFINITY): Reader<string> =>
  (given) => {
    if (typeof given === 'object' || given === undefined) return undefined;
    const read = String(given);
    return read.length <= lengthMax ? read : undefined;
  };

/** A whole number of at least `min`. */
export const int =
  (min = Number.NEGATIVE_INFINITY): Reader<number> =>
  (given) => {
    if (typeof given !== 'number' && (typeof given !== 'string' || given.trim() === '')) return undefined;
    const read = Number(given);
    return Number.isSafeInteger(read) && read >= min ? read : undefined;
  };

/** One of these names, exactly. */
export const oneOf =
  <const Name extends string>(names: readonly Name[]): Reader<Name> =>
  (given) =>
    names.find((name) => name === given);

/** true or false, not as a text. */
export const flag: Reader<boolean> = (given) => (typeof given === 'boolean' ? given : undefined);

/** At most `countMax` values, all of which make sense. */
export const listOf =
  <T>(read: Reader<T>, countMax: number): Reader<T[]> =>
  (given) => {
    if (!Array.isArray(given) || given.length > countMax) return undefined;
    const list = given.map(read);
    return list.every((one) => one !== undefined) ? list : undefined;
  };

type Members = Record<string, Reader<unknown>>;

/**
 * For `validateSearch`: these members of the address. What makes no sense is there as undefined, because the router lays
 * the result over the address as it was read.
 */
export const searchOf =
  <M extends Members>(members: M) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(members).flatMap(([name, read]) =>
        Object.hasOwn(search, name) ? [[name, read(search[name])]] : [],
      ),
    ) as { [name in keyof M]?: ReturnType<M[name]> };
