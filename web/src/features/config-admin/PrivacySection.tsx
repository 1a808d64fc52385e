import { Select } from '@mantine/core';
import { foreignImageRules } from '@vexil/contract/settings';
import { useText } from '../../i18n/use-text';
import { Panel } from '../../ui/Panel';
import type { SettingsForm } from './settings-form';

export function PrivacySection({ form, id, title }: { form: SettingsForm; id: string; title: string }) {
  const t = useText('config-admin');
  const { onChange, ...field } = form.field('foreignImages');
  return (
    <Panel id={id} title={title} dense>
      <Select
        {...field}
        onChange={(value) => value && onChange(value)}
        description={t('config-admin.help.foreignImages')}
        data={foreignImageRules.map((value) => ({ value, label: t(`config-admin.foreignImages.${value}`) }))}
      />
    </Panel>
  );
}
