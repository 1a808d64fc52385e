import { ColorInput, Textarea, TextInput } from '@mantine/core';
import { useText } from '../../i18n/use-text';
import { accent } from '../../theme/tokens';
import { MarkdownField } from '../../ui/MarkdownField';
import { Panel } from '../../ui/Panel';
import { BrandPreview } from './BrandPreview';
import classes from './Settings.module.css';
import type { SettingsForm } from './settings-form';

type BrandingSectionProps = { form: SettingsForm; logoHash: string | null; id: string; title: string };

const swatches = ['#5b8cff', '#8b6cff', '#d65bd0', '#f0566b', '#f08a3c', '#e0b93a', '#3ecf8e', '#2bb8c9'];

export function BrandingSection({ form, logoHash, id, title }: BrandingSectionProps) {
  const t = useText('config-admin');
  return (
    <Panel id={id} title={title}>
      <div className={classes.stack}>
        <div className={classes.columns}>
          <TextInput {...form.text('title')} maxLength={64} description={t('config-admin.help.title')} />
          <TextInput {...form.text('slogan')} maxLength={256} description={t('config-admin.help.slogan')} />
        </div>
        <div className={classes.columns}>
          <Textarea
            {...form.text('description')}
            maxLength={1024}
            autosize
            minRows={2}
            maxRows={6}
            description={t('config-admin.help.description')}
          />
          <ColorInput
            {...form.field('customTheme')}
            format="hex"
            placeholder={accent.dark}
            swatches={swatches}
            swatchesPerRow={8}
            description={t('config-admin.help.customTheme')}
            popoverProps={{ withinPortal: true }}
          />
        </div>
        <BrandPreview
          title={form.values.title}
          slogan={form.values.slogan}
          colour={form.values.customTheme}
          logoHash={logoHash}
        />
        <MarkdownField
          {...form.field('footerInfo')}
          help={t('config-admin.help.footerInfo')}
          minRows={3}
          maxRows={10}
        />
      </div>
    </Panel>
  );
}
