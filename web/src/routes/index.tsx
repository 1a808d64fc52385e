import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { accountQuery, useAccount } from '../features/account/account.queries';
import { sloganOf, useConfig } from '../features/config/config.queries';
import { HomePage } from '../features/home/HomePage';
import { latestPostsQuery, recentGamesQuery } from '../features/home/home.queries';
import { RecentNotices } from '../features/notice/RecentNotices';
import { detailsQuery, useChallengeFinder } from '../live/details-query';
import { ownGamesQuery } from '../live/own-games-query';
import { useIntent } from '../live/use-intent';

const noticesMax = 4;

export const Route = createFileRoute('/')({
  loader: async ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(recentGamesQuery());
    void queryClient.prefetchQuery(latestPostsQuery());
    await queryClient.prefetchQuery(accountQuery());
    if (queryClient.getQueryData(accountQuery().queryKey)) void queryClient.prefetchQuery(ownGamesQuery());
  },
  component: Home,
});

function Home() {
  const account = useAccount();
  return (
    <HomePage
      slogan={sloganOf(useConfig())}
      role={account?.role}
      canManage={account?.role === 'Admin' || account?.isOrganiser === true}
      notices={(gameId) => <Notices gameId={gameId} />}
    />
  );
}

function Notices({ gameId }: { gameId: number }) {
  // The names in notices become links, and the page of challenges needs it next.
  useQuery({ ...detailsQuery(gameId), enabled: useIntent() });
  return <RecentNotices gameId={gameId} count={noticesMax} findChallenge={useChallengeFinder(gameId)} />;
}
