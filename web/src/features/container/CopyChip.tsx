import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { useCopy } from '../../ui/use-copy';
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
  const { copied, copy } = useCopy();
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className={`mono ${classes.chip}`}
      data-copied={copied || undefined}
      data-hint={copied ? t('ui.copy.done') : value}
      aria-label={copied ? t('ui.copy.done') : label}
      onClick={() => void copy(value)}
    >
      <Icon size={14} stroke="2px" />
      {text}
    </button>
  );
}
