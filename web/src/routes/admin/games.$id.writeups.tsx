import { createFileRoute } from '@tanstack/react-router';
import { WriteupsPage } from '../../features/writeup-edit/WriteupsPage';
import { int, oneOf, searchOf, text } from '../../ui/search-params';
import { useAddressSearch } from '../../ui/use-address-search';

export const Route = createFileRoute('/admin/games/$id/writeups')({
  validateSearch: searchOf({ q: text(), division: int(), show: oneOf(['missing']), open: int() }),
  component: Writeups,
});

function Writeups() {
  const { id } = Route.useParams();
  return <WriteupsPage key={id} gameId={id} {...useAddressSearch(Route)} />;
}
