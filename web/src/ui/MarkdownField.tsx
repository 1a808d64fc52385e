import { SegmentedControl, Textarea } from '@mantine/core';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import { useText } from '../i18n/use-text';
import { Markdown } from './Markdown';
import classes from './MarkdownField.module.css';
import { usePictureDrop } from './use-picture-drop';

type MarkdownFieldProps = {
  id?: string;
  label?: ReactNode;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  help?: ReactNode;
  placeholder?: string;
  minRows?: number;
  /** Grows with the text until then; equal to `minRows` it keeps its height. */
  maxRows?: number;
  autoFocus?: boolean;
};

/** Markdown beside what it will look like; where there is no room for both, one at a time. */
export function MarkdownField({
  label,
  value,
  onChange,
  help,
  minRows = 6,
  maxRows = 24,
  ...props
}: MarkdownFieldProps) {
  const t = useText();
  const ownId = useId();
  const id = props.id ?? ownId;
  const [view, setView] = useState<'write' | 'preview'>('write');
  const shown = useDeferredValue(value);
  const pictures = usePictureDrop();
  return (
    <div className={classes.field}>
      <div className={classes.head}>
        <label htmlFor={id} className="text-13 medium">
          {label}
        </label>
        {help && <p className={classes.help}>{help}</p>}
        <SegmentedControl
          className={classes.switch}
          size="xs"
          value={view}
          onChange={(next) => setView(next as typeof view)}
          data={[
            { value: 'write', label: t('ui.markdown.write') },
            { value: 'preview', label: t('ui.markdown.preview') },
          ]}
        />
      </div>
      <div className={classes.panes} data-view={view}>
        <Textarea
          className={classes.source}
          classNames={{ input: classes.input }}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          minRows={minRows}
          maxRows={maxRows}
          spellCheck
          {...props}
          {...pictures.handlers}
          error={pictures.error ?? props.error}
          id={id}
        />
        <section
          className={classes.preview}
          aria-label={typeof label === 'string' ? `${t('ui.markdown.preview')}: ${label}` : t('ui.markdown.preview')}
        >
          {shown.trim() === '' ? <p className="faint">{t('ui.markdown.empty')}</p> : <Markdown source={shown} />}
        </section>
      </div>
    </div>
  );
}
