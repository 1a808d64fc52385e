import { TextInput } from '@mantine/core';
import { useText } from '../../i18n/use-text';
import { MarkdownField } from '../../ui/MarkdownField';
import { Panel } from '../../ui/Panel';
import classes from './Settings.module.css';
import type { SettingsForm } from './settings-form';

/** What every account has to accept. */
export function TermsSection({ form, id, title }: { form: SettingsForm; id: string; title: string }) {
  const t = useText('config-admin');
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <MarkdownField {...form.field('terms')} help={t('config-admin.help.terms')} maxRows={14} />
        <MarkdownField {...form.field('privacy')} help={t('config-admin.help.privacy')} maxRows={14} />
        <TextInput {...form.text('eligibility')} description={t('config-admin.help.eligibility')} maxLength={512} />
      </div>
    </Panel>
  );
}
