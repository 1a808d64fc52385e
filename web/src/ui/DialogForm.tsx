import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { FailureAlert } from './FailureAlert';
import { CancelButton } from './FormModal';

type DialogActionsProps = {
  /** The action, not "OK". */
  submitLabel: string;
  saving?: boolean;
  disabled?: boolean;
};

/** The last row of a form in a FormModal. */
export function DialogActions({ submitLabel, saving = false, disabled = false }: DialogActionsProps) {
  return (
    <div className="row wrap end gap-8">
      <CancelButton disabled={saving} />
      <Button type="submit" loading={saving} disabled={disabled}>
        {submitLabel}
      </Button>
    </div>
  );
}

type DialogFormProps = Pick<DialogActionsProps, 'submitLabel' | 'disabled'> & {
  form: { failure: string | undefined; saving: boolean; submit: () => Promise<boolean> };
  onSaved?: () => void;
  children: ReactNode;
};

/** The form of a FormModal: what refused it, its fields, and the row that sends it. */
export function DialogForm({ form, onSaved, children, ...actions }: DialogFormProps) {
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await form.submit()) onSaved?.();
  };
  return (
    <form className="grid gap-16" onSubmit={(event) => void submit(event)} noValidate>
      <FailureAlert>{form.failure}</FailureAlert>
      {children}
      <DialogActions {...actions} saving={form.saving} />
    </form>
  );
}
