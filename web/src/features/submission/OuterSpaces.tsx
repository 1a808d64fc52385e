import { type ClipboardEvent, useState } from 'react';
import { useText } from '../../i18n/use-text';
import classes from './FlagField.module.css';

type Trimmed = { from: string; to: string } | null;

/** Blanks around a pasted flag are removed, which the field says and can undo: a flag may have them. */
export function useTrimmedPaste(text: string, setText: (text: string) => void) {
  const [trimmed, setTrimmed] = useState<Trimmed>(null);
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    // As the field does.
    const pasted = event.clipboardData.getData('text').replace(/[\r\n]+/g, ' ');
    const { selectionStart, selectionEnd, readOnly } = event.currentTarget;
    const isWhole = (selectionStart ?? 0) === 0 && (selectionEnd ?? 0) === text.length;
    const to = pasted.trim();
    if (readOnly || !isWhole || to === '' || to === pasted) return;
    event.preventDefault();
    setText(to);
    setTrimmed({ from: pasted, to });
  };
  const putBack = () => {
    if (trimmed) setText(trimmed.from);
    setTrimmed(null);
  };
  return { onPaste, putBack: trimmed?.to === text ? putBack : null };
}

type OuterSpacesProps = {
  text: string;
  setText: (text: string) => void;
  /** Null unless blanks were removed from what is in the field. */
  putBack: (() => void) | null;
};

export function OuterSpaces({ text, setText, putBack }: OuterSpacesProps) {
  const t = useText('submission');
  const trimmed = text.trim();
  if (putBack) {
    return (
      <p className="dimmed" role="status">
        {t('submission.trimmed')}{' '}
        <button type="button" className={classes.fix} onClick={putBack}>
          {t('submission.putBack')}
        </button>
      </p>
    );
  }
  if (text === trimmed || trimmed === '') return null;
  return (
    <p className="warning">
      {t('submission.outerSpaces')}{' '}
      <button type="button" className={classes.fix} onClick={() => setText(trimmed)}>
        {t('submission.removeSpaces')}
      </button>
    </p>
  );
}
