import { createFileRoute } from '@tanstack/react-router';
import { NoticesPage } from '../../features/notice-edit/NoticesPage';
import { loadTexts } from '../../i18n/i18n';

export const Route = createFileRoute('/admin/games/$id/notices')({
  loader: () => loadTexts('notice-edit'),
  component: Notices,
});

function Notices() {
  const { id } = Route.useParams();
  return <NoticesPage key={id} gameId={id} />;
}
