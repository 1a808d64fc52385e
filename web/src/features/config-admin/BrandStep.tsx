import { Button, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useText } from '../../i18n/use-text';
import { isHexColour } from '../../theme/palette';
import { ConflictDialog } from '../../ui/ConflictDialog';
import { FailureAlert } from '../../ui/FailureAlert';
import { AccentCheck } from './AccentCheck';
import { AccentInput } from './AccentInput';
import { BrandPreview } from './BrandPreview';
import { settingsQuery } from './config-admin.queries';
import classes from './Settings.module.css';
import { useSettingsForm } from './settings-form';

type BrandStepProps = {
  /** Our own name and words, which stand until others are set. */
  own: { title: string; slogan: string };
  onSaved: () => void;
};

/** Name, slogan and colour of a new platform. */
export function BrandStep({ own, onSaved }: BrandStepProps) {
  const t = useText('config-admin');
  const settings = useSuspenseQuery(settingsQuery()).data;
  const form = useSettingsForm(settings);
  const { title, slogan, customTheme } = form.values;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await form.submit()) onSaved();
  };
  return (
    <form className={classes.stack} onSubmit={(event) => void submit(event)} noValidate>
      <FailureAlert>{form.failure}</FailureAlert>
      <div className={classes.columns}>
        <TextInput {...form.text('title')} maxLength={64} placeholder={own.title} />
        <TextInput {...form.text('slogan')} maxLength={256} placeholder={own.slogan} />
        <AccentInput form={form} />
      </div>
      {isHexColour(customTheme) && (
        <AccentCheck colour={customTheme} onCorrect={(colour) => form.set('customTheme', colour)} />
      )}
      <BrandPreview
        title={title || own.title}
        slogan={slogan || own.slogan}
        colour={customTheme}
        footer=""
        logoHash={settings.globalConfig.logoHash}
        faviconHash={settings.globalConfig.faviconHash}
      />
      <div>
        <Button type="submit" loading={form.saving} disabled={form.changed.length === 0}>
          {t('config-admin.start.save')}
        </Button>
      </div>
      <ConflictDialog {...form.conflict} />
    </form>
  );
}
