import { IconPlayerPause } from '@tabler/icons-react';
import { useText } from '../i18n/use-text';
import classes from './FrozenBanner.module.css';
import { Time } from './Time';

/** Says why nothing goes on at the moment. */
export function PausedBanner({ since, reason, hint }: { since: number; reason: string; hint: string }) {
  const t = useText();
  return (
    <aside className={classes.banner} data-live aria-label={t('ui.phase.Paused')} role="status">
      <IconPlayerPause className={classes.icon} />
      <p className={classes.words}>
        <strong>{t('ui.phase.Paused')}</strong>{' '}
        <span className="medium">
          {t('ui.frozen.since')} <Time at={since} format="short" withZone />
        </span>{' '}
        · <span>{reason}</span> · <span className="dimmed">{hint}</span>
      </p>
    </aside>
  );
}
