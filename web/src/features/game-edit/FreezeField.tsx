import { Alert, Button } from '@mantine/core';
import { IconSnowflake } from '@tabler/icons-react';
import type { GameInfo } from '@vexil/contract/game';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { MomentField } from '../../ui/MomentField';
import { toastSuccess } from '../../ui/toast';
import { useReached } from '../../ui/use-reached';
import { useUnfreeze } from './game-edit.queries';
import classes from './InfoPage.module.css';
import type { InfoForm } from './info-form';

export function FreezeField({ form, game }: { form: InfoForm; game: GameInfo }) {
  const t = useText('game-edit');
  const unfreeze = useUnfreeze(game.id);
  const frozen = useReached(game.freezeTime);
  const [asking, setAsking] = useState(false);
  return (
    <div>
      <div className={classes.pair}>
        <MomentField {...form.field('freezeTime')} empty={t('game-edit.info.freezeNever')} />
      </div>
      <p className={classes.help}>{t('game-edit.info.freezeHelp')}</p>
      {frozen && (
        <Alert className={classes.frozen} color="blue" icon={<IconSnowflake size={18} stroke={1.75} aria-hidden />}>
          <div className={classes.actions}>
            <span>{t('game-edit.info.frozen')}</span>
            <Button onClick={() => setAsking(true)}>{t('game-edit.info.reveal')}</Button>
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
