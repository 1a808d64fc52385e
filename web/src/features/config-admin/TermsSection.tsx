import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { MarkdownField } from '../../ui/MarkdownField';
import { Panel } from '../../ui/Panel';
import classes from './Settings.module.css';
import type { SettingsForm } from './settings-form';

type TermsSectionProps = { form: SettingsForm; id: string; title: string; consents: ReactNode };

/** What every account has to accept; `consents` shows who has. */
export function TermsSection({ form, id, title, consents }: TermsSectionProps) {
  const t = useText('config-admin');
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <MarkdownField {...form.field('terms')} help={t('config-admin.help.terms')} maxRows={14} />
        <MarkdownField {...form.field('privacy')} help={t('config-admin.help.privacy')} maxRows={14} />
        <TextInput {...form.text('eligibility')} description={t('config-admin.help.eligibility')} maxLength={512} />
        {consents}
      </div>
    </Panel>
  );
}
