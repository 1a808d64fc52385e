import { IconSnowflake } from '@tabler/icons-react';
import { useText } from '../i18n/use-text';
import classes from './FrozenBanner.module.css';
import { Time } from './Time';

type FrozenBannerProps = {
  /** Since when, Unix milliseconds. */
  since: number;
  /** Staff see the board of now, and have to know that others do not. */
  live: boolean;
};

/** Says of a page that its ranks, values and solves are not those of now, or not those that others see. */
export function FrozenBanner({ since, live }: FrozenBannerProps) {
  const t = useText();
  return (
    <aside className={classes.banner} data-live={live || undefined} aria-label={t('ui.frozen.title')}>
      <IconSnowflake size={18} stroke={1.75} aria-hidden className={classes.icon} />
      <p className={classes.words}>
        <strong>
          {t(live ? 'ui.frozen.liveTitle' : 'ui.frozen.title')} · <Time at={since} format="short" withZone />
        </strong>{' '}
        <span className={classes.hint}>{t(live ? 'ui.frozen.liveHint' : 'ui.frozen.hint')}</span>
      </p>
    </aside>
  );
}

/** The same in two words, for heads. */
export function FrozenChip() {
  const t = useText();
  return (
    <span className={classes.chip}>
      <IconSnowflake size={14} stroke={2} aria-hidden />
      {t('ui.frozen.chip')}
    </span>
  );
}
