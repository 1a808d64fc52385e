import { Button } from '@mantine/core';
import { useContext } from 'react';
import { useText } from '../../i18n/use-text';
import { StoppedClock } from '../../ui/stopped-clock';
import { useReached } from '../../ui/use-reached';
import type { Lifetimes } from './InstanceBlock';
import classes from './InstanceBlock.module.css';

type ExtendButtonProps = {
  expectStopAt: number;
  lifetimes: Lifetimes | undefined;
  gameEnd: number;
  onExtend: () => void;
  loading: boolean;
};

/** Enabled when the remaining time allows it; without settings the server decides. */
export function ExtendButton({ expectStopAt, lifetimes, gameEnd, ...act }: ExtendButtonProps) {
  const t = useText('container');
  const isPaused = useContext(StoppedClock) !== null;
  const isNear = useReached(expectStopAt - (lifetimes?.renewalWindow ?? Number.MAX_SAFE_INTEGER) * 60_000);
  const minutes = Math.min(lifetimes?.extensionDuration ?? 0, Math.floor((gameEnd - expectStopAt) / 60_000));
  if (lifetimes && minutes < 1) return <span className={classes.later}>{t('container.untilEnd')}</span>;
  const allowed = isNear && !isPaused;
  const later = lifetimes && t('container.extendLater', { count: lifetimes.renewalWindow });
  const words = isPaused ? t('container.paused') : later;
  return (
    <>
      <Button variant={allowed ? 'filled' : 'default'} disabled={!allowed} onClick={act.onExtend} loading={act.loading}>
        {lifetimes ? t('container.extendBy', { count: minutes }) : t('container.extend')}
      </Button>
      {!allowed && <span className={classes.later}>{words}</span>}
    </>
  );
}
