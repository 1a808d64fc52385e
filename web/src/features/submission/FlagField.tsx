import { Button, Loader, TextInput } from '@mantine/core';
import { IconCircleCheck, IconClockOff, IconFlag3, IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { flagLengthMax } from '@vexil/rules/flag.rules';
import { type Ref, useEffect, useImperativeHandle, useRef, useSyncExternalStore } from 'react';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import classes from './FlagField.module.css';
import { FlagVerdict } from './FlagVerdict';
import { flagStore, isBusy } from './flag-store';

type FlagFieldHandle = { focus: () => void };

export type FlagFieldProps = {
  gameId: number;
  challengeId: number;
  teamId: number;
  solved: boolean;
  /** The team's points for it; undefined while not solved. */
  points?: number;
  /** Why flags are not accepted. */
  closed: 'ended' | 'deadline' | null;
  practice: boolean;
  /** 0 means no limit. */
  limit: number;
  attempts: number;
  ref?: Ref<FlagFieldHandle>;
};

/** A wrong flag stays and is selected; nothing is submitted twice. */
export function FlagField(props: FlagFieldProps) {
  const { gameId, challengeId, teamId, solved, points, closed, practice, limit, attempts, ref } = props;
  const t = useText('submission');
  const client = useQueryClient();
  const describe = useDescribeError();
  const store = flagStore({ gameId, challengeId, teamId });
  const { text, state } = useSyncExternalStore(store.subscribe, store.snapshot);
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }), []);

  const { kind } = state;
  useEffect(() => {
    if (kind === 'wrong' || kind === 'arrived') input.current?.select();
  }, [kind]);

  if (solved || kind === 'correct') {
    return (
      <div className={classes.done} data-fresh={kind === 'correct' || undefined} role="status">
        <IconCircleCheck size={24} stroke={1.75} aria-hidden className={classes.check} />
        <span>
          <strong>{t('submission.solved')}</strong>
          {points !== undefined && <span className="figures"> {t('submission.points', { count: points })}</span>}
          {points === undefined && practice && ` ${t('submission.solvedPractice')}`}
        </span>
      </div>
    );
  }
  const used = limit > 0 && attempts >= limit;
  if (closed || used) {
    const Icon = used ? IconLock : IconClockOff;
    return (
      <div className={classes.closed} role="status">
        <Icon size={20} stroke={1.75} aria-hidden />
        {t(used ? 'submission.closed.attempts' : `submission.closed.${closed ?? 'ended'}`)}
      </div>
    );
  }

  const busy = isBusy(state);
  const hasOuterSpaces = text !== text.trim() && text.trim() !== '';
  const failed = !busy && !['idle', 'correct'].includes(kind);
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void store.submit(client);
      }}
    >
      <div className={classes.row}>
        <TextInput
          ref={input}
          className={classes.field}
          classNames={{ input: `mono ${classes.input}` }}
          size="md"
          aria-label={t('submission.flag')}
          placeholder={t('submission.placeholder')}
          leftSection={<IconFlag3 size={18} stroke={1.75} aria-hidden />}
          value={text}
          onChange={(event) => store.setText(event.currentTarget.value)}
          readOnly={busy}
          error={failed}
          aria-describedby={`verdict-${challengeId}`}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="send"
        />
        <Button
          type="submit"
          size="md"
          disabled={busy || kind === 'rateLimited'}
          leftSection={busy ? <Loader size={18} type="oval" color="currentColor" /> : undefined}
        >
          {t(busy ? 'submission.checking' : 'submission.submit')}
        </Button>
      </div>
      <div className={classes.below} id={`verdict-${challengeId}`}>
        <FlagVerdict
          state={state}
          practice={practice}
          left={limit > 0 ? Math.max(0, limit - attempts) : null}
          attempts={attempts}
          length={text.length > flagLengthMax ? text.length : null}
          refusal={state.kind === 'refused' ? describe(state.error) : ''}
        />
        {hasOuterSpaces && !busy && (
          <p className={classes.hint}>
            {t('submission.outerSpaces')}{' '}
            <button type="button" className={classes.fix} onClick={() => store.setText(text.trim())}>
              {t('submission.removeSpaces')}
            </button>
          </p>
        )}
      </div>
    </form>
  );
}
