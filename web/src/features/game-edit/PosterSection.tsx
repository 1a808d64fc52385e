import { imageSizeBytesMax } from '@vexil/contract/account.limits';
import type { GameInfo } from '@vexil/contract/game';
import { useState } from 'react';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { FileDrop } from '../../ui/FileDrop';
import { Panel } from '../../ui/Panel';
import { toastSuccess } from '../../ui/toast';
import { useUploadPoster } from './game-edit.queries';
import classes from './InfoPage.module.css';

export function PosterSection({ game, id, title }: { game: GameInfo; id: string; title: string }) {
  const t = useText('game-edit');
  const describe = useDescribeError();
  const [progress, setProgress] = useState(0);
  const upload = useUploadPoster(game, setProgress);
  const send = (files: File[]) => {
    setProgress(0);
    const [file] = files;
    if (file) upload.mutate(file, { onSuccess: () => toastSuccess(t('game-edit.info.posterSaved')) });
  };
  return (
    <Panel id={id} title={title} dense>
      <FileDrop
        accept="image/png,image/gif,image/jpeg,image/webp"
        sizeBytesMax={imageSizeBytesMax}
        onFiles={send}
        progress={upload.isPending ? progress : undefined}
        error={upload.isError ? describe(upload.error) : undefined}
        preview={
          game.poster && <img src={game.poster} alt={t('game-edit.info.posterNow')} className={classes.poster} />
        }
      />
      <p className={classes.help}>{t('game-edit.info.posterHelp')}</p>
    </Panel>
  );
}
