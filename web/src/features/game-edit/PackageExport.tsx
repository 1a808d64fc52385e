import { Button } from '@mantine/core';
import type { GameInfo } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { toastError } from '../../ui/toast';
import { useExportGame } from './game-tools.queries';
import classes from './InfoPage.module.css';

/** The game for another installation. */
export function PackageExport({ game }: { game: GameInfo }) {
  const t = useText('game-tools');
  const exporting = useExportGame(game.id);
  const exportGame = () => exporting.mutate(undefined, { onError: (error) => toastError(error) });
  return (
    <div className={classes.actions}>
      <p className={classes.words}>{t('game-tools.exportHelp')}</p>
      <Button variant="default" loading={exporting.isPending} onClick={exportGame}>
        {t('game-tools.export')}
      </Button>
    </div>
  );
}
