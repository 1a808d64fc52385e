import { createFileRoute } from '@tanstack/react-router';
import { WriteupsPage } from '../../features/writeup-edit/WriteupsPage';
import { int, oneOf, searchOf, text } from '../../ui/search-params';

export const Route = createFileRoute('/admin/games/$id/writeups')({
  validateSearch: searchOf({ q: text(), division: int(), show: oneOf(['missing']), open: int() }),
  component: Writeups,
});

function Writeups() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <WriteupsPage
      key={id}
      gameId={id}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
