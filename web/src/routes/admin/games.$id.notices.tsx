import { createFileRoute } from '@tanstack/react-router';
import { NoticesPage } from '../../features/notice-edit/NoticesPage';

export const Route = createFileRoute('/admin/games/$id/notices')({
  component: Notices,
});

function Notices() {
  const { id } = Route.useParams();
  return <NoticesPage key={id} gameId={id} />;
}
