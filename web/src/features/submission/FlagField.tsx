import { Button, Loader, TextInput } from '@mantine/core';
import { IconClockOff, IconFlag3, IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { flagLengthMax } from '@vexil/contract/flag.limits';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { describeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { useStore } from '../../store/create-store';
import { FlagDone } from './FlagDone';
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
  closed: 'ended' | 'deadline' | 'paused' | null;
  practice: boolean;
  /** 0 means no limit. */
  limit: number;
  attempts: number;
  /** Opens the next unsolved challenge; null where there is none. */
  onNext?: (() => void) | null;
  nextTitle?: string | undefined;
  ref?: Ref<FlagFieldHandle>;
};

/** A wrong flag stays and is selected; nothing is submitted twice. */
export function FlagField(props: FlagFieldProps) {
  const { gameId, challengeId, teamId, solved, points, closed, practice, limit, attempts } = props;
  const { onNext = null, nextTitle, ref } = props;
  const t = useText('submission');
  const client = useQueryClient();
  const store = flagStore({ gameId, challengeId, teamId });
  const { text, state } = useStore(store.current);
  const input = useRef<HTMLInputElement>(null);
  const hadFocus = useRef(false);
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }), []);

  const { kind } = state;
  useEffect(() => {
    if (kind === 'wrong' || kind === 'arrived') input.current?.select();
  }, [kind]);

  if (solved || kind === 'correct') {
    return (
      <FlagDone
        isFresh={kind === 'correct'}
        takesFocus={hadFocus.current}
        points={points}
        practice={practice}
        onNext={onNext}
        nextTitle={nextTitle}
      />
    );
  }
  const refusal = limit > 0 && attempts >= limit ? 'attempts' : closed;
  if (refusal) {
    const Icon = refusal === 'attempts' ? IconLock : IconClockOff;
    return (
      <div className={classes.closed} role="status">
        <Icon size={20} />
        {t(`submission.closed.${refusal}`)}
      </div>
    );
  }

  const busy = isBusy(state);
  const failed = !busy && kind !== 'idle';
  const { length } = text.trim();
  return (
    <form
      className="grid gap-6"
      noValidate
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) hadFocus.current = false;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void store.submit(client);
      }}
    >
      <div className="flex gap-8">
        <TextInput
          ref={input}
          className="grow shrinks"
          classNames={{ input: `mono ${classes.input}` }}
          size="md"
          aria-label={t('submission.flag')}
          placeholder={t('submission.placeholder')}
          leftSection={<IconFlag3 />}
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
          length={length > flagLengthMax ? length : null}
          refusal={kind === 'refused' ? describeError(state.error) : ''}
        />
      </div>
    </form>
  );
}
