import { Button } from '@mantine/core';
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/use-text';
import classes from './FlagField.module.css';

type FlagDoneProps = {
  isFresh: boolean;
  /** The field that it replaces had the focus. */
  takesFocus: boolean;
  points: number | undefined;
  practice: boolean;
  /** Opens the next unsolved challenge; null where there is none. */
  onNext: (() => void) | null;
  /** Of the challenge that its organisers suggest; undefined for the next unsolved one. */
  nextTitle?: string | undefined;
};

export function FlagDone({ isFresh, takesFocus, points, practice, onNext, nextTitle }: FlagDoneProps) {
  const t = useText('submission');
  const own = useRef<HTMLDivElement>(null);
  // Not the button: the Enter that submitted the flag may be pressed again.
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) own.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={own} tabIndex={-1} className={classes.done} data-fresh={isFresh || undefined} role="status">
      <IconCircleCheck size="24px" className={classes.check} />
      <span>
        <strong>{t('submission.solved')}</strong>
        {points !== undefined && <span className="figures"> {t('submission.points', { count: points })}</span>}
        {points === undefined && practice && ` ${t('submission.solvedPractice')}`}
      </span>
      {onNext && (
        <Button
          className="push shrinks"
          variant="default"
          size="xs"
          rightSection={<IconArrowRight size={16} />}
          onClick={onNext}
        >
          <span className="ellipsis">
            {nextTitle === undefined ? t('submission.next') : t('submission.nextNamed', { title: nextTitle })}
          </span>
        </Button>
      )}
    </div>
  );
}
