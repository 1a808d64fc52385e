import { createFileRoute } from '@tanstack/react-router';
import { FolderPage } from '../../features/code/FolderPage';

export const Route = createFileRoute('/admin/games/$id/folder')({ component: FolderOfGame });

function FolderOfGame() {
  const { id } = Route.useParams();
  return <FolderPage key={id} gameId={id} />;
}
