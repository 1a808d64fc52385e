import { Button, Loader, TextInput } from '@mantine/core';
import { IconCircleCheck, IconClockOff, IconFlag3, IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { flagLengthMax } from '@vexil/rules/flag.rules';
import { type Ref, useEffect, useImperativeHandle, useRef, useSyncExternalStore } from 'react';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import classes from './FlagField.module.css';
import { FlagVerdict } from './FlagVerdict';
import { flagDesk } from './flag-desk';

export type FlagFieldHandle = { focus: () => void };

export type FlagFieldProps = {
  gameId: number;
  challengeId: number;
  teamId: number;
  solved: boolean;
  /** Points the team has for it; undefined while not solved. */
  points?: number;
  /** Why no flag is taken, whatever the field holds. */
  closed: 'ended' | 'deadline' | null;
  /** The game is over, and solves count no more. */
  practice: boolean;
  /** 0 is no limit. */
  limit: number;
  attempts: number;
  ref?: Ref<FlagFieldHandle>;
};

/** Where a flag is entered and its verdict is told. A wrong flag stays and is selected; nothing is sent twice. */
export function FlagField(props: FlagFieldProps) {
  const { gameId, challengeId, teamId, solved, points, closed, practice, limit, attempts, ref } = props;
  const t = useText('submission');
  const client = useQueryClient();
  const describe = useDescribeError();
  const desk = flagDesk({ gameId, challengeId, teamId });
  const { text, state } = useSyncExternalStore(desk.subscribe, desk.snapshot);
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }), []);

  const { kind } = state;
  useEffect(() => {
    if (kind === 'wrong' || kind === 'arrived') input.current?.select();
  }, [kind]);

  if (solved || kind === 'right') {
    return (
      <div className={classes.done} data-fresh={kind === 'right' || undefined} role="status">
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

  const busy = kind === 'sending' || kind === 'judging' || kind === 'checking';
  const outerBlanks = text !== text.trim() && text.trim() !== '';
  const failed = !busy && !['idle', 'right'].includes(kind);
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void desk.send(client);
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
          onChange={(event) => desk.write(event.currentTarget.value)}
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
          disabled={busy || kind === 'wait'}
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
        {outerBlanks && !busy && (
          <p className={classes.hint}>
            {t('submission.blanks')}{' '}
            <button type="button" className={classes.fix} onClick={() => desk.write(text.trim())}>
              {t('submission.removeBlanks')}
            </button>
          </p>
        )}
      </div>
    </form>
  );
}
