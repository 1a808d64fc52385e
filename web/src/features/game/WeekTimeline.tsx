import { Link } from '@tanstack/react-router';
import type { BasicGame } from '@vexil/contract/game';
import { serverNow } from '../../api/clock';
import { useLanguage, useText } from '../../i18n/use-text';
import { formatDays, weekdayLetter } from '../../ui/format-time';
import { Panel } from '../../ui/Panel';
import { usePhase } from './use-phase';
import classes from './WeekTimeline.module.css';
import { type Bar, type Week, weeksOf } from './weeks';

type WeekLocale = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };

/** As in `Date.getDay`; Monday where the browser does not know. */
function firstDayOf(language: string): number {
  const locale = new Intl.Locale(language) as WeekLocale;
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

/** Games on the days of their weeks. */
export function WeekTimeline({ games }: { games: readonly BasicGame[] }) {
  const t = useText('game');
  const language = useLanguage();
  const now = serverNow();
  const weeks = weeksOf(games, now, firstDayOf(language) % 7);
  return (
    <Panel flush as="aside" title={t('game.weeks.title')} className={classes.panel}>
      {weeks.map((week) => (
        <WeekRow key={week.start} week={week} now={now} language={language} />
      ))}
    </Panel>
  );
}

function WeekRow({ week, now, language }: { week: Week; now: number; language: string }) {
  const t = useText('game');
  const [first = 0, ...others] = week.days;
  const last = others.at(-1) ?? first;
  const isNow = now >= first && now < last + 24 * 3_600_000;
  const today = isNow ? week.days.filter((day) => day <= now).length - 1 : -1;
  return (
    <>
      {week.before > 0 && <p className={classes.gap}>{t('game.weeks.empty', { count: week.before })}</p>}
      <section className={classes.week} data-now={isNow || undefined}>
        <h3 className={classes.range}>
          {formatDays(first, last, language)}
          {isNow && <span>{t('game.weeks.now')}</span>}
        </h3>
        <div className={classes.days} aria-hidden>
          {week.days.map((day, index) => (
            <span key={day} data-today={index === today || undefined}>
              {weekdayLetter(day, language)}
            </span>
          ))}
        </div>
        <ul className={classes.bars} style={{ '--rows': week.rows }}>
          {week.bars.map((bar) => (
            <BarItem key={bar.game.id} bar={bar} />
          ))}
        </ul>
      </section>
    </>
  );
}

function BarItem({ bar: { game, from, to, begins, ends, row, name } }: { bar: Bar }) {
  const phase = usePhase(game);
  return (
    <li
      className={classes.item}
      style={{ gridColumn: `${name.from + 1} / ${name.to + 2}`, gridRow: row + 1, '--days': name.to - name.from + 1 }}
    >
      <span
        className={classes.bar}
        data-phase={phase}
        data-begins={begins || undefined}
        data-ends={ends || undefined}
        style={{ gridColumn: `${from - name.from + 1} / ${to - name.from + 2}` }}
      />
      <Link
        to="/games/$id"
        params={{ id: game.id }}
        className={classes.name}
        style={name.from < from ? { gridColumn: `1 / ${from - name.from + 1}`, textAlign: 'end' } : undefined}
        data-hint={game.title}
      >
        {game.title}
      </Link>
    </li>
  );
}
