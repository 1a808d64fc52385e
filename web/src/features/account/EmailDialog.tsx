import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { EmailChangeBody } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { call } from '../../api/call';
import { useText } from '../../i18n/use-text';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { toastSuccess } from '../../ui/toast';
import { useForm } from '../../ui/use-form';

type EmailDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** The address requested before, for sending its link again. */
  suggestion: string;
  onSent: (email: string) => void;
};

const fieldOf = { 'account.emailTaken': 'newMail', 'account.emailDomainRefused': 'newMail' } as const;

export function EmailDialog({ opened, onClose, suggestion, onSent }: EmailDialogProps) {
  const t = useText('account');
  const change = useMutation({
    mutationFn: (body: { newMail: string }) => call(accountEndpoints.changeEmail, { body }),
  });
  const form = useForm({
    base: { newMail: suggestion },
    whole: true,
    schema: EmailChangeBody,
    fieldOf,
    save: async (body) => {
      const { title } = await change.mutateAsync(body);
      onSent(body.newMail);
      toastSuccess(title || t('account.email.sent'));
      close();
    },
  });
  const close = () => {
    form.discard();
    onClose();
  };
  return (
    <FormModal
      opened={opened}
      unsaved={form.changed.length > 0}
      saving={form.saving}
      onClose={close}
      title={t('account.email.title')}
    >
      <DialogForm form={form} submitLabel={t('account.email.send')}>
        <p className="dimmed">{t('account.email.explain')}</p>
        <TextInput
          label={t('account.email.new')}
          type="email"
          autoComplete="email"
          data-autofocus
          {...form.text('newMail')}
        />
      </DialogForm>
    </FormModal>
  );
}
