import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import type { EngineAction } from './EngineRow';
import { countLive, type Engine, useUpdateEngine } from './engine.queries';

const stateAfter = { drain: 'draining', resume: 'active', remove: 'removed' } as const;

type EngineDialogProps = { engine: Engine; action: EngineAction; opened: boolean; onClose: () => void };

/** Says what the action does to the instances on the engine. */
export function EngineDialog({ engine, action, opened, onClose }: EngineDialogProps) {
  const t = useText('engine');
  const update = useUpdateEngine();
  const [givesUp, setGivesUp] = useState(false);
  const { name } = engine;
  const left = action === 'remove' ? countLive(engine) : 0;
  const giveUp = left > 0 && givesUp;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t(`engine.${action}.title`, { name })}
      confirmLabel={t(`engine.${action}.action`)}
      danger={action === 'remove'}
      disabled={left > 0 && !givesUp}
      onConfirm={() => update.mutateAsync({ name, state: stateAfter[action], giveUp })}
    >
      <div className="grid gap-12 dimmed">
        <p>{t(`engine.${action}.text`)}</p>
        {left > 0 && (
          <>
            <p>{t('engine.remove.left', { number: left })}</p>
            <Checkbox
              label={t('engine.remove.giveUp')}
              description={t('engine.remove.giveUpHelp')}
              checked={givesUp}
              onChange={(event) => setGivesUp(event.currentTarget.checked)}
            />
          </>
        )}
      </div>
    </ConfirmDialog>
  );
}
