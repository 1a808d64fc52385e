import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useText } from '../i18n/use-text';
import { useCopy } from './use-copy';

export type CopyButtonProps = {
  /** The text, or what gives it when the button is pressed. */
  value: string | (() => string);
  /** What is copied, for the name of the button: "Copy address". */
  label?: string;
  /** Shows the label beside the icon. */
  withText?: boolean;
  onCopied?: () => void;
};

/** Copies and says so on itself for two seconds. */
export function CopyButton({ value, label, withText = false, onCopied }: CopyButtonProps) {
  const t = useText();
  const { copied, copy } = useCopy();
  const press = () => void copy(typeof value === 'function' ? value() : value, onCopied);
  const name = copied ? t('ui.copy.done') : (label ?? t('ui.copy.label'));
  const Icon = copied ? IconCheck : IconCopy;

  if (withText) {
    return (
      <Button variant="default" onClick={press} leftSection={<Icon />}>
        {name}
      </Button>
    );
  }
  return (
    <ActionIcon data-hint={name} aria-label={name} onClick={press} color={copied ? 'green' : 'gray'}>
      <Icon />
    </ActionIcon>
  );
}
