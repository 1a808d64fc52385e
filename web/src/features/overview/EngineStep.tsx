import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { type VerdictItem, Verdicts } from '../../ui/Verdicts';
import { useOverview } from './overview.queries';

/** What each worker says of its engine, asked again on a press. */
export function EngineStep() {
  const t = useText('overview');
  const { data, isFetching, refetch } = useOverview();
  const none: VerdictItem = { key: 'none', state: 'fault', words: t('overview.problem.workers') };
  const items = (data?.workers ?? []).map(({ engine, isEngineUp }, index): VerdictItem => {
    const state = engine === null ? 'none' : isEngineUp ? 'up' : 'down';
    const words = t(`overview.start.engines.${state}`, { place: index + 1, engine: engine ?? '' });
    return { key: index, state: state === 'up' ? 'ok' : 'warning', words };
  });
  return (
    <>
      <Verdicts items={items.length > 0 ? items : [none]} />
      <div>
        <Button variant="default" loading={isFetching} leftSection={<IconRefresh />} onClick={() => void refetch()}>
          {t('overview.start.check')}
        </Button>
      </div>
    </>
  );
}
