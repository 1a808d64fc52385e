import { ActionIcon, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useLanguage, useText } from '../i18n/use-text';
import { formatRelative, formatTime } from './format-time';
import classes from './MomentField.module.css';
import { parseTime, typedTime } from './typed-time';
import { useNow } from './use-now';

type TypedFieldProps = {
  label?: ReactNode;
  'aria-label'?: string;
  className?: string | undefined;
  placeholder?: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** Unix milliseconds; null while there is none, NaN while what is typed is none. */
  value: number | null;
  onChange: (value: number | null) => void;
  withTime: boolean;
};

const example = new Date(2026, 10, 28, 18, 0).getTime();

/** `2026-05-01T18:00` in the reader's zone, as the browser's own field wants it. */
const localText = (at: number) => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/**
 * A text field, because the browser's own field speaks the browser's language and takes no paste; its calendar is that
 * of the browser, which on phones is the system's.
 */
function TypedField({ value, onChange, error, withTime, ...props }: TypedFieldProps) {
  const t = useText();
  const language = useLanguage();
  const picker = useRef<HTMLInputElement>(null);
  /** What is typed, and the value that it stands for: another one has come from outside. */
  const [draft, setDraft] = useState<{ text: string; value: number | null; left?: boolean }>();
  const typed = draft && Object.is(draft.value, value) ? draft : undefined;
  const isWrong = Number.isNaN(value);
  const text = value === null || isWrong ? '' : typedTime(value, language, withTime);
  const exampleText = typedTime(example, language, withTime);
  const read = (input: string) => (input.trim() === '' ? null : parseTime(input, language));
  const take = (input: string) => {
    const next = read(input);
    setDraft({ text: input, value: next });
    if (!Object.is(next, value)) onChange(next);
  };
  return (
    <TextInput
      placeholder={exampleText}
      {...props}
      classNames={{ input: 'figures' }}
      data-moment
      autoComplete="off"
      value={typed?.text ?? text}
      error={isWrong && (error || typed?.left) ? t('ui.moment.wrong', { example: exampleText }) : error}
      onChange={(event) => take(event.currentTarget.value)}
      onBlur={() => setDraft(isWrong && typed ? { ...typed, left: true } : undefined)}
      rightSectionWidth={36}
      rightSection={
        <>
          <ActionIcon
            size={28}
            aria-label={t('ui.moment.choose')}
            data-hint={t('ui.moment.choose')}
            disabled={props.disabled}
            onClick={() => picker.current?.showPicker()}
          >
            <IconCalendar />
          </ActionIcon>
          <input
            ref={picker}
            className={classes.picker}
            type={withTime ? 'datetime-local' : 'date'}
            tabIndex={-1}
            aria-hidden
            value={value === null || isWrong ? '' : localText(value).slice(0, withTime ? 16 : 10)}
            onChange={(event) => onChange(read(event.currentTarget.value))}
          />
        </>
      }
    />
  );
}

type MomentFieldProps = Omit<TypedFieldProps, 'withTime' | 'description'> & {
  /** Stands where no moment is chosen. */
  empty?: string;
};

/** A date with a time; below it the moment in words, with its zone and how far away it is. */
export function MomentField({ value, empty, ...props }: MomentFieldProps) {
  const language = useLanguage();
  const now = useNow();
  const words =
    value === null || Number.isNaN(value)
      ? value === null && empty
      : `${formatTime(value, 'weekday', language)} · ${formatRelative(value, now, language)}`;
  return (
    <TypedField {...props} withTime value={value} description={<span className="figures">{words || '\u00a0'}</span>} />
  );
}

type DayFieldProps = Pick<TypedFieldProps, 'aria-label' | 'className' | 'placeholder'> & {
  /** `2026-05-01`; empty while there is none. */
  value: string;
  onChange: (value: string) => void;
};

export function DayField({ value, onChange, ...props }: DayFieldProps) {
  const [isWrong, setWrong] = useState(false);
  const at = value === '' ? null : new Date(`${value}T00:00`).getTime();
  return (
    <TypedField
      {...props}
      withTime={false}
      value={isWrong ? Number.NaN : at}
      onChange={(next) => {
        setWrong(Number.isNaN(next));
        if (!Number.isNaN(next)) onChange(next === null ? '' : localText(next).slice(0, 10));
      }}
    />
  );
}
