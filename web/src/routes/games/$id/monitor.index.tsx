import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/games/$id/monitor/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/games/$id/monitor/events', params, replace: true });
  },
});
