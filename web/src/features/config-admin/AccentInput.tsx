import { ColorInput, type ColorInputProps, ColorSwatch } from '@mantine/core';
import { useText } from '../../i18n/use-text';
import { accent } from '../../theme/tokens';
import type { SettingsForm } from './settings-form';

type AccentInputProps = { form: SettingsForm } & Pick<
  ColorInputProps,
  'swatches' | 'swatchesPerRow' | 'description' | 'popoverProps'
>;

/** What is no colour stays in the field and is refused there. */
export function AccentInput({ form, ...props }: AccentInputProps) {
  const t = useText('config-admin');
  return (
    <ColorInput
      {...form.field('customTheme')}
      onBlur={form.text('customTheme').onBlur}
      fixOnBlur={false}
      format="hex"
      placeholder={accent.dark}
      leftSection={form.values.customTheme ? undefined : <ColorSwatch color={accent.dark} size={18} />}
      eyeDropperButtonProps={{ 'aria-label': t('config-admin.pickColour') }}
      {...props}
    />
  );
}
