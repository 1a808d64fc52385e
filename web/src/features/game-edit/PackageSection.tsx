import { Button } from '@mantine/core';
import type { GameInfo } from '@vexil/contract/game';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { Panel } from '../../ui/Panel';
import { toastFailure, toastSuccess } from '../../ui/toast';
import { useExportGame } from './game-tools.queries';
import classes from './InfoPage.module.css';

export function PackageSection({ game, id, title }: { game: GameInfo; id: string; title: string }) {
  const t = useText('game-edit', 'game-tools');
  const describe = useDescribeError();
  const exporting = useExportGame(game.id);
  const exportGame = () =>
    exporting.mutate(undefined, {
      onSuccess: () => toastSuccess(t('game-tools.exported')),
      onError: (error) => toastFailure(describe(error)),
    });
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.actions}>
        <p className={classes.words}>{t('game-tools.exportHelp')}</p>
        <Button variant="default" loading={exporting.isPending} onClick={exportGame}>
          {t('game-tools.export')}
        </Button>
      </div>
    </Panel>
  );
}
