import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '../../features/account/guard';
import { WebhooksPage } from '../../features/webhook/WebhooksPage';
import { webhooksQuery } from '../../features/webhook/webhook.queries';

export const Route = createFileRoute('/admin/webhooks')({
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(webhooksQuery());
  },
  component: Webhooks,
});

function Webhooks() {
  return <WebhooksPage />;
}
