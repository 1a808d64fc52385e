import type { MonitorFigures } from '@vexil/contract/monitor';
import { useText } from '../../i18n/use-text';
import { Time } from '../../ui/Time';
import classes from './Wall.module.css';

const height = 100;
const gap = 0.2;

/** Submissions of each of the last minutes: right ones below, wrong ones on top. */
export function MinuteChart({ minutes }: Pick<MonitorFigures, 'minutes'>) {
  const t = useText('monitor');
  const max = Math.max(1, ...minutes.map(({ right, wrong }) => right + wrong));
  const scale = height / max;
  const first = minutes[0];
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.caption}>
        {t('monitor.wall.lastHour')}
        <span className={classes.legend} data-tone="right">
          {t('monitor.verdict.Accepted')}
        </span>
        <span className={classes.legend} data-tone="wrong">
          {t('monitor.verdict.WrongAnswer')}
        </span>
        <span className="push text-13 figures">{t('monitor.wall.peak', { count: max })}</span>
      </figcaption>
      <svg viewBox={`0 0 ${minutes.length} ${height}`} preserveAspectRatio="none" className={classes.bars} aria-hidden>
        {minutes.map(({ time, right, wrong }, index) => (
          <g key={time}>
            <rect
              className={classes.right}
              x={index + gap / 2}
              width={1 - gap}
              y={height - right * scale}
              height={right * scale}
            />
            <rect
              className={classes.wrong}
              x={index + gap / 2}
              width={1 - gap}
              y={height - (right + wrong) * scale}
              height={wrong * scale}
            />
          </g>
        ))}
      </svg>
      {first && (
        <div className={classes.axis}>
          <Time at={first.time} format="clock" />
          <span>{t('monitor.wall.now')}</span>
        </div>
      )}
    </figure>
  );
}
