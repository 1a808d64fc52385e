import { Alert, Switch, TagsInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { Panel } from '../../ui/Panel';
import { FactorFields } from './FactorFields';
import classes from './Settings.module.css';
import type { SettingsForm } from './settings-form';

type AccountsSectionProps = {
  form: SettingsForm;
  captchaTest: ReactNode;
  hasCaptcha: boolean;
  hasMail: boolean;
  id: string;
  title: string;
};

export function AccountsSection({ form, captchaTest, hasCaptcha, hasMail, id, title }: AccountsSectionProps) {
  const t = useText('config-admin');
  const { activeOnRegister, emailConfirmationRequired, useCaptcha } = form.values;
  const outcome = activeOnRegister ? 'active' : emailConfirmationRequired ? 'mail' : 'review';
  const warning = (text: string) => (
    <Alert color="yellow" icon={<IconAlertTriangle />}>
      {text}
    </Alert>
  );
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <Switch {...form.toggle('allowRegister')} description={t('config-admin.help.allowRegister')} />
        <Switch {...form.toggle('activeOnRegister')} description={t('config-admin.help.activeOnRegister')} />
        <Switch
          {...form.toggle('emailConfirmationRequired')}
          description={t('config-admin.help.emailConfirmationRequired')}
        />
        <p className={classes.help} role="status">
          {t(`config-admin.outcome.${outcome}`)}
        </p>
        {emailConfirmationRequired && !hasMail && warning(t('config-admin.mail.missing'))}
        <TagsInput
          {...form.field('emailDomainList')}
          description={t('config-admin.help.emailDomainList')}
          placeholder="example.org"
          splitChars={[',', ' ', ';']}
          acceptValueOnBlur
        />
        <Switch {...form.toggle('useCaptcha')} description={t('config-admin.help.useCaptcha')} />
        {useCaptcha && !hasCaptcha && warning(t('config-admin.captcha.missing'))}
        {captchaTest}
        <FactorFields form={form} />
      </div>
    </Panel>
  );
}
