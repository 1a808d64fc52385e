import { IconSnowflake } from '@tabler/icons-react';
import { useText } from '../i18n/use-text';
import classes from './FrozenBanner.module.css';
import { Time } from './Time';

type FrozenBannerProps = {
  /** Since when, Unix milliseconds. */
  since: number;
  /** Staff see the board of now, and have to know that others do not. */
  live: boolean;
  /** Once the game is over: nothing is judged for this board any more. */
  ended: boolean;
};

/** Says of a page that its ranks, values and solves are not those of now, or not those that others see. */
export function FrozenBanner({ since, live, ended }: FrozenBannerProps) {
  const t = useText();
  const title = t(live ? 'ui.frozen.liveTitle' : 'ui.frozen.title');
  return (
    <aside className={classes.banner} data-live={live || undefined} aria-label={title}>
      <IconSnowflake className={classes.icon} />
      <p className={classes.words}>
        <strong>{title}</strong> ·{' '}
        <span className="medium">
          {t(live ? 'ui.frozen.liveSince' : 'ui.frozen.since')} <Time at={since} format="short" withZone />
        </span>{' '}
        ·{' '}
        <span className="dimmed">
          {t(live ? 'ui.frozen.liveHint' : ended ? 'ui.frozen.endedHint' : 'ui.frozen.hint')}
        </span>
      </p>
    </aside>
  );
}

/** The same in two words, for heads. */
export function FrozenChip() {
  const t = useText();
  return (
    <span className={classes.chip}>
      <IconSnowflake size={14} stroke="2px" />
      <span className={classes.chipWord}>{t('ui.frozen.chip')}</span>
    </span>
  );
}
