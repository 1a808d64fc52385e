import {
  IconArrowLeft,
  IconChecklist,
  IconExternalLink,
  IconEyeOff,
  IconFileText,
  IconHistory,
  IconInfoSquareRounded,
  IconPuzzle,
  IconScale,
  IconSpeakerphone,
  IconUserShield,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { GameInfo } from '@vexil/contract/game';
import { gamePhase } from '@vexil/rules/phase.rules';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { PageTitle } from '../../ui/PageHeader';
import { PhaseChip } from '../../ui/PhaseChip';
import { TabLink, TabLinks } from '../../ui/TabLinks';
import { useNow } from '../../ui/use-now';
import classes from './GameFrame.module.css';
import { gameQuery } from './game-edit.queries';

type GameFrameProps = {
  id: number;
  checks: (game: GameInfo) => ReactNode;
  tools?: ReactNode;
  children: ReactNode;
};

export function GameFrame({ id, checks, tools, children }: GameFrameProps) {
  const t = useText('game-edit');
  const queryClient = useQueryClient();
  const game = useSuspenseQuery(gameQuery(id)).data;
  const phase = gamePhase(game, useNow());
  const until = phase === 'Upcoming' ? game.start : phase === 'Running' ? game.end : undefined;
  const params = { id };
  return (
    <>
      <PageTitle title={game.title} />
      <header className={classes.header}>
        <div className={classes.line}>
          <Link
            to="/admin/games"
            className={classes.back}
            aria-label={t('game-edit.frame.back')}
            title={t('game-edit.frame.back')}
          >
            <IconArrowLeft />
          </Link>
          <h1 className={classes.title} title={game.title}>
            {game.title}
          </h1>
          <PhaseChip
            phase={phase}
            until={until}
            pausedAt={game.pausedAt}
            onZero={() => void queryClient.invalidateQueries({ queryKey: gameQuery(id).queryKey })}
          />
          {game.hidden && (
            <span className={classes.hidden} title={t('game-edit.frame.hidden')}>
              <IconEyeOff size={14} />
              <span className={classes.words}>{t('game-edit.frame.hidden')}</span>
            </span>
          )}
          <div className={classes.tools}>
            {checks(game)}
            {tools}
            <Link to="/games/$id" params={params} className={classes.public} title={t('game-edit.frame.public')}>
              <IconExternalLink size={16} />
              <span className={classes.words}>{t('game-edit.frame.public')}</span>
            </Link>
          </div>
        </div>
      </header>
      <TabLinks label={t('game-edit.frame.tabs')}>
        <TabLink to="/admin/games/$id/info" params={params} icon={<IconInfoSquareRounded />}>
          {t('game-edit.frame.info')}
        </TabLink>
        <TabLink to="/admin/games/$id/challenges" params={params} icon={<IconPuzzle />}>
          {t('game-edit.frame.challenges')}
        </TabLink>
        <TabLink to="/admin/games/$id/divisions" params={params} icon={<IconUsersGroup />}>
          {t('game-edit.frame.divisions')}
        </TabLink>
        <TabLink to="/admin/games/$id/review" params={params} icon={<IconChecklist />}>
          {t('game-edit.frame.review')}
        </TabLink>
        <TabLink to="/admin/games/$id/notices" params={params} icon={<IconSpeakerphone />}>
          {t('game-edit.frame.notices')}
        </TabLink>
        <TabLink to="/admin/games/$id/judging" params={params} icon={<IconScale />}>
          {t('game-edit.frame.judging')}
        </TabLink>
        <TabLink to="/admin/games/$id/writeups" params={params} icon={<IconFileText />}>
          {t('game-edit.frame.writeups')}
        </TabLink>
        <TabLink to="/admin/games/$id/staff" params={params} icon={<IconUserShield />}>
          {t('game-edit.frame.staff')}
        </TabLink>
        <TabLink to="/admin/games/$id/audit" params={params} icon={<IconHistory />}>
          {t('game-edit.frame.audit')}
        </TabLink>
      </TabLinks>
      {children}
    </>
  );
}
