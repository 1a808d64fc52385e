import { Alert, Button, Group, Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { EmailChangeBody } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { useEffect } from 'react';
import { call } from '../../api/call';
import { useFormFailure } from '../../api/form-failure';
import { useText } from '../../i18n/use-text';
import { useSchemaForm } from '../../ui/schema-form';
import { toastSuccess } from '../../ui/toast';
import classes from './ProfilePage.module.css';

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
  const form = useSchemaForm(EmailChangeBody, { initialValues: { newMail: '' } });
  const { failure, show, clear } = useFormFailure(form, fieldOf);
  const { setFieldValue } = form;
  useEffect(() => {
    if (opened && suggestion) setFieldValue('newMail', suggestion);
  }, [opened, suggestion, setFieldValue]);
  const change = useMutation({
    mutationFn: (body: { newMail: string }) => call(accountEndpoints.changeEmail, { body }),
    onMutate: clear,
    onSuccess: ({ title }, { newMail }) => {
      onSent(newMail);
      toastSuccess(title || t('account.email.sent'));
      form.reset();
      onClose();
    },
    onError: show,
  });
  const submit = form.onSubmit((values) => change.mutate(values));
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('account.email.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit} noValidate className={classes.dialog}>
        <p className={classes.explain}>{t('account.email.explain')}</p>
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <TextInput
          label={t('account.email.new')}
          type="email"
          autoComplete="email"
          data-autofocus
          {...form.getInputProps('newMail')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={change.isPending}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('account.email.send')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
