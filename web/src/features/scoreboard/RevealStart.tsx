import { Button } from '@mantine/core';
import { useLanguage, useText } from '../../i18n/use-text';
import { formatTime } from '../../ui/format-time';
import classes from './RevealPage.module.css';

const minuteMs = 60_000;
const lengths = [30, 60, 120, 240, 480];

/** Without a freeze, staff choose which solves stay closed until they are opened. */
export function RevealStart({
  game,
  onFrom,
}: {
  game: { title: string; start: number; end: number };
  onFrom: (from: number) => void;
}) {
  const t = useText('presenter');
  const language = useLanguage();
  const possible = lengths.filter((minutes) => game.end - minutes * minuteMs > game.start);
  return (
    <main className={classes.start}>
      <h1 className={classes.title}>{game.title}</h1>
      <p>{t('presenter.reveal.noFreeze')}</p>
      <div className={classes.choices}>
        {possible.map((minutes) => {
          const from = game.end - minutes * minuteMs;
          return (
            <Button key={minutes} variant="default" onClick={() => onFrom(from)}>
              {t('presenter.reveal.after', { time: formatTime(from, 'short', language) })}
            </Button>
          );
        })}
      </div>
    </main>
  );
}
