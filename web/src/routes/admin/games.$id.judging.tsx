import { createFileRoute } from '@tanstack/react-router';
import { JudgingPage } from '../../features/judging/JudgingPage';
import { PauseSection } from '../../features/pause/PauseSection';
import { int, searchOf } from '../../ui/search-params';
import { useAddressSearch } from '../../ui/use-address-search';

export const Route = createFileRoute('/admin/games/$id/judging')({
  validateSearch: searchOf({ page: int(1), rejudge: int(1) }),
  component: Judging,
});

function Judging() {
  const { id } = Route.useParams();
  const search = useAddressSearch(Route);
  return (
    <>
      <PauseSection gameId={id} />
      <JudgingPage key={id} gameId={id} {...search} />
    </>
  );
}
