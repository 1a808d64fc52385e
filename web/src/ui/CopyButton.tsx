import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useText } from '../i18n/use-text';
import { Hint } from './Hint';
import { toastFailure } from './toast';

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
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = () =>
    navigator.clipboard.writeText(typeof value === 'function' ? value() : value).then(
      () => {
        setCopied(true);
        onCopied?.();
      },
      () => toastFailure(t('ui.copy.failed')),
    );
  const name = copied ? t('ui.copy.done') : (label ?? t('ui.copy.label'));
  const Icon = copied ? IconCheck : IconCopy;

  if (withText) {
    return (
      <Button variant="default" onClick={copy} leftSection={<Icon size={18} stroke={1.75} aria-hidden />}>
        {name}
      </Button>
    );
  }
  return (
    <Hint label={name}>
      <ActionIcon aria-label={name} onClick={copy} color={copied ? 'green' : 'gray'}>
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </Hint>
  );
}
