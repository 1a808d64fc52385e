import { Textarea, TextInput } from '@mantine/core';
import { useDeferredValue } from 'react';
import { useText } from '../../i18n/use-text';
import { isHexColour } from '../../theme/palette';
import { MarkdownField } from '../../ui/MarkdownField';
import { Panel } from '../../ui/Panel';
import { AccentCheck } from './AccentCheck';
import { AccentInput } from './AccentInput';
import { BrandPreview } from './BrandPreview';
import classes from './Settings.module.css';
import type { SettingsForm } from './settings-form';

type BrandingSectionProps = {
  form: SettingsForm;
  pictures: { logoHash: string | null; faviconHash: string | null };
  /** Our own name and words, which stand until others are set. */
  own: { title: string; slogan: string };
  id: string;
  title: string;
};

const swatches = ['#5b8cff', '#8b6cff', '#d65bd0', '#f0566b', '#f08a3c', '#e0b93a', '#3ecf8e', '#2bb8c9'];

export function BrandingSection({ form, pictures, own, id, title }: BrandingSectionProps) {
  const t = useText('config-admin');
  const footer = useDeferredValue(form.values.footerInfo);
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.branding}>
        <div className={classes.stack}>
          <div className={classes.columns}>
            <TextInput
              {...form.text('title')}
              maxLength={64}
              placeholder={own.title}
              description={t('config-admin.help.title')}
            />
            <TextInput
              {...form.text('slogan')}
              maxLength={256}
              placeholder={own.slogan}
              description={t('config-admin.help.slogan')}
            />
          </div>
          <div className={classes.columns}>
            <Textarea
              {...form.text('description')}
              maxLength={1024}
              minRows={2}
              maxRows={6}
              description={t('config-admin.help.description')}
            />
            <AccentInput
              form={form}
              swatches={swatches}
              swatchesPerRow={8}
              description={t('config-admin.help.customTheme')}
              popoverProps={{ withinPortal: true }}
            />
          </div>
          {isHexColour(form.values.customTheme) && (
            <AccentCheck colour={form.values.customTheme} onCorrect={(colour) => form.set('customTheme', colour)} />
          )}
          <MarkdownField
            {...form.field('footerInfo')}
            help={t('config-admin.help.footerInfo')}
            minRows={3}
            maxRows={10}
          />
        </div>
        <BrandPreview
          title={form.values.title || own.title}
          slogan={form.values.slogan || own.slogan}
          colour={form.values.customTheme}
          footer={footer}
          logoHash={pictures.logoHash}
          faviconHash={pictures.faviconHash}
        />
      </div>
    </Panel>
  );
}
