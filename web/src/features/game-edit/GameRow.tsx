import { Menu } from '@mantine/core';
import {
  IconCopyPlus,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconFlag3,
  IconPackageExport,
  IconTrash,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { GameInfo } from '@vexil/contract/game';
import type { GamePhase } from '@vexil/db/enums/game';
import { useText } from '../../i18n/use-text';
import { MainCell, PickCell } from '../../ui/DataTable';
import { PhaseChip } from '../../ui/PhaseChip';
import { RowMenu } from '../../ui/RowMenu';
import { RowTool } from '../../ui/RowTool';
import { StateWord } from '../../ui/StateWord';
import { TimeRange } from '../../ui/Time';
import type { Selection } from '../../ui/use-selection';
import classes from './GamesPage.module.css';
import { useExportGame } from './game-tools.queries';
import { useHideGame } from './use-hide-game';

export type GameTask = 'copy' | 'delete';

type GameRowProps = {
  game: GameInfo;
  phase: GamePhase;
  selection: Selection<number>;
  canCreate: boolean;
  onTask: (task: GameTask) => void;
};

/** Markdown syntax, removed from the one-line summary. */
const markdownMarks = /\*\*|__|[*`]|^#+\s/gm;

export function GameRow({ game, phase, selection, canCreate, onTask }: GameRowProps) {
  const t = useText('game-edit', 'game-tools');
  const navigate = useNavigate();
  const { hide, pending } = useHideGame();
  const exporting = useExportGame(game.id);
  const { id, title } = game;
  return (
    <tr>
      <PickCell selection={selection} id={id} name={title} />
      <td data-wide>
        <MainCell
          picture={
            <span className={classes.poster}>
              {game.poster ? <img src={game.poster} alt="" loading="lazy" /> : <IconFlag3 size={20} />}
            </span>
          }
          name={
            <Link data-row to="/admin/games/$id/info" params={{ id }} className={classes.title}>
              {title}
            </Link>
          }
          detail={
            <span className={classes.summary}>
              {game.summary.replace(markdownMarks, '') || t('game-edit.games.noSummary')}
            </span>
          }
        />
      </td>
      <td data-narrow>
        <PhaseChip phase={phase} pausedAt={game.pausedAt} />
      </td>
      <td data-long data-label={t('game-edit.games.times')} className={classes.times}>
        <TimeRange from={game.start} to={game.end} />
      </td>
      <td data-narrow data-label={t('game-edit.games.visibility')}>
        <StateWord icon={game.hidden ? IconEyeOff : IconEye} tone={game.hidden ? 'warning' : undefined}>
          {t(game.hidden ? 'game-edit.games.hidden' : 'game-edit.games.visible')}
        </StateWord>
      </td>
      <td data-narrow data-tools="many">
        <RowTool
          label={t('game-edit.frame.public')}
          name={title}
          onClick={() => void navigate({ to: '/games/$id', params: { id } })}
        >
          <IconExternalLink />
        </RowTool>
        {canCreate && (
          <RowTool label={t('game-tools.copy')} name={title} onClick={() => onTask('copy')}>
            <IconCopyPlus />
          </RowTool>
        )}
        <RowTool
          label={t('game-tools.export')}
          name={title}
          disabled={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          <IconPackageExport />
        </RowTool>
        <RowTool label={t('game-edit.danger.delete')} name={title} onClick={() => onTask('delete')}>
          <IconTrash />
        </RowTool>
        <RowMenu name={title}>
          <Menu.Item
            leftSection={game.hidden ? <IconEye /> : <IconEyeOff />}
            disabled={pending}
            onClick={() => hide(game, !game.hidden)}
          >
            {t(game.hidden ? 'game-edit.games.show' : 'game-edit.games.hide')}
          </Menu.Item>
        </RowMenu>
      </td>
    </tr>
  );
}
