import { Switch } from '@mantine/core';
import type { GameInfo } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { type Enabled, useEnable } from './use-enable';

/** In the head of the challenge's own pages. */
export function EnableSwitch({ game, challenge }: { game: GameInfo; challenge: Enabled }) {
  const t = useText('challenge-edit');
  const { turn, isPending, missing, dialog } = useEnable(game, challenge);
  const { title, isEnabled } = challenge;
  return (
    <>
      <Switch
        checked={isEnabled}
        disabled={isPending || missing !== undefined}
        data-hint={missing}
        aria-label={t('challenge-edit.enable.label', { title })}
        label={t(isEnabled ? 'challenge-edit.list.enabled' : 'challenge-edit.list.disabled')}
        description={missing}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      {dialog}
    </>
  );
}
