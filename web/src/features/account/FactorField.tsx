import { TextInput, type TextInputProps } from '@mantine/core';
import { useText } from '../../i18n/use-text';

/** A code of an authenticator app or a recovery code: the server tells them apart. */
export function FactorField(props: TextInputProps) {
  const t = useText('factor');
  return (
    <TextInput
      label={t('factor.code.label')}
      description={t('factor.code.hint')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      data-autofocus
      {...props}
    />
  );
}
