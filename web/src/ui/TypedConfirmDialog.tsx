import { Button, Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useText } from '../i18n/use-text';
import type { ConfirmDialogProps } from './ConfirmDialog';
import { FailureAlert } from './FailureAlert';

type TypedConfirmDialogProps = Omit<ConfirmDialogProps, 'danger'> & {
  /** The text to type before the action is enabled. */
  expected: string;
  fieldLabel: string;
};

/** For what cannot be undone and affects many people. */
export function TypedConfirmDialog(props: TypedConfirmDialogProps) {
  const { opened, onClose, title, children, confirmLabel, onConfirm, expected, fieldLabel } = props;
  const t = useText();
  const [typed, setTyped] = useState('');
  const action = useMutation({ mutationFn: async () => onConfirm(), onSuccess: onClose });
  const isConfirmed = typed.trim() === expected.trim();
  const close = () => {
    if (action.isPending) return;
    setTyped('');
    action.reset();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed) action.mutate();
  };
  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <form onSubmit={submit}>
        <p className="below-16 dimmed">{children}</p>
        <TextInput
          label={fieldLabel}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        <FailureAlert mt="md" error={action.error} />
        <div className="row wrap end gap-8 above-20">
          <Button variant="default" onClick={close} disabled={action.isPending}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" color="red" loading={action.isPending} disabled={!isConfirmed}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
