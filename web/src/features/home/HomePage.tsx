import { IconFlag3 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { useBrand } from '../../ui/brand';
import { EmptyState } from '../../ui/EmptyState';
import { FailedState } from '../../ui/FailedState';
import { LinkButton } from '../../ui/links';
import { PageTitle } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { CardsSkeleton, ListSkeleton } from '../../ui/skeletons';
import { FeaturedGame } from './FeaturedGame';
import { GameRow } from './GameRow';
import classes from './HomePage.module.css';
import { recentGamesQuery, useOwnTeams } from './home.queries';
import { orderGames } from './order-games';

type HomePageProps = { slogan: string | undefined; signedIn: boolean; canManage: boolean };

export function HomePage({ slogan, signedIn, canManage }: HomePageProps) {
  const t = useText('home');
  const brand = useBrand();
  return (
    <>
      <PageTitle />
      <header className={classes.hero}>
        <div>
          <h1 className={classes.name}>{brand}</h1>
          {slogan && <p className={classes.slogan}>{slogan}</p>}
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
      <RecentGames signedIn={signedIn} canManage={canManage} />
    </>
  );
}

function RecentGames({ signedIn, canManage }: { signedIn: boolean; canManage: boolean }) {
  const t = useText('home');
  const { data, error, refetch, isFetching } = useQuery(recentGamesQuery());
  const teams = useOwnTeams(data ?? [], signedIn);

  if (error && !data) {
    return (
      <Panel>
        <FailedState title={t('home.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      </Panel>
    );
  }
  if (!data) {
    return (
      <>
        <CardsSkeleton count={1} minWidth={2000} height={232} />
        <Panel flush className={classes.list}>
          <ListSkeleton count={4} />
        </Panel>
      </>
    );
  }
  const [lead, ...rest] = orderGames(data, teams);
  if (!lead) {
    return (
      <Panel>
        <EmptyState
          icon={<IconFlag3 size={28} stroke={1.75} />}
          title={t('home.empty')}
          hint={t(canManage ? 'home.emptyManageHint' : 'home.emptyHint')}
          action={canManage && <LinkButton to="/admin/games">{t('shell.manage')}</LinkButton>}
        />
      </Panel>
    );
  }
  const onPhaseChange = () => void refetch();
  return (
    <>
      <FeaturedGame game={lead} team={teams.get(lead.id)} onPhaseChange={onPhaseChange} />
      {rest.length > 0 && (
        <Panel
          flush
          className={classes.list}
          title={t('home.others')}
          actions={
            <LinkButton to={'/games' as '/'} variant="subtle" size="xs">
              {t('home.allGames')}
            </LinkButton>
          }
        >
          {rest.map((game) => (
            <GameRow key={game.id} game={game} team={teams.get(game.id)} onPhaseChange={onPhaseChange} />
          ))}
        </Panel>
      )}
    </>
  );
}
