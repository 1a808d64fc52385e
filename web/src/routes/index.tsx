import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { accountQuery, useAccount } from '../features/account/account.queries';
import { sloganOf, useConfig } from '../features/config/config.queries';
import { HomePage } from '../features/home/HomePage';
import { latestPostsQuery, recentGamesQuery } from '../features/home/home.queries';
import { RecentNotices } from '../features/notice/RecentNotices';
import { detailsQuery, useChallengeFinder } from '../live/details-query';
import { ownGamesQuery } from '../live/own-games-query';
import { whenSettled } from '../live/when-settled';

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
  const client = useQueryClient();
  // The names in notices become links, and the page of challenges needs it next.
  useEffect(() => whenSettled(client, () => void client.prefetchQuery(detailsQuery(gameId))), [client, gameId]);
  return <RecentNotices gameId={gameId} count={noticesMax} findChallenge={useChallengeFinder(gameId)} />;
}
