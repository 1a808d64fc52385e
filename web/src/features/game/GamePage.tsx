import { IconCalendarEvent, IconFileText, IconHourglass, IconUsers, IconUsersGroup } from '@tabler/icons-react';
import type { DetailedGame } from '@vexil/contract/game';
import { lazy, type ReactNode, Suspense } from 'react';
import { useText } from '../../i18n/use-text';
import { Countdown } from '../../ui/Countdown';
import { Cover } from '../../ui/Cover';
import { EmptyState } from '../../ui/EmptyState';
import { Markdown } from '../../ui/Markdown';
import { PageTitle } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { ListSkeleton } from '../../ui/skeletons';
import { Time, TimeRange } from '../../ui/Time';
import { MemberLimit } from './GameCard';
import classes from './GamePage.module.css';
import { nextPhaseChange, usePhase } from './use-phase';

// Who takes part has what it asks for.
const Requirements = lazy(() => import('./Requirements'));

type GamePageProps = {
  game: DetailedGame;
  signedIn: boolean;
  /** Staff do not play. */
  isStaff: boolean;
  /** Where the reader stands and what to do about it. */
  children: ReactNode;
  /** Of teams that have to hand one in. */
  writeup?: ReactNode;
};

export function GamePage({ game, signedIn, isStaff, children, writeup }: GamePageProps) {
  const t = useText('game');
  const phase = usePhase(game);
  const until = nextPhaseChange(game, phase);
  const mayJoin = game.status !== 'Accepted' && game.status !== 'Suspended' && !isStaff && phase !== 'Ended';
  // What was accepted can be read again.
  const texts = [game.content, game.rules].filter((text) => text.trim() !== '');
  return (
    <>
      <PageTitle title={game.title} />
      <div className={classes.page}>
        <div className={classes.poster}>
          <Cover title={game.title} poster={game.poster} eager />
        </div>
        <div className={classes.side}>
          {game.summary && <p className={classes.summary}>{game.summary}</p>}
          {until !== undefined && (
            <p className={classes.clock}>
              <span>{t(phase === 'Upcoming' ? 'game.page.startsIn' : 'game.page.endsIn')}</span>
              <Countdown until={until} className={classes.figures} />
            </p>
          )}
          {children}
          {mayJoin && (
            <Suspense fallback={<ListSkeleton count={3} />}>
              <Requirements game={game} signedIn={signedIn} />
            </Suspense>
          )}
          {writeup}
          <Facts game={game} />
        </div>
        <Panel title={t('game.page.rules')} className={classes.rules}>
          {texts.length > 0 ? (
            <Markdown source={texts.join('\n\n')} />
          ) : (
            <EmptyState icon={<IconFileText />} title={t('game.page.noRules')} hint={t('game.page.noRulesHint')} />
          )}
        </Panel>
      </div>
    </>
  );
}

function Facts({ game }: { game: DetailedGame }) {
  const t = useText('game');
  return (
    <Panel title={t('game.page.facts')}>
      <dl className="grid gap-12">
        <Fact icon={<IconCalendarEvent />} name={t('game.page.times')}>
          <TimeRange from={game.start} to={game.end} withZone />
        </Fact>
        <Fact icon={<IconHourglass />} name={t('game.page.lasts')}>
          <Duration milliseconds={game.end - game.start} />
        </Fact>
        <Fact icon={<IconUsers />} name={t('game.page.members')}>
          <MemberLimit limit={game.limit} />
        </Fact>
        <Fact icon={<IconUsersGroup />} name={t('game.page.teams')}>
          <span className="figures">{t('game.page.teamCount', { count: game.teamCount })}</span>
        </Fact>
        {game.writeupRequired && (
          <Fact icon={<IconFileText />} name={t('game.page.writeup')}>
            {game.writeupDeadline === null ? (
              t('game.page.writeupRequired')
            ) : (
              <>
                {t('game.page.writeupUntil')} <Time at={game.writeupDeadline} />
              </>
            )}
          </Fact>
        )}
      </dl>
      {game.practiceMode && <p className={classes.note}>{t('game.page.practice')}</p>}
    </Panel>
  );
}

function Fact({ icon: mark, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      {mark}
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Duration({ milliseconds }: { milliseconds: number }) {
  const t = useText('game');
  const minutes = Math.round(milliseconds / 60_000);
  const hours = Math.floor(minutes / 60);
  // The two largest units are exact enough.
  const [large, small] =
    hours >= 72
      ? ([
          ['days', Math.floor(hours / 24)],
          ['hours', hours % 24],
        ] as const)
      : ([
          ['hours', hours],
          ['minutes', minutes % 60],
        ] as const);
  return [large, small]
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => t(`game.page.${unit}`, { count }))
    .join(' ');
}
