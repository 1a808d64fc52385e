import { IconSnowflake } from '@tabler/icons-react';
import type { Scoreboard } from '@vexil/contract/scoreboard';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { Countdown } from '../../ui/Countdown';
import { DivisionName } from '../../ui/KindBadge';
import { StoppedClock } from '../../ui/stopped-clock';
import classes from './EmbedBoard.module.css';
import type { EmbedSearch } from './present-search';

type EmbedBoardProps = {
  game: { title: string; start: number; end: number; pausedAt: number | null };
  running: boolean;
  board: Pick<Scoreboard, 'items' | 'divisions'> | undefined;
  failed: boolean;
  frozen: boolean;
  search: EmbedSearch;
};

export const embedRowsDefault = 10;
export const embedRowsMax = 100;

/** A read-only board for streams and screens of venues, inside a page of others. */
export function EmbedBoard({ game, running, board, failed, frozen, search }: EmbedBoardProps) {
  const t = useText('presenter');
  const division = board?.divisions.find(({ id }) => id === search.division);
  return (
    <main className={classes.board}>
      {search.title === 'off' ? (
        <h1 className="visually-hidden">{game.title}</h1>
      ) : (
        <header className="row gap-10 below-4">
          <h1 className={classes.title}>{game.title}</h1>
          <DivisionName division={division} />
          {frozen && (
            <span className={classes.frozen}>
              <IconSnowflake size={14} stroke="2px" /> {t('ui.frozen.chip')}
            </span>
          )}
          {running && (
            <StoppedClock value={game.pausedAt}>
              <Countdown until={game.end} className={classes.clock} />
            </StoppedClock>
          )}
        </header>
      )}
      {!board && <p className={classes.none}>{t(failed ? 'presenter.failed' : 'presenter.notStarted')}</p>}
      {board?.items.length === 0 && <p className={classes.none}>{t('presenter.noTeams')}</p>}
      <ol style={{ '--rows': board?.items.length ?? embedRowsDefault }}>
        {board?.items.map((row) => {
          const rank = search.division === undefined ? row.rank : row.divisionRank;
          return (
            <li key={row.id} className={classes.row}>
              <span className={`figures ${classes.rank}`} data-top={rank ?? undefined}>
                {rank || '–'}
              </span>
              <Avatar name={row.name} src={row.avatar} shape="team" size={20} />
              <span className="grow ellipsis semibold">{row.name}</span>
              <span className={`figures ${classes.score}`}>{row.score}</span>
            </li>
          );
        })}
      </ol>
    </main>
  );
}
