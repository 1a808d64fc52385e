import { createFileRoute } from '@tanstack/react-router';
import { TrafficPage } from '../../../features/capture/TrafficPage';
import { readTrafficSearch } from '../../../features/capture/traffic-search';
import { useConfig } from '../../../features/config/config.queries';
import { useAddressChange } from '../../../ui/use-address-search';

export const Route = createFileRoute('/games/$id/monitor/traffic')({
  validateSearch: readTrafficSearch,
  component: Traffic,
});

function Traffic() {
  const { id } = Route.useParams();
  const config = useConfig();
  return (
    <TrafficPage key={id} gameId={id} isRelayed={config?.portMapping !== 'Default'} {...useAddressChange(Route)} />
  );
}
