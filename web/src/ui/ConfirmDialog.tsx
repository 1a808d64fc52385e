import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text';
import { FailureAlert } from './FailureAlert';
import { useOpenedLater } from './OnDemand';

export type ConfirmDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** Instead of `onClose`, where it is left without the action. */
  onLeave?: () => void;
  closeOnEscape?: boolean;
  /** The question: "Delete challenge?" */
  title: string;
  /** What will happen, and whether it can be undone. */
  children?: ReactNode;
  /** The action, not "OK". */
  confirmLabel: string;
  danger?: boolean;
  /** Something still has to be chosen. */
  disabled?: boolean;
  /** Closes when it resolves; what it rejects with is shown in the dialog, which stays open. */
  onConfirm: () => Promise<unknown> | undefined;
};

/** Asks before an action that cannot easily be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    onClose,
    onLeave = onClose,
    closeOnEscape = true,
    title,
    children,
    confirmLabel,
    danger = false,
    disabled = false,
    onConfirm,
  } = props;
  const t = useText();
  const action = useMutation({ mutationFn: async () => onConfirm(), onSuccess: onClose });
  const close = () => {
    if (action.isPending) return;
    action.reset();
    onLeave();
  };
  return (
    <Modal
      opened={useOpenedLater(opened)}
      onClose={close}
      closeOnEscape={closeOnEscape}
      title={title}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {typeof children === 'string' ? <p className="dimmed">{children}</p> : children}
      <FailureAlert mt="md" error={action.error} />
      <div className="row wrap end gap-8 above-20">
        <Button variant="default" onClick={close} disabled={action.isPending} data-autofocus={danger || undefined}>
          {t('ui.cancel')}
        </Button>
        <Button
          color={danger ? 'red' : 'brand'}
          onClick={() => action.mutate()}
          loading={action.isPending}
          disabled={disabled}
          data-autofocus={danger ? undefined : true}
        >
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  );
}
