import { Switch, Textarea } from '@mantine/core';
import { PauseBody } from '@vexil/contract/pause';
import { reasonLengthMax } from '@vexil/contract/reason.limits';
import { useText } from '../../i18n/use-text';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { useForm } from '../../ui/use-form';
import type { NewPause } from './pause.queries';

type Values = { reason: string; hideStatements: boolean; stopInstances: boolean };

const empty: Values = { reason: '', hideStatements: false, stopInstances: false };

type PauseDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** The question. */
  title: string;
  submitLabel: string;
  onPause: (body: NewPause) => Promise<unknown>;
};

/** Mount a new one each time. */
export function PauseDialog({ opened, onClose, title, submitLabel, onPause }: PauseDialogProps) {
  const t = useText('pause');
  const form = useForm({
    base: empty,
    whole: true,
    bodyOf: (_, { reason, ...switches }): NewPause => ({ reason: reason.trim(), ...switches }),
    schema: PauseBody,
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('pause.noReason') : null }),
    save: async (body) => {
      await onPause(body);
      onClose();
    },
  });
  return (
    <FormModal opened={opened} form={form} onClose={onClose} title={title}>
      <DialogForm form={form} submitLabel={submitLabel}>
        <p className="dimmed">{t('pause.text')}</p>
        <Textarea
          label={t('pause.reason')}
          description={t('pause.reasonHelp')}
          minRows={2}
          maxLength={reasonLengthMax}
          data-autofocus
          {...form.text('reason')}
        />
        <Switch label={t('pause.hide')} description={t('pause.hideHelp')} {...form.toggle('hideStatements')} />
        <Switch label={t('pause.stop')} description={t('pause.stopHelp')} {...form.toggle('stopInstances')} />
      </DialogForm>
    </FormModal>
  );
}
