import { Textarea } from '@mantine/core';
import { reasonLengthMax } from '@vexil/contract/reason.limits';
import { useState } from 'react';
import { useText } from '../i18n/use-text';
import { ConfirmDialog } from './ConfirmDialog';
import { useAskedClose } from './use-asked-close';

type ReasonDialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  text: string;
  /** Who reads the reason; without it, of a decision about a team. */
  hint?: string;
  confirmLabel: string;
  danger: boolean;
  onConfirm: (reason: string) => Promise<unknown>;
};

/** Asks before a decision about people, and for its reason. */
export function ReasonDialog({ opened, onClose, text, hint, onConfirm, ...dialog }: ReasonDialogProps) {
  const t = useText();
  const [reason, setReason] = useState('');
  const [wasOpened, setWasOpened] = useState(opened);
  if (wasOpened !== opened) {
    setWasOpened(opened);
    if (opened) setReason('');
  }
  const leave = useAskedClose(reason.trim() !== '', onClose);
  return (
    <ConfirmDialog
      {...dialog}
      opened={opened}
      onClose={onClose}
      onLeave={leave.close}
      closeOnEscape={leave.closeOnEscape}
      onConfirm={() => onConfirm(reason.trim())}
    >
      {leave.inside(
        <>
          <p className="dimmed">{text}</p>
          <Textarea
            mt="md"
            label={t('ui.reason.label')}
            description={hint ?? t('ui.reason.hint')}
            minRows={2}
            maxLength={reasonLengthMax}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
        </>,
      )}
    </ConfirmDialog>
  );
}
