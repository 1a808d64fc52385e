import { IconFlag3 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { BasicGame } from '@vexil/contract/game';
import { isAtLeast, type Role } from '@vexil/db/enums/account';
import type { ReactNode } from 'react';
import { serverNow } from '../../api/clock';
import { useText } from '../../i18n/use-text';
import { useBrand } from '../../ui/brand';
import { EmptyState } from '../../ui/EmptyState';
import { FailedState } from '../../ui/FailedState';
import { LinkButton } from '../../ui/links';
import { PageTitle } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { CardsSkeleton } from '../../ui/skeletons';
import { agendaOf } from './agenda';
import { GameTile } from './GameTile';
import classes from './HomePage.module.css';
import { isOwn, recentGamesQuery, useOwnGames } from './home.queries';
import { LeadGame } from './LeadGame';
import { orderGames } from './order-games';
import { AgendaPanel, NewsPanel, StartPanel } from './SidePanels';

type HomePageProps = {
  /** Undefined until one is set. */
  slogan: string | undefined;
  /** undefined for visitors. */
  role: Role | undefined;
  canManage: boolean;
  /** The last notices of a game that runs and that the account plays in. */
  notices: (gameId: number) => ReactNode;
};

const nothing: BasicGame[] = [];

const isRunning = ({ start, end }: BasicGame, now: number) => start <= now && now <= end;

export function HomePage({ slogan, role, canManage, notices }: HomePageProps) {
  const games = useQuery(recentGamesQuery());
  const signedIn = role !== undefined;
  const own = useOwnGames(signedIn);
  const mine = new Map([...own.games].flatMap(([id, game]) => (isOwn(game) ? [[id, game.teamName] as const] : [])));
  const [lead, ...rest] = orderGames(games.data ?? nothing, mine);
  const now = serverNow();
  const moments = agendaOf(games.data ?? nothing, own.games, now);
  const playsNow = lead && own.games.get(lead.id)?.status === 'Accepted' && isRunning(lead, now);
  const takesNoPart = games.data && own.games.size === 0 && !(role && isAtLeast(role, 'Monitor'));
  const onPhaseChange = () => void games.refetch();
  // Own games come first, so nothing is shown before that would move a moment later.
  const isPending = games.isPending || own.isPending;
  return (
    <>
      <PageTitle />
      <Hero slogan={slogan} signedIn={signedIn} />
      {isPending ? (
        <CardsSkeleton count={1} minWidth={2000} height={340} />
      ) : (
        <div className="stack gap-16">
          {games.isError && !games.data && <FailedGames {...games} />}
          {games.data && !lead && <NoGames canManage={canManage} />}
          {lead && <LeadGame game={lead} role={role} own={own.ownOf(lead.id)} onPhaseChange={onPhaseChange} />}
          {rest.length > 0 && <OtherGames games={rest} mine={mine} onPhaseChange={onPhaseChange} />}
          <Side
            {...{ signedIn, moments, takesNoPart }}
            notices={playsNow && <NoticesPanel gameId={lead.id}>{notices(lead.id)}</NoticesPanel>}
          />
        </div>
      )}
    </>
  );
}

function Hero({ slogan, signedIn }: { slogan: string | undefined; signedIn: boolean }) {
  const t = useText('home');
  const brand = useBrand();
  return (
    <header className={classes.hero}>
      <div>
        <h1 className={classes.name}>{brand}</h1>
        <p className={classes.slogan}>{slogan ?? t('home.tagline')}</p>
      </div>
      {!signedIn && (
        <div className={classes.invitation}>
          <LinkButton to="/account/register">{t('shell.register')}</LinkButton>
          <LinkButton to="/account/login" variant="default">
            {t('shell.signIn')}
          </LinkButton>
        </div>
      )}
    </header>
  );
}

type SideProps = {
  signedIn: boolean;
  takesNoPart: boolean | undefined;
  moments: ReturnType<typeof agendaOf>;
  notices: ReactNode;
};

function Side({ signedIn, takesNoPart, moments, notices }: SideProps) {
  return (
    <div className={classes.panels}>
      {notices}
      {takesNoPart && <StartPanel signedIn={signedIn} />}
      <div className={notices || takesNoPart ? classes.stack : classes.beside}>
        {moments.length > 0 && <AgendaPanel moments={moments} />}
        <NewsPanel />
      </div>
    </div>
  );
}

function NoticesPanel({ gameId, children }: { gameId: number; children: ReactNode }) {
  const t = useText('home');
  return (
    <Panel
      flush
      title={t('home.notices')}
      actions={
        <LinkButton to="/games/$id/notices" params={{ id: gameId }} variant="subtle" size="compact-sm">
          {t('home.allNotices')}
        </LinkButton>
      }
    >
      {children}
    </Panel>
  );
}

type FailedGamesProps = { error: unknown; refetch: () => unknown; isFetching: boolean };

function FailedGames({ error, refetch, isFetching }: FailedGamesProps) {
  const t = useText('home');
  return (
    <Panel>
      <FailedState title={t('home.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    </Panel>
  );
}

type OtherGamesProps = { games: BasicGame[]; mine: ReadonlyMap<number, string>; onPhaseChange: () => void };

function OtherGames({ games, mine, onPhaseChange }: OtherGamesProps) {
  const t = useText('home');
  return (
    <section>
      <div className="row between gap-12 below-8">
        <h2 className="text-16 semibold display">{t('home.others')}</h2>
        <LinkButton to="/games" variant="subtle" size="compact-sm">
          {t('home.allGames')}
        </LinkButton>
      </div>
      <div className={classes.tiles}>
        {games.map((game) => (
          <GameTile key={game.id} game={game} team={mine.get(game.id)} onPhaseChange={onPhaseChange} />
        ))}
      </div>
    </section>
  );
}

function NoGames({ canManage }: { canManage: boolean }) {
  const t = useText('home');
  return (
    <Panel>
      <EmptyState
        icon={<IconFlag3 />}
        title={t(canManage ? 'home.emptyManage' : 'home.empty')}
        hint={t(canManage ? 'home.emptyManageHint' : 'home.emptyHint')}
        action={canManage && <LinkButton to="/admin/games">{t('shell.manage')}</LinkButton>}
      />
    </Panel>
  );
}
