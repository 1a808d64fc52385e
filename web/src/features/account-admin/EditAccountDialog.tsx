import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AdminUserUpdateBody } from '@vexil/contract/account-admin';
import { type Role, roles } from '@vexil/db/enums/account';
import { useMemo } from 'react';
import { useText } from '../../i18n/use-text';
import { ConflictDialog } from '../../ui/ConflictDialog';
import { tableClasses } from '../../ui/DataTable';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { OwnFields } from '../../ui/OwnFields';
import { type Answers, answersOf, answersTo, answerText, fieldsProblem } from '../../ui/own-fields';
import { labelsOf } from '../../ui/use-form';
import { useVersionedForm } from '../../ui/use-versioned-form';
import classes from './Accounts.module.css';
import {
  type AccountChange,
  type AdminAccount,
  askedQuery,
  useAccountsChanged,
  useUpdateAccount,
} from './account-admin.queries';

const valuesOf = ({
  userName,
  email,
  realName,
  stdNumber,
  phone,
  bio,
  emailConfirmed,
  role,
  fields,
}: AdminAccount) => ({
  fields: answersOf(fields),
  userName,
  email,
  realName,
  stdNumber,
  phone: phone ?? '',
  bio,
  emailConfirmed,
  role,
});
type Values = ReturnType<typeof valuesOf>;

function useAccountForm(account: AdminAccount) {
  const t = useText('account-admin', 'own-field');
  const update = useUpdateAccount();
  const { data: terms } = useQuery(askedQuery());
  const asked = terms?.fields ?? [];
  const base = useMemo(() => valuesOf(account), [account]);
  const form = useVersionedForm<AdminAccount, Values, AccountChange>({
    stored: account,
    base,
    valuesOf,
    labels: labelsOf(base, (name) => t(name === 'fields' ? 'own-field.about' : `account-admin.field.${name}`)),
    bodyOf: ({ fields, ...rest }) => ({ ...rest, ...(fields && { fields: answersTo(asked, fields) }) }),
    check: ({ fields }, changed) => ({ fields: 'fields' in changed ? fieldsProblem(asked, fields, t) : null }),
    schema: AdminUserUpdateBody,
    fieldOf: { 'account.userNameTaken': 'userName', 'account.emailTaken': 'email', 'account.lastAdmin': 'role' },
    send: (body, version) => update.mutateAsync({ userId: account.id, body: { ...body, version } }),
    adopt: useAccountsChanged(),
    show: {
      role: (role: Role) => t(`account-admin.roles.${role}`),
      fields: (answers: Answers) =>
        asked
          .flatMap(({ id, name }) => {
            const value = answers[id] ?? null;
            return value === null ? [] : `${name}: ${answerText({ id, name, value }, t)}`;
          })
          .join(' · '),
    },
  });
  return { form, asked };
}

type EditAccountDialogProps = { account: AdminAccount; opened: boolean; onClose: () => void };

export function EditAccountDialog({ account, opened, onClose }: EditAccountDialogProps) {
  const t = useText('account-admin');
  const { form, asked } = useAccountForm(account);
  const { userName } = account;
  return (
    <FormModal
      opened={opened}
      form={form}
      onClose={onClose}
      size="lg"
      title={t('account-admin.edit.title', { name: userName })}
    >
      <DialogForm form={form} submitLabel={t('ui.form.save')} disabled={form.changed.length === 0} onSaved={onClose}>
        <div className={classes.pair}>
          <TextInput {...form.text('userName')} data-autofocus autoComplete="off" />
          <TextInput {...form.text('email')} type="email" autoComplete="off" />
          <TextInput {...form.text('realName')} autoComplete="off" />
          <TextInput {...form.text('stdNumber')} autoComplete="off" />
          <TextInput {...form.text('phone')} autoComplete="off" />
          <Select
            {...form.field('role')}
            onChange={(value) => value && form.set('role', value as Role)}
            data={roles.map((one) => ({ value: one, label: t(`account-admin.roles.${one}`) }))}
          />
        </div>
        <Textarea {...form.text('bio')} minRows={2} />
        <Switch {...form.toggle('emailConfirmed')} />
        <div className={classes.pair}>
          <OwnFields
            fields={asked}
            values={form.values.fields}
            error={form.errors.fields}
            onChange={(fields) => form.set('fields', fields)}
          />
        </div>
        <p className={tableClasses.dimmed}>{t('account-admin.edit.help')}</p>
      </DialogForm>
      <ConflictDialog {...form.conflict} />
    </FormModal>
  );
}
