import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { toastFailure } from '../../ui/toast';
import classes from './CopyChip.module.css';

type CopyChipProps = {
  value: string;
  /** What is copied, for the name of the button. */
  label: string;
  text?: string;
};

/** A small button that copies a command and says so on itself. */
export function CopyChip({ value, label, text }: CopyChipProps) {
  const t = useText();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => toastFailure(t('ui.copy.failed')),
    );
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className={`mono ${classes.chip}`}
      data-copied={copied || undefined}
      data-hint={copied ? t('ui.copy.done') : value}
      aria-label={copied ? t('ui.copy.done') : label}
      onClick={copy}
    >
      <Icon size={14} stroke={2} aria-hidden />
      {text}
    </button>
  );
}
