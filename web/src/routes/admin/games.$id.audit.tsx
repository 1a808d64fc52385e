import { createFileRoute } from '@tanstack/react-router';
import { GameAuditPage } from '../../features/audit-log/GameAuditPage';
import { int, searchOf, text } from '../../ui/search-params';
import { useAddressSearch } from '../../ui/use-address-search';

export const Route = createFileRoute('/admin/games/$id/audit')({
  validateSearch: searchOf({ who: text(64), action: text(64), from: text(10), until: text(10), page: int(1) }),
  component: Audit,
});

function Audit() {
  const { id } = Route.useParams();
  return <GameAuditPage key={id} gameId={id} {...useAddressSearch(Route)} />;
}
