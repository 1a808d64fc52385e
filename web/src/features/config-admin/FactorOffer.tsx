import { Switch } from '@mantine/core';
import type { AccountPolicy } from '@vexil/contract/settings';
import { useText } from '../../i18n/use-text';
import { formatTime } from '../../ui/format-time';

type FactorOfferProps = { from: number; accepted: boolean; onChange: (accepted: boolean) => void };

/** Whether the question is open: nothing was chosen yet. */
export const isFactorOpen = ({ factorRequiredOf, factorRequiredFrom }: AccountPolicy): boolean =>
  factorRequiredOf === 'None' && factorRequiredFrom === 0;

/** On a new platform administrators get a second factor unless they decline; a step later it is stored. */
export function FactorOffer({ from, accepted, onChange }: FactorOfferProps) {
  const t = useText('config-admin');
  return (
    <Switch
      checked={accepted}
      onChange={(event) => onChange(event.currentTarget.checked)}
      label={t('config-admin.start.factor', { date: formatTime(from, 'date') })}
      description={t('config-admin.start.factorHelp')}
    />
  );
}
