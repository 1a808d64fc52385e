import { createFileRoute } from '@tanstack/react-router';
import { ConsentsButton } from '../../features/consent/ConsentsButton';
import { InfoPage } from '../../features/game-edit/InfoPage';
import { SheetButtons } from '../../features/monitor/SheetButtons';

export const Route = createFileRoute('/admin/games/$id/info')({ component: Info });

function Info() {
  const { id } = Route.useParams();
  return (
    <InfoPage
      key={id}
      id={id}
      sheets={<SheetButtons gameId={id} size="xs" />}
      consents={<ConsentsButton gameId={id} />}
    />
  );
}
