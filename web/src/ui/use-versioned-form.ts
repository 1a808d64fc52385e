import { useRef } from 'react';
import { isError, type LastSave } from '../api/api-error';
import { useConflict } from './use-conflict';
import { type FormOptions, same, useForm } from './use-form';

type Versioned = { version: number };

type VersionedOptions<T extends Versioned, V extends object, B extends object> = Omit<
  FormOptions<V, B>,
  'base' | 'save' | 'whole' | 'labels'
> & {
  /** What is stored, as the page's query has it. */
  stored: T;
  base: V;
  valuesOf: (stored: T) => V;
  labels: Record<keyof V & string, string>;
  /** Sends a change made on a version. */
  send: (body: B, version: number, values: V) => Promise<unknown>;
  /** Puts what is stored into the page's query. */
  adopt: (stored: T) => void;
  /** How a value is shown, where it is neither text, number nor switch. */
  show?: Partial<Record<keyof V & string, (value: never) => string>>;
};

/** What is sent next; `merged` is what another save has stored, once there was one. */
type Attempt<T, V, B> = { fields: Partial<V>; values: V; body: B; version: number; merged?: T };

const namesOf = <V extends object>(values: Partial<V>) => Object.keys(values) as (keyof V & string)[];

/**
 * A form whose save is refused when someone else saved meanwhile. Changes of different fields are merged without a word;
 * for a field that both changed the reader chooses in the ConflictDialog that the page shows with `conflict`.
 */
export function useVersionedForm<T extends Versioned, V extends object, B extends object>(
  options: VersionedOptions<T, V, B>,
) {
  const { stored, valuesOf, send, adopt, labels } = options;
  const show: Partial<Record<keyof V & string, (value: never) => string>> = options.show ?? {};
  const bodyOf = options.bodyOf ?? ((fields: Partial<V>) => fields as unknown as B);
  const { conflict, ask } = useConflict();
  // What the reader's edits were made on: a refetch may bring another state in the middle of them.
  const basis = useRef({ version: stored.version, values: options.base });

  const shown = (name: keyof V & string, values: V) => {
    const inWords = show[name] as ((value: V[typeof name]) => string) | undefined;
    return inWords ? inWords(values[name]) : values[name];
  };

  /** The reader's fields that are left to send; undefined when the reader goes back. */
  const merge = async (
    { fields, values }: Attempt<T, V, B>,
    theirs: V,
    lastSave: LastSave | undefined,
  ): Promise<Partial<V> | undefined> => {
    const before = basis.current.values;
    const isTheirs = (name: keyof V & string) => !same(theirs[name], before[name]);
    const both = namesOf(fields).filter((name) => isTheirs(name) && !same(theirs[name], values[name]));
    const others = namesOf(theirs).filter((name) => !(name in fields) && isTheirs(name));
    const fieldOf = (name: keyof V & string) => ({ name, label: labels[name], theirs: shown(name, theirs) });
    const question = {
      fields: both.map((name) => ({ ...fieldOf(name), mine: shown(name, values) })),
      others: others.map((name) => ({ ...fieldOf(name), before: shown(name, before) })),
      lastSave,
    };
    const sides = both.length > 0 ? await ask(question) : {};
    if (!sides) return undefined;
    const kept = namesOf(fields).filter((name) => sides[name] !== 'theirs' && !same(theirs[name], values[name]));
    return Object.fromEntries(kept.map((name) => [name, values[name]])) as Partial<V>;
  };

  /** Undefined when the reader goes back, and for a refusal that no merge helps. */
  const nextAttempt = async (attempt: Attempt<T, V, B>, error: unknown) => {
    if (!isError(error, 'request.outdated') || !error.current) return undefined;
    const merged = error.current as T;
    const theirs = valuesOf(merged);
    const fields = await merge(attempt, theirs, error.lastSave);
    if (!fields) return undefined;
    basis.current = { version: merged.version, values: theirs };
    const values = { ...theirs, ...fields };
    return { fields, values, body: bodyOf(fields, values), version: merged.version, merged };
  };

  /** Undefined once all is stored. */
  const sendOnce = async (attempt: Attempt<T, V, B>, sent: Partial<V>): Promise<Attempt<T, V, B> | undefined> => {
    try {
      await send(attempt.body, attempt.version, attempt.values);
      // The next save may come before the page has read the new version: what it meets then is the reader's own.
      basis.current = { ...basis.current, values: attempt.values };
      return undefined;
    } catch (error) {
      const next = await nextAttempt(attempt, error);
      if (!next && attempt.merged) keepTheirs(attempt.merged, sent, attempt.fields);
      if (!next) throw error;
      if (Object.keys(next.fields).length > 0) return next;
      adopt(next.merged);
      return undefined;
    }
  };

  const save = async (body: B, values: V, sent: Partial<V>): Promise<void> => {
    let attempt: Attempt<T, V, B> | undefined = { fields: sent, values, body, version: basis.current.version };
    while (attempt) attempt = await sendOnce(attempt, sent);
  };

  const form = useForm<V, B>({ ...options, save });
  /** A merged save was refused: what is not the reader's any more must not be sent with the next one. */
  const keepTheirs = (current: T, sent: Partial<V>, left: Partial<V>) => {
    const theirs = Object.entries(valuesOf(current)).filter(([name]) => name in sent && !(name in left));
    form.replace(sent, Object.fromEntries(theirs) as Partial<V>);
    adopt(current);
  };
  if (form.changed.length === 0) basis.current = { version: stored.version, values: options.base };

  return { ...form, conflict };
}
