import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useAccount } from '../features/account/account.queries';
import { sloganOf, useConfig } from '../features/config/config.queries';
import { HomePage } from '../features/home/HomePage';
import { latestPostsQuery, recentGamesQuery } from '../features/home/home.queries';
import { useChallengeFinder } from '../live/details-cache';
import { ListSkeleton } from '../ui/skeletons';

// Of use to players of a running game only.
const RecentNotices = lazy(async () => {
  const module = await import('../features/notice/RecentNotices');
  return module;
});
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
      notices={(gameId) => (
        <Suspense fallback={<ListSkeleton count={3} />}>
          <Notices gameId={gameId} />
        </Suspense>
      )}
    />
  );
}

function Notices({ gameId }: { gameId: number }) {
  return <RecentNotices gameId={gameId} count={noticesMax} findChallenge={useChallengeFinder(gameId)} />;
}
