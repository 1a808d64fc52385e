import { Select } from '@mantine/core';
import { factorRequirements } from '@vexil/contract/settings';
import { useText } from '../../i18n/use-text';
import { MomentField } from '../../ui/MomentField';
import { graceMs } from './factor-grace';
import type { SettingsForm } from './settings-form';

/** Of whom a second factor is required, and from when. */
export function FactorFields({ form }: { form: SettingsForm }) {
  const t = useText('config-admin');
  const { onChange, ...field } = form.field('factorRequiredOf');
  return (
    <>
      <Select
        {...field}
        onChange={(value) => {
          if (!value) return;
          onChange(value);
          if (form.values.factorRequiredFrom === null) form.set('factorRequiredFrom', Date.now() + graceMs);
        }}
        description={t('config-admin.help.factorRequiredOf')}
        data={factorRequirements.map((value) => ({ value, label: t(`config-admin.factorRequiredOf.${value}`) }))}
      />
      {form.values.factorRequiredOf !== 'None' && (
        <MomentField {...form.field('factorRequiredFrom')} empty={t('config-admin.help.factorRequiredFrom')} />
      )}
    </>
  );
}
