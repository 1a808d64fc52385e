import { ActionIcon, TextInput } from '@mantine/core';
import { IconDice5 } from '@tabler/icons-react';
import { AdminUserImportBody } from '@vexil/contract/account-admin';
import { isStrongPassword } from '@vexil/rules/password.rules';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { useForm } from '../../ui/use-form';
import classes from './Accounts.module.css';
import { type ImportedAccount, useImportAccounts } from './account-admin.queries';
import { HandOver } from './HandOver';
import { makePassword } from './make-password';

const blank = () => ({
  userName: '',
  email: '',
  password: makePassword(),
  realName: '',
  stdNumber: '',
  phone: '',
  teamName: '',
});

/** One account, confirmed and ready to sign in; refuses a name or address that is taken. */
export default function NewAccountDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText('account-admin');
  const run = useImportAccounts();
  const [base, setBase] = useState(blank);
  const [made, setMade] = useState<ImportedAccount>();
  const label = (name: keyof typeof base) => t(`account-admin.field.${name}`);
  const form = useForm({
    base,
    whole: true,
    schema: AdminUserImportBody.element,
    check: ({ password }) => ({ password: isStrongPassword(password) ? null : t('account-admin.import.weak') }),
    fieldOf: { 'account.rowNameTaken': 'userName', 'account.rowEmailTaken': 'email' },
    save: async (row) => {
      await run.mutateAsync({ rows: [row], existing: 'refuse' });
      setMade(row);
    },
  });
  const close = () => {
    setMade(undefined);
    form.discard();
    setBase(blank());
    onClose();
  };
  return (
    <FormModal
      opened={opened}
      unsaved={form.changed.length > 0 && !made}
      saving={form.saving}
      onClose={close}
      size="lg"
      title={t(made ? 'account-admin.new.made' : 'account-admin.new.title')}
    >
      {made ? (
        <HandOver name={made.userName} password={made.password} />
      ) : (
        <DialogForm form={form} submitLabel={t('account-admin.new.create')}>
          <div className={classes.pair}>
            <TextInput label={label('userName')} data-autofocus autoComplete="off" {...form.text('userName')} />
            <TextInput label={label('email')} type="email" autoComplete="off" {...form.text('email')} />
          </div>
          <TextInput
            label={label('password')}
            classNames={{ input: 'mono' }}
            autoComplete="off"
            {...form.text('password')}
            rightSection={
              <ActionIcon
                data-hint={t('account-admin.new.dice')}
                size={28}
                aria-label={t('account-admin.new.dice')}
                onClick={() => form.set('password', makePassword())}
              >
                <IconDice5 />
              </ActionIcon>
            }
          />
          <div className={classes.pair}>
            {(['realName', 'stdNumber', 'phone', 'teamName'] as const).map((name) => (
              <TextInput key={name} label={label(name)} autoComplete="off" {...form.text(name)} />
            ))}
          </div>
        </DialogForm>
      )}
    </FormModal>
  );
}
