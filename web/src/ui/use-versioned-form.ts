import { useRef, useState } from 'react';
import { isError, type LastSave } from '../api/api-error';
import type { ConflictDialogProps, Side } from './ConflictDialog';
import { type FormOptions, useForm } from './use-form';

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

type Asked<V> = {
  mine: V;
  theirs: V;
  fields: (keyof V & string)[];
  /** What the other one alone has changed, and from what. */
  others: (keyof V & string)[];
  before: V;
  lastSave: LastSave | undefined;
  /** Undefined when the reader goes back to editing. */
  answer: (sides: Record<string, Side> | undefined) => void;
};

const same = (one: unknown, other: unknown) =>
  Object.is(one, other) || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

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
  const [asked, setAsked] = useState<Asked<V>>();
  // What the reader's edits were made on: a refetch may bring another state in the middle of them.
  const basis = useRef({ version: stored.version, values: options.base });

  const ask = (question: Omit<Asked<V>, 'answer'>) =>
    new Promise<Record<string, Side> | undefined>((resolve) => {
      const answer = (sides: Record<string, Side> | undefined) => {
        setAsked(undefined);
        resolve(sides);
      };
      setAsked({ ...question, answer });
    });

  /** The reader's fields that are left to send; undefined when the reader goes back. */
  const merge = async (
    values: V,
    fields: Partial<V>,
    theirs: V,
    lastSave: LastSave | undefined,
  ): Promise<Partial<V> | undefined> => {
    const before = basis.current.values;
    const isTheirs = (name: keyof V & string) => !same(theirs[name], before[name]);
    const both = namesOf(fields).filter((name) => isTheirs(name) && !same(theirs[name], values[name]));
    const others = namesOf(theirs).filter((name) => !(name in fields) && isTheirs(name));
    const sides = both.length > 0 ? await ask({ mine: values, theirs, fields: both, others, before, lastSave }) : {};
    if (!sides) return undefined;
    const kept = namesOf(fields).filter((name) => sides[name] !== 'theirs' && !same(theirs[name], values[name]));
    return Object.fromEntries(kept.map((name) => [name, values[name]])) as Partial<V>;
  };

  const save = async (body: B, values: V, sent: Partial<V>): Promise<void> => {
    let fields = sent;
    let next = { body, values, version: basis.current.version };
    let merged: T | undefined;
    for (;;) {
      try {
        await send(next.body, next.version, next.values);
        // The next save may come before the page has read the new version: what it meets then is the reader's own.
        basis.current = { ...basis.current, values: next.values };
        return;
      } catch (error) {
        const outdated = isError(error, 'request.outdated') ? error : undefined;
        const current = outdated?.current as T | undefined;
        const theirs = current && valuesOf(current);
        const left = theirs && (await merge(next.values, fields, theirs, outdated?.lastSave));
        if (!left) {
          if (merged) keepTheirs(merged, sent, fields);
          throw error;
        }
        merged = current;
        basis.current = { version: current.version, values: theirs };
        if (Object.keys(left).length === 0) return adopt(current);
        fields = left;
        const all = { ...theirs, ...left };
        next = { body: bodyOf(left, all), values: all, version: current.version };
      }
    }
  };

  const form = useForm<V, B>({ ...options, save });
  /** A merged save was refused: what is not the reader's any more must not be sent with the next one. */
  const keepTheirs = (current: T, sent: Partial<V>, left: Partial<V>) => {
    const theirs = Object.entries(valuesOf(current)).filter(([name]) => name in sent && !(name in left));
    form.replace(sent, Object.fromEntries(theirs) as Partial<V>);
    adopt(current);
  };
  if (form.changed.length === 0) basis.current = { version: stored.version, values: options.base };

  const shownOf = (name: keyof V & string, values: V) => {
    const shown = show[name] as ((value: V[typeof name]) => string) | undefined;
    return shown ? shown(values[name]) : values[name];
  };
  const conflict: ConflictDialogProps = {
    opened: asked !== undefined,
    fields: (asked?.fields ?? []).map((name) => ({
      name,
      label: labels[name],
      mine: asked && shownOf(name, asked.mine),
      theirs: asked && shownOf(name, asked.theirs),
    })),
    others: (asked?.others ?? []).map((name) => ({
      name,
      label: labels[name],
      before: asked && shownOf(name, asked.before),
      theirs: asked && shownOf(name, asked.theirs),
    })),
    lastSave: asked?.lastSave,
    onCancel: () => asked?.answer(undefined),
    onResolve: (sides) => asked?.answer(sides),
  };
  return { ...form, conflict };
}
