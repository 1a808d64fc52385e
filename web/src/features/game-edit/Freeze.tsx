import { Alert, Button } from '@mantine/core';
import { IconSnowflake } from '@tabler/icons-react';
import type { GameInfo } from '@vexil/contract/game';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { toastSuccess } from '../../ui/toast';
import { useReached } from '../../ui/use-reached';
import { useUnfreeze } from './game-edit.queries';
import classes from './InfoPage.module.css';

/** What a freeze does; once it has begun, the way to end it. */
export function Freeze({ game, isSet }: { game: GameInfo; isSet: boolean }) {
  const t = useText('game-edit');
  const unfreeze = useUnfreeze(game.id);
  const frozen = useReached(game.freezeTime);
  const [asking, setAsking] = useState(false);
  return (
    <div className={classes.freeze}>
      {isSet && <p className={classes.help}>{t('game-edit.info.freezeHelp')}</p>}
      {frozen && (
        <Alert className="above-12" color="blue" icon={<IconSnowflake aria-hidden />}>
          <div className={classes.stack}>
            <span>{t('game-edit.info.frozen')}</span>
            <div>
              <Button size="xs" onClick={() => setAsking(true)}>
                {t('game-edit.info.reveal')}
              </Button>
            </div>
          </div>
        </Alert>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('game-edit.info.revealTitle')}
        confirmLabel={t('game-edit.info.reveal')}
        onConfirm={() => unfreeze.mutateAsync().then(() => toastSuccess(t('game-edit.info.revealed')))}
      >
        {t('game-edit.info.revealText')}
      </ConfirmDialog>
    </div>
  );
}
