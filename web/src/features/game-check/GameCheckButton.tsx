import { Button, Loader, Modal } from '@mantine/core';
import { IconTestPipe } from '@tabler/icons-react';
import type { GameCheck } from '@vexil/contract/game-check';
import { useState } from 'react';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { FailedQuery } from '../../ui/FailedQuery';
import { FailureAlert } from '../../ui/FailureAlert';
import { StatusItem, StatusList } from '../../ui/StatusList';
import { RelativeTime } from '../../ui/Time';
import { useGameCheck, useStartGameCheck } from './game-check.queries';

type State = GameCheck['checks'][number]['state'];

const tones: Record<State, 'done' | 'advice' | 'missing'> = {
  ok: 'done',
  warning: 'advice',
  unknown: 'advice',
  fault: 'missing',
};

/** Paths of the signs: a tick, a diamond, a question, a cross. */
const signs: Record<State, string> = {
  ok: 'm3 8.5 3.2 3.2L13 5',
  warning: 'M8 2.5 13.5 8 8 13.5 2.5 8z',
  unknown: 'M5.5 6a2.5 2.5 0 1 1 3.4 2.3c-.6.3-.9.7-.9 1.4m0 2.8v.3',
  fault: 'm4 4 8 8m0-8-8 8',
};

export function GameCheckButton({ id }: { id: number }) {
  const t = useText('game-check');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        flex="none"
        leftSection={<IconTestPipe size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('game-check.open')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        size="lg"
        title={t('game-check.title')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <Contents id={id} isShown={isOpen} />
      </Modal>
    </>
  );
}

function Contents({ id, isShown }: { id: number; isShown: boolean }) {
  const t = useText('game-check');
  const describe = useDescribeError();
  const check = useGameCheck(id, isShown);
  const start = useStartGameCheck(id);
  const last = check.data ?? null;
  const isRunning = last !== null && last.finishedAt === null;
  return (
    <div className="grid gap-12">
      <p className="dimmed text-13">{t('game-check.lead')}</p>
      <FailedQuery query={check} />
      <FailureAlert>{start.isError && describe(start.error)}</FailureAlert>
      {last && <Findings check={last} />}
      <div className="row wrap end gap-12">
        {last?.finishedAt && (
          <span className="dimmed text-13">
            {t('game-check.ended')} <RelativeTime at={last.finishedAt} />
          </span>
        )}
        <Button loading={start.isPending} disabled={isRunning || check.isPending} onClick={() => start.mutate()}>
          {t(last ? 'game-check.again' : 'game-check.start')}
        </Button>
      </div>
    </div>
  );
}

function Findings({ check: { checks, finishedAt } }: { check: GameCheck }) {
  const t = useText('game-check');
  const faults = checks.filter(({ state }) => state === 'fault').length;
  return (
    <>
      <p role="status" className="row gap-8 semibold">
        {finishedAt === null ? (
          <>
            <Loader size={16} aria-hidden /> {t('game-check.running')}
          </>
        ) : (
          t(faults === 0 ? 'game-check.well' : 'game-check.faults', { count: faults })
        )}
      </p>
      <StatusList>
        {checks.map(({ code, state, message, advice }) => (
          <StatusItem
            key={code + message}
            tone={tones[state]}
            spoken={t(`game-check.state.${state}`)}
            sign={signs[state]}
          >
            {message}
            {advice && state !== 'ok' && <span className="block dimmed text-13">{advice}</span>}
          </StatusItem>
        ))}
      </StatusList>
    </>
  );
}
