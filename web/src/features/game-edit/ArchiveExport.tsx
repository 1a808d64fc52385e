import { Button, Checkbox } from '@mantine/core';
import type { GameInfo } from '@vexil/contract/game';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { toastError } from '../../ui/toast';
import { useArchiveGame } from './game-tools.queries';
import classes from './InfoPage.module.css';

/** The game as web pages. */
export function ArchiveExport({ game }: { game: GameInfo }) {
  const t = useText('game-tools');
  const archiving = useArchiveGame(game.id);
  const [choice, setChoice] = useState({ statements: true, attachments: false, writeups: false });
  const hasEnded = Date.now() > game.end;
  const archive = () => archiving.mutate(choice, { onError: (error) => toastError(error) });
  const box = (name: keyof typeof choice, label: string) => (
    <Checkbox
      label={label}
      checked={choice[name]}
      disabled={!hasEnded}
      onChange={({ currentTarget: { checked } }) => setChoice((before) => ({ ...before, [name]: checked }))}
    />
  );
  return (
    <div>
      <div className={classes.actions}>
        <p className={classes.words}>
          {t('game-tools.archiveHelp')} {hasEnded ? '' : t('game-tools.archiveLater')}
        </p>
        <Button variant="default" loading={archiving.isPending} disabled={!hasEnded} onClick={archive}>
          {t('game-tools.archive')}
        </Button>
      </div>
      <div className={classes.choices}>
        {box('statements', t('game-tools.archiveStatements'))}
        {box('attachments', t('game-tools.archiveAttachments'))}
        {box('writeups', t('game-tools.archiveWriteups'))}
      </div>
    </div>
  );
}
