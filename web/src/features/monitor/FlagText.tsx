import { Button } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { AnswerResult } from '@vexil/db/enums/submission';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { createStore, useStore } from '../../store/create-store';
import { readStored, writeStored } from '../../store/stored';
import { CopyButton } from '../../ui/CopyButton';

// Control rooms are filmed, so a flag that is right for some team is shown only when it is asked for.

const key = 'rightFlags';
const areShown = createStore(false, () => {
  areShown.set(readStored(key, 'sessionStorage') !== null);
  return () => {};
});

const isRight = (status: AnswerResult) => status === 'Accepted' || status === 'CheatDetected';
/** Blanks decide, and are not seen otherwise. */
const withBlanks = (answer: string) => answer.replace(/\s/g, '·');

type Flag = { answer: string; status: AnswerResult };

/** What stands for a flag in a row. */
export function useFlagText({ answer, status }: Flag): string {
  const t = useText('monitor');
  const shown = useStore(areShown);
  return isRight(status) && !shown ? t('monitor.flags.hidden') : withBlanks(answer);
}

/** The whole flag, to be copied as it was sent. */
export function WholeFlag({ answer, status }: Flag) {
  const t = useText('monitor');
  const shown = useStore(areShown);
  const [asked, setAsked] = useState(false);
  if (isRight(status) && !shown && !asked) {
    return (
      <Button variant="default" size="compact-sm" leftSection={<IconEye />} onClick={() => setAsked(true)}>
        {t('monitor.flags.showOne')}
      </Button>
    );
  }
  return (
    <>
      <code>{withBlanks(answer)}</code>
      <CopyButton value={answer} label={t('monitor.row.copyFlag')} />
    </>
  );
}

/** For this tab until it is closed. */
export function ShowFlags() {
  const t = useText('monitor');
  const shown = useStore(areShown);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <Button
      variant="default"
      aria-pressed={shown}
      leftSection={<Icon />}
      onClick={() => {
        writeStored(key, shown ? null : '1', 'sessionStorage');
        areShown.set(!shown);
      }}
    >
      {t('monitor.flags.showAll')}
    </Button>
  );
}
