import { NumberInput, Switch } from '@mantine/core';
import { useText } from '../../i18n/use-text';
import { Panel } from '../../ui/Panel';
import classes from './Settings.module.css';
import type { SettingsForm } from './settings-form';

const minutes = [
  ['defaultLifetime', 7200],
  ['extensionDuration', 7200],
  ['renewalWindow', 360],
] as const;

export function ContainersSection({ form, id, title }: { form: SettingsForm; id: string; title: string }) {
  const t = useText('config-admin');
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <div className={classes.columns}>
          {minutes.map(([name, max]) => (
            <NumberInput
              key={name}
              {...form.field(name)}
              description={t(`config-admin.help.${name}`)}
              suffix={` ${t('ui.unit.minutes')}`}
              min={1}
              max={max}
            />
          ))}
        </div>
        <Switch
          {...form.toggle('autoDestroyOnLimitReached')}
          description={t('config-admin.help.autoDestroyOnLimitReached')}
        />
      </div>
    </Panel>
  );
}
