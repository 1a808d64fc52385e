import { Button, Checkbox } from '@mantine/core';
import type { GameInfo } from '@vexil/contract/game';
import { useState } from 'react';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { Panel } from '../../ui/Panel';
import { toastFailure, toastSuccess } from '../../ui/toast';
import { useArchiveGame } from './game-tools.queries';
import classes from './InfoPage.module.css';

export function ArchiveSection({ game, id, title }: { game: GameInfo; id: string; title: string }) {
  const t = useText('game-edit', 'game-tools');
  const describe = useDescribeError();
  const archiving = useArchiveGame(game.id);
  const [choice, setChoice] = useState({ statements: true, attachments: false, writeups: false });
  const hasEnded = Date.now() > game.end;
  const archive = () =>
    archiving.mutate(choice, {
      onSuccess: () => toastSuccess(t('game-tools.archived')),
      onError: (error) => toastFailure(describe(error)),
    });
  const box = (name: keyof typeof choice, label: string) => (
    <Checkbox
      label={label}
      checked={choice[name]}
      disabled={!hasEnded}
      onChange={({ currentTarget: { checked } }) => setChoice((before) => ({ ...before, [name]: checked }))}
    />
  );
  return (
    <Panel id={id} title={title} dense>
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
    </Panel>
  );
}
