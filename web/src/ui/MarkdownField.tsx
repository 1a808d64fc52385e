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
  maxRows?: number;
  /** Takes the height that its place has, and scrolls; `minRows` is the least. */
  fill?: boolean;
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
  fill = false,
  ...props
}: MarkdownFieldProps) {
  const t = useText();
  const ownId = useId();
  const id = props.id ?? ownId;
  const [view, setView] = useState<'write' | 'preview'>('write');
  const shown = useDeferredValue(value);
  const pictures = usePictureDrop();
  return (
    <div className={classes.field} data-fill={fill || undefined}>
      <div className={classes.head}>
        <label htmlFor={id} className="text-13 medium">
          {label}
        </label>
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
          classNames={{ wrapper: classes.wrapper, input: classes.input }}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          {...(fill ? { autosize: false, rows: minRows } : { minRows, maxRows })}
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
      {help && <p className={classes.help}>{help}</p>}
    </div>
  );
}
