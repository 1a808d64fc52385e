import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '../features/account/account.queries';
import { useConfig } from '../features/config/config.queries';
import { HomePage } from '../features/home/HomePage';
import { recentGamesQuery } from '../features/home/home.queries';
import { loadTexts } from '../i18n/i18n';

export const Route = createFileRoute('/')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(recentGamesQuery());
    return loadTexts('home');
  },
  component: Home,
});

function Home() {
  const account = useAccount();
  return <HomePage slogan={useConfig()?.slogan} signedIn={account !== null} canManage={account?.role === 'Admin'} />;
}
