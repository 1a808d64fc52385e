import { TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useText } from '../../i18n/use-text';

type FieldProps = ComponentProps<typeof TextInput>;

/** The name of a new account. */
export function UserNameField(props: FieldProps) {
  const t = useText('account');
  return (
    <TextInput
      label={t('account.register.name')}
      description={t('account.register.nameHint')}
      autoComplete="username"
      autoCapitalize="none"
      autoFocus
      {...props}
    />
  );
}

/** The address of a new account. */
export function AddressField(props: FieldProps) {
  const t = useText('account');
  return (
    <TextInput
      label={t('account.register.email')}
      description={t('account.register.emailHint')}
      type="email"
      autoComplete="email"
      {...props}
    />
  );
}
