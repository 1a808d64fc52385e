import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import classes from './Overview.module.css';
import { useOverview } from './overview.queries';

/** What each worker says of its engine, asked again on a press. */
export function EngineStep() {
  const t = useText('overview');
  const { data, isFetching, refetch } = useOverview();
  const workers = data?.workers ?? [];
  return (
    <>
      <ul className={classes.list} aria-live="polite">
        {workers.length === 0 && (
          <li className={classes.line} data-level="danger">
            <IconAlertTriangle aria-hidden />
            {t('overview.problem.workers')}
          </li>
        )}
        {workers.map(({ engine, isEngineUp }, index) => {
          const isWell = engine !== null && isEngineUp;
          const state = engine === null ? 'none' : isEngineUp ? 'up' : 'down';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: workers have no names
            <li key={index} className={classes.line} data-level={isWell ? 'ok' : 'warning'}>
              {isWell ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
              {t(`overview.start.engines.${state}`, { place: index + 1, engine: engine ?? '' })}
            </li>
          );
        })}
      </ul>
      <div>
        <Button
          variant="default"
          loading={isFetching}
          leftSection={<IconRefresh aria-hidden />}
          onClick={() => void refetch()}
        >
          {t('overview.start.check')}
        </Button>
      </div>
    </>
  );
}
