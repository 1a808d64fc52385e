import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLanguage, useText } from '../../i18n/use-text';
import { ConflictDialog } from '../../ui/ConflictDialog';
import { FormBar } from '../../ui/FormBar';
import { useKeys } from '../../ui/keys';
import { PageHeader } from '../../ui/PageHeader';
import { QueryState } from '../../ui/QueryState';
import { SectionIndex } from '../../ui/SectionIndex';
import { AccountsSection } from './AccountsSection';
import { BrandingSection } from './BrandingSection';
import { CeilingsSection } from './CeilingsSection';
import { ContainersSection } from './ContainersSection';
import { mailTextsQuery, settingsQuery } from './config-admin.queries';
import { FieldsSection } from './FieldsSection';
import { LogoSection } from './LogoSection';
import { MailSection } from './MailSection';
import { MailTextsSection } from './MailTextsSection';
import { useMailTextsForm } from './mail-texts-form';
import { PrivacySection } from './PrivacySection';
import { ProvidersSection } from './ProvidersSection';
import classes from './Settings.module.css';
import { settingSections } from './setting-fields';
import { useSettingsForm } from './settings-form';
import { TermsSection } from './TermsSection';

type SectionId = (typeof settingSections)[number]['id'];

type SettingsPageProps = {
  /** Our own name and words, which stand until others are set. */
  own: { title: string; slogan: string };
  /** Tries the captcha. */
  captchaTest: ReactNode;
  hasCaptcha: boolean;
  /** Who accepted the terms. */
  consents: ReactNode;
  hasMail: boolean;
  ownEmail: string;
};

export function SettingsPage({ own, captchaTest, consents, hasCaptcha, hasMail, ownEmail }: SettingsPageProps) {
  const t = useText('config-admin');
  const settings = useSuspenseQuery(settingsQuery()).data;
  const form = useSettingsForm(settings);
  const mailTexts = useQuery(mailTextsQuery());
  const mails = useMailTextsForm(mailTexts.data);
  const language = useLanguage();
  const save = async () => {
    for (const one of [form, mails]) await one.submit();
  };
  useKeys([{ keys: 'mod+s', label: t('ui.form.save'), run: () => void save() }]);
  const titled = (id: SectionId) => ({ id, title: t(`config-admin.section.${id}`) });
  const isChanged = (id: SectionId, fields: readonly string[]) =>
    id === 'mailTexts' ? mails.changed.length > 0 : form.changed.some((name) => fields.includes(name));
  return (
    <>
      <PageHeader title={t('config-admin.title')} lead={t('config-admin.lead')} />
      <SectionIndex
        label={t('config-admin.section.label')}
        changedLabel={t('config-admin.section.changed')}
        sections={settingSections.map(({ id, fields }) => ({
          id,
          label: t(`config-admin.section.${id}`),
          changed: isChanged(id, fields),
        }))}
      >
        <BrandingSection form={form} pictures={settings.globalConfig} own={own} {...titled('branding')} />
        <div className={classes.halves}>
          <div className={classes.half}>
            <LogoSection pictures={settings.globalConfig} {...titled('logo')} />
            <PrivacySection form={form} {...titled('privacy')} />
            <MailSection hasMail={hasMail} ownEmail={ownEmail} {...titled('mail')} />
          </div>
          <AccountsSection
            form={form}
            captchaTest={captchaTest}
            hasCaptcha={hasCaptcha}
            hasMail={hasMail}
            {...titled('accounts')}
          />
        </div>
        <ProvidersSection settings={settings} {...titled('signIn')} />
        <TermsSection form={form} consents={consents} {...titled('terms')} />
        <FieldsSection form={form} stored={settings.accountPolicy.fields} {...titled('fields')} />
        {mailTexts.data && (
          <MailTextsSection
            data={mailTexts.data}
            form={mails}
            platform={form.values.title || own.title}
            language={language}
            {...titled('mailTexts')}
          />
        )}
        <QueryState query={mailTexts} />
        <div className={classes.halves}>
          <ContainersSection form={form} {...titled('containers')} />
          <CeilingsSection form={form} {...titled('ceilings')} />
        </div>
        <FormBar
          form={{
            changes: [...form.changes, ...mails.changes.filter((name) => name !== undefined)],
            saving: form.saving || mails.saving,
            failure: form.failure ?? mails.failure,
            discard: () => {
              form.discard();
              mails.discard();
            },
          }}
          onSave={save}
        />
        <ConflictDialog {...form.conflict} />
        <ConflictDialog {...mails.conflict} />
      </SectionIndex>
    </>
  );
}
