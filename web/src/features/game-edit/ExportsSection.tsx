import { TextInput } from '@mantine/core';
import type { GameInfo } from '@vexil/contract/game';
import { scoreboardEndpoints } from '@vexil/contract/scoreboard.endpoints';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { Panel } from '../../ui/Panel';
import { ArchiveExport } from './ArchiveExport';
import classes from './InfoPage.module.css';
import { PackageExport } from './PackageExport';

type ExportsSectionProps = { game: GameInfo; id: string; title: string; sheets: ReactNode };

/** All that can be taken out of a game. */
export function ExportsSection({ game, id, title, sheets }: ExportsSectionProps) {
  const t = useText('game-edit');
  const feed = `${window.location.origin}${scoreboardEndpoints.ctftime.path.replace(':id', String(game.id))}`;
  return (
    <Panel id={id} title={title} dense>
      <div className="grid gap-16">
        <TextInput
          label={t('game-edit.info.ctftime')}
          description={t('game-edit.info.ctftimeHelp')}
          classNames={{ input: 'mono' }}
          value={feed}
          readOnly
          rightSection={<CopyButton value={feed} label={t('game-edit.info.ctftimeCopy')} />}
        />
        <ArchiveExport game={game} />
        <PackageExport game={game} />
        <div className={classes.actions}>
          <p className={classes.words}>{t('game-edit.info.sheetsHelp')}</p>
          <div className="row wrap gap-8">{sheets}</div>
        </div>
      </div>
    </Panel>
  );
}
