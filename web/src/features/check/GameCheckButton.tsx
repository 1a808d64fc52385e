import { Button, Loader, Modal } from '@mantine/core';
import { IconTestPipe } from '@tabler/icons-react';
import type { GameCheck } from '@vexil/contract/game-check';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { QueryState } from '../../ui/QueryState';
import { RelativeTime } from '../../ui/Time';
import { CheckResults } from './CheckResults';
import { useGameCheck, useStartGameCheck } from './check.queries';

export function GameCheckButton({ id }: { id: number }) {
  const t = useText('game-check');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        flex="none"
        leftSection={<IconTestPipe size={16} />}
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
  const check = useGameCheck(id, isShown);
  const start = useStartGameCheck(id);
  const last = check.data ?? null;
  const isRunning = last !== null && last.finishedAt === null;
  return (
    <div className="grid gap-12">
      <p className="dimmed text-13">{t('game-check.lead')}</p>
      <QueryState query={check} />
      <FailureAlert error={start.error} />
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
      <CheckResults checks={checks} />
    </>
  );
}
