import type { ChallengeInfo } from '@vexil/contract/challenge';
import type { GameInfo } from '@vexil/contract/game';
import { hasContainer } from '@vexil/db/enums/challenge';
import { gamePhase } from '@vexil/rules/phase.rules';
import { useState } from 'react';
import { serverNow } from '../../api/clock';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { toastError } from '../../ui/toast';
import { useUpdateChallenge } from './challenge-edit.queries';
import { lacksFlag } from './challenge-health';

export type Enabled = Pick<ChallengeInfo, 'id' | 'title' | 'type' | 'isEnabled' | 'flagCount'>;

/** Enables and disables a challenge; asks first while players see the game and it runs. */
export function useEnable(game: GameInfo, challenge: Enabled) {
  const t = useText('challenge-edit');
  const update = useUpdateChallenge(game.id);
  const [asking, setAsking] = useState<'enable' | 'disable'>();
  const { id, title, type, isEnabled } = challenge;

  const change = (enabled: boolean) => update.mutateAsync({ challengeId: id, body: { isEnabled: enabled } });
  const turn = (enabled: boolean) => {
    const phase = gamePhase(game, serverNow());
    const isAsked = phase === 'Running' || (phase === 'Practice' && !enabled);
    if (isAsked && !game.hidden) return setAsking(enabled ? 'enable' : 'disable');
    change(enabled).catch((error: unknown) =>
      toastError(error, { title: t('challenge-edit.enable.failed', { title }) }),
    );
  };
  const consequence = () => {
    if (asking === 'enable') return t('challenge-edit.enable.enableText');
    return t(hasContainer(type) ? 'challenge-edit.enable.disableContainerText' : 'challenge-edit.enable.disableText');
  };
  const dialog = (
    <ConfirmDialog
      opened={asking !== undefined}
      onClose={() => setAsking(undefined)}
      title={t(asking === 'enable' ? 'challenge-edit.enable.enableTitle' : 'challenge-edit.enable.disableTitle', {
        title,
      })}
      confirmLabel={t(asking === 'enable' ? 'challenge-edit.enable.enable' : 'challenge-edit.enable.disable')}
      danger={asking === 'disable'}
      onConfirm={() => change(asking === 'enable')}
    >
      {consequence()}
    </ConfirmDialog>
  );
  const missing = !isEnabled && lacksFlag(challenge) ? t('challenge-edit.enable.noFlag') : undefined;
  return { turn, isPending: update.isPending, missing, dialog };
}
