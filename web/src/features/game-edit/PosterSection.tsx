import { imageSizeBytesMax } from '@vexil/contract/account.limits';
import type { GameInfo } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { Panel } from '../../ui/Panel';
import { UploadDrop } from '../../ui/UploadDrop';
import { useUploadPoster } from './game-edit.queries';
import classes from './InfoPage.module.css';

export function PosterSection({ game, id, title }: { game: GameInfo; id: string; title: string }) {
  const t = useText('game-edit');
  return (
    <Panel id={id} title={title} dense>
      <UploadDrop
        accept="image/png,image/gif,image/jpeg,image/webp"
        sizeBytesMax={imageSizeBytesMax}
        upload={useUploadPoster(game)}
        preview={
          game.poster && <img src={game.poster} alt={t('game-edit.info.posterNow')} className={classes.poster} />
        }
      />
      <p className={classes.help}>{t('game-edit.info.posterHelp')}</p>
    </Panel>
  );
}
