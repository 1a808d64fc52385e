import type { DetailedGame } from '@vexil/contract/game';
import type { ScoreboardItem } from '@vexil/contract/scoreboard';
import type { GamePhase } from '@vexil/db/enums/game';
import { useText } from '../../i18n/use-text';
import { useLiveDetails } from '../../live/details-cache';
import { useLiveScoreboard } from '../../live/scoreboard-cache';
import { useIntent } from '../../live/use-intent';
import { Avatar } from '../../ui/Avatar';
import { useCountUp } from '../../ui/use-count-up';
import classes from './OwnTeam.module.css';

type OwnTeamProps = { game: DetailedGame; phase: GamePhase };

export function OwnTeam({ game, phase }: OwnTeamProps) {
  const isEnded = phase === 'Ended';
  const intends = useIntent();
  const { details } = useLiveDetails(game.id, { enabled: !isEnded, follows: intends });
  // Game details are closed after the end, so the team is found by name.
  const { data: board } = useLiveScoreboard(game.id, { enabled: isEnded || intends });
  const row = details?.rank ?? board?.items.find(({ name }) => name === game.teamName);
  return row ? <OwnRank row={row} /> : null;
}

function OwnRank({ row }: { row: ScoreboardItem }) {
  const t = useText('game');
  const score = useCountUp(row.score);
  const rank = useCountUp(row.rank);
  return (
    <div className={classes.team}>
      <span className={classes.avatar}>
        <Avatar name={row.name} src={row.avatar} shape="team" size={28} />
      </span>
      <span className={classes.name}>{row.name}</span>
      <span className={`figures ${classes.rank}`}>
        <span className="visually-hidden">{t('game.own.rank')} </span>
        {row.rank > 0 ? `#${rank}` : '–'}
      </span>
      <span className="figures nowrap semibold">{t('game.own.points', { count: score })}</span>
    </div>
  );
}
