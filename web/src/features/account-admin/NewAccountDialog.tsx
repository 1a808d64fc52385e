import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconDice5 } from '@tabler/icons-react';
import { AdminUserImportBody } from '@vexil/contract/account-admin';
import { isStrongPassword } from '@vexil/rules/password.rules';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { CancelButton, FormModal } from '../../ui/FormModal';
import { Hint } from '../../ui/Hint';
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
        <form className="grid gap-16" onSubmit={form.onSubmit} noValidate>
          <FailureAlert>{form.failure}</FailureAlert>
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
              <Hint label={t('account-admin.new.dice')}>
                <ActionIcon
                  size={28}
                  aria-label={t('account-admin.new.dice')}
                  onClick={() => form.set('password', makePassword())}
                >
                  <IconDice5 />
                </ActionIcon>
              </Hint>
            }
          />
          <div className={classes.pair}>
            {(['realName', 'stdNumber', 'phone', 'teamName'] as const).map((name) => (
              <TextInput key={name} label={label(name)} autoComplete="off" {...form.text(name)} />
            ))}
          </div>
          <div className="row wrap end gap-8">
            <CancelButton disabled={form.saving} />
            <Button type="submit" loading={form.saving}>
              {t('account-admin.new.create')}
            </Button>
          </div>
        </form>
      )}
    </FormModal>
  );
}
