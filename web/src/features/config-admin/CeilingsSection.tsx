import { Checkbox, NumberInput, TagsInput } from '@mantine/core';
import { networkModes } from '@vexil/db/enums/container';
import { useText } from '../../i18n/use-text';
import { byteUnit } from '../../ui/format-bytes';
import { Panel } from '../../ui/Panel';
import classes from './Settings.module.css';
import type { SettingsForm } from './settings-form';

export function CeilingsSection({ form, id, title }: { form: SettingsForm; id: string; title: string }) {
  const t = useText('config-admin');
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <p className={classes.help}>{t('config-admin.help.ceilings')}</p>
        <div className={classes.columns}>
          <NumberInput {...form.field('memoryMiB')} suffix={` ${byteUnit('MiB')}`} min={32} max={1_048_576} />
          <NumberInput {...form.field('cores')} min={0.1} max={102.4} step={0.5} allowDecimal decimalScale={1} />
          <NumberInput {...form.field('storageMiB')} suffix={` ${byteUnit('MiB')}`} min={1} max={1_048_576} />
          <NumberInput
            {...form.field('lifetimeMinutes')}
            suffix={` ${t('ui.unit.minutes')}`}
            description={t('config-admin.help.lifetimeMinutes')}
            min={1}
            max={525_600}
          />
          <NumberInput
            {...form.field('instancesMax')}
            description={t('config-admin.help.instancesMax')}
            min={0}
            max={1_000_000}
          />
        </div>
        <Checkbox.Group
          {...form.field('networkModes')}
          description={t('config-admin.help.networkModes')}
          inputWrapperOrder={['label', 'description', 'input', 'error']}
        >
          <div className={classes.columns}>
            {networkModes.map((mode) => (
              <Checkbox
                key={mode}
                mt="xs"
                value={mode}
                label={t(`config-admin.network.${mode}`)}
                description={t(`config-admin.network.${mode}Help`)}
              />
            ))}
          </div>
        </Checkbox.Group>
        <TagsInput
          {...form.field('imageRegistries')}
          description={t('config-admin.help.imageRegistries')}
          placeholder="registry.example.org/ctf"
          splitChars={[',', ' ', ';']}
          acceptValueOnBlur
        />
        <TagsInput
          {...form.field('runtimes')}
          description={t('config-admin.help.runtimes')}
          placeholder="runsc"
          splitChars={[',', ' ', ';']}
          acceptValueOnBlur
        />
      </div>
    </Panel>
  );
}
