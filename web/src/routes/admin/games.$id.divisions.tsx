import { createFileRoute } from '@tanstack/react-router';
import { DivisionsPage } from '../../features/division/DivisionsPage';
import { loadTexts } from '../../i18n/i18n';

export const Route = createFileRoute('/admin/games/$id/divisions')({
  loader: () => loadTexts('division'),
  component: Divisions,
});

function Divisions() {
  const { id } = Route.useParams();
  return <DivisionsPage key={id} gameId={id} />;
}
