import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { FormBar } from '../../ui/FormBar';
import { OwnFields } from '../../ui/OwnFields';
import { Panel } from '../../ui/Panel';
import type { Account } from './account.queries';
import { EmailDialog } from './EmailDialog';
import { EmailField } from './EmailField';
import { useEmailChange } from './email-change';
import classes from './ProfilePage.module.css';
import { useProfileForm } from './use-profile-form';

export function ProfileForm({ account }: { account: Account }) {
  const t = useText('account');
  const { form, asked } = useProfileForm(account);
  const { waitsFor, remember, forget } = useEmailChange(account);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <form className="grid gap-12" onSubmit={form.onSubmit} noValidate>
        <FailureAlert>{form.failure}</FailureAlert>
        <Panel title={t('account.profile.public')}>
          <p className={classes.hint}>{t('account.profile.publicHint')}</p>
          <div className={classes.fields}>
            <TextInput autoComplete="username" {...form.text('userName')} />
            <Textarea maxLength={128} className={classes.wide} {...form.text('bio')} />
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
            <TextInput type="tel" autoComplete="tel" {...form.text('phone')} />
            <TextInput autoComplete="name" {...form.text('realName')} />
            <TextInput {...form.text('stdNumber')} />
          </div>
        </Panel>
        {asked.length > 0 && (
          <Panel title={t('account.fields.title')}>
            <div className={classes.fields}>
              <OwnFields
                fields={asked}
                values={form.values.fields}
                error={form.errors.fields}
                onChange={(fields) => form.set('fields', fields)}
              />
            </div>
          </Panel>
        )}
        <FormBar form={{ ...form, failure: undefined }} />
      </form>
      {/* Outside of the form because it contains a form itself. */}
      <EmailDialog opened={asking} onClose={() => setAsking(false)} suggestion={waitsFor ?? ''} onSent={remember} />
    </>
  );
}
