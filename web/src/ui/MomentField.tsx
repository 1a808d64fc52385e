import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLanguage } from '../i18n/use-text';
import { formatRelative, formatTime } from './format-time';
import { useNow } from './use-now';

type MomentFieldProps = {
  label?: ReactNode;
  /** Unix milliseconds; null while there is none. */
  value: number | null;
  onChange: (value: number | null) => void;
  error?: ReactNode;
  /** Stands where no moment is chosen. */
  empty?: string;
  required?: boolean;
  disabled?: boolean;
};

/** `2026-05-01T18:00` in the reader's zone, as the browser's own field wants it. */
function toLocalText(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A date with a time; below it the moment in words, with its zone and how far away it is. */
export function MomentField({ value, onChange, empty, ...props }: MomentFieldProps) {
  const language = useLanguage();
  const now = useNow();
  const words =
    value === null ? empty : `${formatTime(value, 'weekday', language)} · ${formatRelative(value, now, language)}`;
  return (
    <TextInput
      {...props}
      type="datetime-local"
      value={value === null ? '' : toLocalText(value)}
      onChange={(event) => {
        const at = new Date(event.currentTarget.value).getTime();
        onChange(Number.isNaN(at) ? null : at);
      }}
      description={<span className="figures">{words ?? '\u00a0'}</span>}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}
