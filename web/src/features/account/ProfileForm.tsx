import { Alert, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { FormBar } from '../../ui/FormBar';
import { Panel } from '../../ui/Panel';
import type { Account } from './account.queries';
import { EmailDialog } from './EmailDialog';
import { EmailField } from './EmailField';
import { useEmailChange } from './email-change';
import classes from './ProfilePage.module.css';
import { useProfileForm } from './use-profile-form';

export function ProfileForm({ account }: { account: Account }) {
  const t = useText('account');
  const { form, submit, failure, saving, changes } = useProfileForm(account);
  const { waitsFor, remember, forget } = useEmailChange(account);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <form className={classes.form} onSubmit={submit} noValidate>
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Panel title={t('account.profile.public')}>
          <p className={classes.hint}>{t('account.profile.publicHint')}</p>
          <div className={classes.fields}>
            <TextInput label={t('account.profile.name')} autoComplete="username" {...form.getInputProps('userName')} />
            <Textarea
              label={t('account.profile.bio')}
              maxLength={128}
              className={classes.wide}
              {...form.getInputProps('bio')}
            />
          </div>
        </Panel>
        <Panel title={t('account.profile.private')}>
          <p className={classes.hint}>{t('account.profile.privateHint')}</p>
          <div className={classes.fields}>
            <EmailField
              email={account.email ?? ''}
              waitsFor={waitsFor}
              onChange={() => setAsking(true)}
              onForget={forget}
            />
            <TextInput
              label={t('account.profile.phone')}
              type="tel"
              autoComplete="tel"
              {...form.getInputProps('phone')}
            />
            <TextInput label={t('account.profile.realName')} autoComplete="name" {...form.getInputProps('realName')} />
            <TextInput label={t('account.profile.stdNumber')} {...form.getInputProps('stdNumber')} />
          </div>
        </Panel>
        <FormBar changes={changes} saving={saving} onDiscard={form.reset} />
      </form>
      {/* Outside of the form because it contains a form itself. */}
      <EmailDialog opened={asking} onClose={() => setAsking(false)} suggestion={waitsFor ?? ''} onSent={remember} />
    </>
  );
}
