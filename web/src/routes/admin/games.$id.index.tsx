import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/admin/games/$id/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/admin/games/$id/info', params, replace: true });
  },
});
