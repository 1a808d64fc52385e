import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { describeError } from '../api/describe-error';
import { fieldErrors } from '../api/field-errors';
import { useText } from '../i18n/use-text';
import { afterPress } from './after-press';
import { describeIssue } from './describe-issue';
import { useUnsaved } from './unsaved';

type Errors = Record<string, string>;

export type FormOptions<V extends object, B extends object> = {
  /** The stored values, or those that a new thing begins with. Untouched fields follow it. */
  base: V;
  /** Checks and sends all fields, not only the changed ones, and keeps them after saving. */
  whole?: boolean;
  /** The labels of the fields; without them the fields are labelled where they are used. */
  labels?: Record<keyof V & string, string>;
  /** The fields as the call takes them; as they are where it is left out. */
  bodyOf?: (fields: Partial<V>, values: V) => B;
  /** The contract's schema of the body. */
  schema?: z.ZodType;
  /** Findings beyond the schema, or in better words; only of the fields to be sent, so that others can be saved. */
  check?: (values: V, fields: Partial<V>) => Partial<Record<keyof V & string, string | null | undefined>>;
  /** Resolves once the server has stored the body and `base` is about to change. */
  save: (body: B, values: V, fields: Partial<V>) => Promise<unknown>;
  /** The field a refusal's code is about, where the server does not name one. */
  fieldOf?: Partial<Record<string, keyof V & string>>;
};

/** The labels of all fields of a form by their names. */
export const labelsOf = <V extends object>(base: V, labelOf: (name: keyof V & string) => string) =>
  Object.fromEntries(Object.keys(base).map((name) => [name, labelOf(name as keyof V & string)])) as Record<
    keyof V & string,
    string
  >;

export const same = (one: unknown, other: unknown) =>
  Object.is(one, other) || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

const withoutSent = <V extends object>(edits: Partial<V>, sent: Partial<V>) =>
  Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => !same(value, sent[name as keyof V])),
  ) as Partial<V>;

/** Puts values in place of those that were sent; what was typed since stays. */
function withReplaced<V extends object>(edits: Partial<V>, sent: Partial<V>, by: Partial<V>): Partial<V> {
  const replaced = Object.entries(by).filter(([name]) => same(edits[name as keyof V], sent[name as keyof V]));
  return { ...edits, ...Object.fromEntries(replaced) };
}

function findErrors(
  checked: Partial<Record<string, string | null | undefined>>,
  body: object,
  schema: z.ZodType | undefined,
  t: Parameters<typeof describeIssue>[2],
): Errors {
  const found: Errors = {};
  for (const [name, message] of Object.entries(checked)) {
    if (message) found[name] = message;
  }
  for (const issue of schema?.safeParse(body).error?.issues ?? []) {
    const name = String(issue.path[0] ?? '');
    found[name] ??= describeIssue(issue, (body as Record<string, unknown>)[name], t);
  }
  return found;
}

/** The messages of a refusal by field of `base`; undefined when it names none of them. */
function refusedFields(error: unknown, base: object, fieldOf: Partial<Record<string, string>>): Errors | undefined {
  const named = Object.entries(fieldErrors(error)).map(([path, text]) => [path.split('.')[0] ?? '', text] as const);
  const known = named.filter(([name]) => name in base);
  if (known.length > 0) return Object.fromEntries(known);
  const field = fieldOf[(error as { code?: string }).code ?? ''];
  return field ? { [field]: describeError(error) } : undefined;
}

/**
 * The state of a form: base values with the reader's edits over them. A text field is checked when it is left changed,
 * all fields on submit. What others save meanwhile shows in untouched fields; what is refused stays typed.
 */
export function useForm<V extends object, B extends object = V>(options: FormOptions<V, B>) {
  const { base, whole = false, labels, schema, check, save, fieldOf = {} } = options;
  const bodyOf = options.bodyOf ?? ((fields) => fields as unknown as B);
  type Name = keyof V & string;
  const t = useText();
  const [edits, setEdits] = useState<Partial<V>>({});
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string>();
  const [saving, setSaving] = useState(false);

  const values: V = { ...base, ...edits };
  const changed = (Object.keys(edits) as Name[]).filter((name) => !same(values[name], base[name]));
  useUnsaved(changed.length > 0);
  const toSend = whole ? (Object.keys(base) as Name[]) : changed;
  const pending = useRef(false);
  const focusOnError = useFocusOnError();

  const set = <K extends Name>(name: K, value: V[K]) => {
    setEdits((current) => ({ ...current, [name]: value }));
    setErrors(({ [name]: _, ...rest }) => rest);
    setFailure(undefined);
  };
  const pick = (names: Name[]) => Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<V>;

  const find = (): Errors => {
    const picked = pick(toSend);
    return findErrors(check?.(values, picked) ?? {}, bodyOf(picked, values), schema, t);
  };
  const latestFind = useRef(find);
  latestFind.current = find;
  // Adds only: the press that left the field may have submitted the form, and the server's reply be there already.
  const complain = (name: Name) => {
    const message = latestFind.current()[name];
    if (message !== undefined) setErrors((current) => ({ ...current, [name]: message }));
  };
  const refuse = (found: Errors): false => {
    setErrors(found);
    focusOnError();
    return false;
  };

  /** False where the form was refused, here or by the server. */
  const submit = async (): Promise<boolean> => {
    if (pending.current || toSend.length === 0) return toSend.length === 0;
    const sent = pick(toSend);
    const found = find();
    if (Object.keys(found).length > 0) return refuse(found);
    setErrors({});
    pending.current = true;
    setSaving(true);
    setFailure(undefined);
    try {
      await save(bodyOf(sent, values), values, sent);
      // What was typed while the call was under way is still to be saved.
      if (!whole) setEdits((current) => withoutSent(current, { ...base, ...sent }));
      return true;
    } catch (error) {
      const found = refusedFields(error, base, fieldOf);
      if (found) return refuse(found);
      setFailure(describeError(error));
      return false;
    } finally {
      pending.current = false;
      setSaving(false);
    }
  };

  const label = (name: Name) => labels && { label: labels[name] };

  return {
    values,
    /** Names of the fields that differ from what is stored. */
    changed,
    changes: [...new Set(changed.map((name) => labels?.[name] ?? name))],
    errors,
    failure,
    saving,
    set,
    replace: (sent: Partial<V>, by: Partial<V>) => setEdits((current) => withReplaced(current, sent, by)),
    submit,
    onSubmit: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      void submit();
    },
    discard: () => {
      setEdits({});
      setErrors({});
      setFailure(undefined);
    },
    /** For fields that hand over their value. */
    field: <K extends Name>(name: K) => ({
      ...label(name),
      value: values[name],
      error: errors[name],
      onChange: (value: V[K]) => set(name, value),
    }),
    /** For fields that hand over an event. */
    text: <K extends Name>(name: K) => ({
      ...label(name),
      value: values[name] as string,
      error: errors[name],
      onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value as V[K]),
      // A field that was only passed through is no mistake yet.
      onBlur: () => {
        if (!same(values[name], base[name])) afterPress(() => complain(name));
      },
    }),
    /** For switches and boxes. */
    toggle: <K extends Name>(name: K) => ({
      ...label(name),
      checked: values[name] as boolean,
      error: errors[name],
      onChange: (event: { currentTarget: { checked: boolean } }) => set(name, event.currentTarget.checked as V[K]),
    }),
  };
}

export type Form<V extends object> = ReturnType<typeof useForm<V, object>>;

// Saving from the bar leaves the reader far from a field that is wrong further up.
function useFocusOnError(): () => void {
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  return () => setRefusals((count) => count + 1);
}
