import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '../../features/account/guard';
import { TokensPage } from '../../features/token/TokensPage';
import { tokensQuery } from '../../features/token/token.queries';

export const Route = createFileRoute('/admin/tokens')({
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(tokensQuery());
  },
  component: Tokens,
});

function Tokens() {
  return <TokensPage />;
}
