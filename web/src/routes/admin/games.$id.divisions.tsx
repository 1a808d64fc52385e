import { createFileRoute } from '@tanstack/react-router';
import { DivisionsPage } from '../../features/division/DivisionsPage';

export const Route = createFileRoute('/admin/games/$id/divisions')({
  component: Divisions,
});

function Divisions() {
  const { id } = Route.useParams();
  return <DivisionsPage key={id} gameId={id} />;
}
