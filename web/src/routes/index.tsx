import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '../features/account/account.queries';
import { sloganOf, useConfig } from '../features/config/config.queries';
import { HomePage } from '../features/home/HomePage';
import { latestPostsQuery, recentGamesQuery } from '../features/home/home.queries';
import { RecentNotices } from '../features/notice/RecentNotices';
import { useChallengeFinder } from '../live/details-query';

const noticesMax = 4;

export const Route = createFileRoute('/')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(recentGamesQuery());
    void queryClient.prefetchQuery(latestPostsQuery());
  },
  component: Home,
});

function Home() {
  const account = useAccount();
  return (
    <HomePage
      slogan={sloganOf(useConfig())}
      signedIn={account !== null}
      canManage={account?.role === 'Admin'}
      notices={(gameId) => <Notices gameId={gameId} />}
    />
  );
}

function Notices({ gameId }: { gameId: number }) {
  return <RecentNotices gameId={gameId} count={noticesMax} findChallenge={useChallengeFinder(gameId)} />;
}
