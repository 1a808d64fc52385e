import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { FormBar } from '../../ui/FormBar';
import { useKeys } from '../../ui/keys';
import { PageHeader } from '../../ui/PageHeader';
import { SectionIndex } from '../../ui/SectionIndex';
import { toastSuccess } from '../../ui/toast';
import { AccountsSection } from './AccountsSection';
import { BrandingSection } from './BrandingSection';
import { CeilingsSection } from './CeilingsSection';
import { ContainersSection } from './ContainersSection';
import { settingsQuery } from './config-admin.queries';
import { LogoSection } from './LogoSection';
import { MailSection } from './MailSection';
import { type SettingsValues, useSettingsForm } from './settings-form';

const sections = [
  { id: 'branding', fields: ['title', 'slogan', 'description', 'footerInfo', 'customTheme'] },
  { id: 'logo', fields: [] },
  {
    id: 'accounts',
    fields: ['allowRegister', 'activeOnRegister', 'emailConfirmationRequired', 'emailDomainList', 'useCaptcha'],
  },
  { id: 'mail', fields: [] },
  {
    id: 'containers',
    fields: ['defaultLifetime', 'extensionDuration', 'renewalWindow', 'autoDestroyOnLimitReached'],
  },
  {
    id: 'ceilings',
    fields: ['memoryMiB', 'cores', 'storageMiB', 'lifetimeMinutes', 'networkModes', 'imageRegistries'],
  },
] as const satisfies readonly { id: string; fields: readonly (keyof SettingsValues)[] }[];
type SectionId = (typeof sections)[number]['id'];

type SettingsPageProps = {
  /** Tries the captcha. */
  captchaTest: ReactNode;
  hasCaptcha: boolean;
  hasMail: boolean;
  ownEmail: string;
};

export function SettingsPage({ captchaTest, hasCaptcha, hasMail, ownEmail }: SettingsPageProps) {
  const t = useText('config-admin');
  const settings = useSuspenseQuery(settingsQuery()).data;
  const form = useSettingsForm(settings);
  const save = async () => {
    if (form.changed.length > 0 && (await form.submit())) toastSuccess(t('config-admin.saved'));
  };
  useKeys([{ keys: 'mod+s', label: t('ui.form.save'), run: () => void save() }]);
  const titled = (id: SectionId) => ({ id, title: t(`config-admin.section.${id}`) });
  const changed: readonly string[] = form.changed;
  return (
    <>
      <PageHeader title={t('config-admin.title')} lead={t('config-admin.lead')} />
      <SectionIndex
        label={t('config-admin.section.label')}
        changedLabel={t('config-admin.section.changed')}
        sections={sections.map(({ id, fields }) => ({
          id,
          label: t(`config-admin.section.${id}`),
          changed: fields.some((field) => changed.includes(field)),
        }))}
      >
        <BrandingSection form={form} logoHash={settings.globalConfig.logoHash} {...titled('branding')} />
        <LogoSection logoHash={settings.globalConfig.logoHash} {...titled('logo')} />
        <AccountsSection
          form={form}
          captchaTest={captchaTest}
          hasCaptcha={hasCaptcha}
          hasMail={hasMail}
          {...titled('accounts')}
        />
        <MailSection hasMail={hasMail} ownEmail={ownEmail} {...titled('mail')} />
        <ContainersSection form={form} {...titled('containers')} />
        <CeilingsSection form={form} {...titled('ceilings')} />
        <FormBar
          changes={form.changes}
          saving={form.saving}
          failure={form.failure}
          onDiscard={form.discard}
          onSave={() => void save()}
        />
      </SectionIndex>
    </>
  );
}
