import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLanguage, useText } from '../../i18n/use-text';
import { formatTime } from '../../ui/format-time';
import { LinkButton } from '../../ui/links';
import classes from './RevealPage.module.css';

const minuteMs = 60_000;
const lengths = [30, 60, 120, 240, 480];

type RevealNoteProps = { game: { id: number; title: string }; text: string; children?: ReactNode };

/** The ceremony while there is nothing to open: why, and what can be done instead. */
export function RevealNote({ game, text, children }: RevealNoteProps) {
  const t = useText('presenter');
  return (
    <main className={classes.start}>
      <h1 className={classes.title}>{game.title}</h1>
      <p>{text}</p>
      {children && <div className={classes.choices}>{children}</div>}
      <LinkButton variant="subtle" to="/games/$id/scoreboard" params={{ id: game.id }}>
        {t('presenter.leave')}
      </LinkButton>
    </main>
  );
}

type RevealStartProps = {
  game: { id: number; title: string; start: number; end: number };
  onFrom: (from: number) => void;
};

/** Without a freeze, staff choose which solves stay closed until they are opened. */
export function RevealStart({ game, onFrom }: RevealStartProps) {
  const t = useText('presenter');
  const language = useLanguage();
  // In minutes, whose words fit the sentence in every language.
  const span = new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'short' });
  const possible = lengths.filter((minutes) => game.end - minutes * minuteMs > game.start);
  return (
    <RevealNote game={game} text={t('presenter.reveal.noFreeze')}>
      {possible.map((minutes) => {
        const from = game.end - minutes * minuteMs;
        return (
          <Button key={minutes} variant="default" onClick={() => onFrom(from)}>
            {t('presenter.reveal.after', { span: span.format(minutes), time: formatTime(from, 'short', language) })}
          </Button>
        );
      })}
    </RevealNote>
  );
}
