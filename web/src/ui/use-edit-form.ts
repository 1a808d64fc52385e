import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { useDescribeError } from '../api/describe-error';
import { fieldErrors } from '../api/form-failure';
import { useText } from '../i18n/use-text';
import { describeIssue } from './describe-issue';

type Errors = Record<string, string>;

export type EditFormOptions<V extends object, B extends object> = {
  /** What is stored, as the form shows it. What one has not touched follows it. */
  base: V;
  /** The fields' names as the form shows them. */
  labels: Record<keyof V & string, string>;
  /** The changed fields as the call wants them; absent means unchanged. */
  bodyOf: (changed: Partial<V>, values: V) => B;
  /** The contract's schema of the body. */
  schema: z.ZodType;
  /** Findings that the schema cannot know, or says worse; only of what changed, or one could not save around it. */
  check?: (values: V, changed: Partial<V>) => Partial<Record<keyof V & string, string | null | undefined>>;
  /** Resolves once the server has taken it and `base` is about to say so. */
  save: (body: B) => Promise<unknown>;
  /** The field a refusal's code is about, where the server does not name one. */
  fieldOf?: Partial<Record<string, keyof V & string>>;
};

const same = (one: unknown, other: unknown) =>
  Object.is(one, other) || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

/**
 * The state of an editing page: the stored values with one's own edits laid over them. Only what changed is checked and
 * sent; what others save meanwhile shows in untouched fields; what is refused stays typed.
 */
export function useEditForm<V extends object, B extends object>(options: EditFormOptions<V, B>) {
  const { base, labels, bodyOf, schema, check, save, fieldOf = {} } = options;
  type Name = keyof V & string;
  const t = useText();
  const describe = useDescribeError();
  const [edits, setEdits] = useState<Partial<V>>({});
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string>();
  const [saving, setSaving] = useState(false);

  const values: V = { ...base, ...edits };
  const changed = (Object.keys(edits) as Name[]).filter((name) => !same(values[name], base[name]));
  const pending = useRef(false);
  useFocusOnError(errors);

  const set = <K extends Name>(name: K, value: V[K]) => {
    setEdits((current) => ({ ...current, [name]: value }));
    setErrors(({ [name]: _, ...rest }) => rest);
    setFailure(undefined);
  };
  const forget = () => {
    setErrors({});
    setFailure(undefined);
  };
  const pick = (names: Name[]) => Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<V>;

  const find = (names: Name[]): Errors => {
    const picked = pick(names);
    const body = bodyOf(picked, values);
    const found: Errors = {};
    for (const [name, message] of Object.entries(check?.(values, picked) ?? {})) {
      if (message) found[name] = message as string;
    }
    for (const issue of schema.safeParse(body).error?.issues ?? []) {
      const name = String(issue.path[0] ?? '');
      found[name] ??= describeIssue(issue, (body as Record<string, unknown>)[name], t);
    }
    return found;
  };

  /** Saves what changed; false where it was refused, here or by the server. */
  const submit = async (): Promise<boolean> => {
    if (pending.current || changed.length === 0) return changed.length === 0;
    const sent = pick(changed);
    const found = find(changed);
    setErrors(found);
    if (Object.keys(found).length > 0) return false;
    pending.current = true;
    setSaving(true);
    setFailure(undefined);
    try {
      await save(bodyOf(sent, values));
      // What was typed while the call was under way is still to be saved.
      setEdits((current) => {
        const rest = Object.entries(current).filter(([name, value]) => !same(value, sent[name as Name]));
        return Object.fromEntries(rest) as Partial<V>;
      });
      return true;
    } catch (error) {
      const known = Object.entries(fieldErrors(error)).filter(([path]) => (path.split('.')[0] ?? '') in labels);
      const field = fieldOf[(error as { code?: string }).code ?? ''];
      if (known.length > 0) setErrors(Object.fromEntries(known.map(([path, text]) => [path.split('.')[0], text])));
      else if (field) setErrors({ [field]: describe(error) });
      else setFailure(describe(error));
      return false;
    } finally {
      pending.current = false;
      setSaving(false);
    }
  };

  return {
    values,
    /** Names of the fields that differ from what is stored. */
    changed,
    changes: [...new Set(changed.map((name) => labels[name]))],
    errors,
    failure,
    saving,
    set,
    submit,
    discard: () => {
      setEdits({});
      forget();
    },
    /** For fields that hand over their value. */
    field: <K extends Name>(name: K) => ({
      label: labels[name],
      value: values[name],
      error: errors[name],
      onChange: (value: V[K]) => set(name, value),
    }),
    /** For fields that hand over an event. */
    text: <K extends Name>(name: K) => ({
      label: labels[name],
      value: values[name] as string,
      error: errors[name],
      onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value as V[K]),
    }),
    /** For switches and boxes. */
    toggle: <K extends Name>(name: K) => ({
      label: labels[name],
      checked: values[name] as boolean,
      error: errors[name],
      onChange: (event: { currentTarget: { checked: boolean } }) => set(name, event.currentTarget.checked as V[K]),
    }),
  };
}

export type EditForm<V extends object> = ReturnType<typeof useEditForm<V, object>>;

// Saving from the bar leaves the reader far from a field that is wrong further up.
function useFocusOnError(errors: Errors): void {
  const known = useRef(0);
  useEffect(() => {
    const count = Object.keys(errors).length;
    if (count > known.current) document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    known.current = count;
  }, [errors]);
}
