import { Collapse, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { GameInfo } from '@vexil/contract/game';
import { useId, useState } from 'react';
import type { TextKey } from '../../i18n/texts';
import { useText } from '../../i18n/use-text';
import { useNow } from '../../ui/use-now';
import classes from './Checklist.module.css';
import { type Check, checkGame, type Fix } from './checklist';
import { useGameParts } from './game-edit.queries';

export function Checklist({ game }: { game: GameInfo }) {
  const t = useText('game-edit');
  const parts = useGameParts(game.id);
  // Minutes are exact enough, and avoid a computation every second.
  const now = Math.floor(useNow() / 60_000) * 60_000;
  const [opened, setOpened] = useState(false);
  const listId = useId();
  const checks = parts ? checkGame({ game, ...parts, now }) : [];
  const doneCount = checks.filter(({ state }) => state === 'done').length;
  const next = checks.find(({ state }) => state === 'missing') ?? checks.find(({ state }) => state === 'advice');
  return (
    <section className={classes.box} aria-label={t('game-edit.checklist.title')}>
      <UnstyledButton
        className={classes.summary}
        onClick={() => setOpened(!opened)}
        aria-expanded={opened}
        aria-controls={listId}
        disabled={!parts}
      >
        <Progress done={doneCount} total={checks.length} />
        <strong>{t('game-edit.checklist.title')}</strong>
        <span className={`${classes.count} figures`}>
          {parts && t('game-edit.checklist.progress', { done: doneCount, total: checks.length })}
        </span>
        <span className={classes.next}>
          {parts && (next ? t('game-edit.checklist.next', { what: t(textOf(next)) }) : t('game-edit.checklist.ready'))}
        </span>
        <IconChevronDown
          size={18}
          stroke={1.75}
          className={classes.arrow}
          data-opened={opened || undefined}
          aria-hidden
        />
      </UnstyledButton>
      <Collapse expanded={opened} id={listId}>
        <ul className={classes.list}>
          {checks.map((check) => (
            <li key={check.name} className={classes.item} data-state={check.state}>
              <StateMark state={check.state} />
              <span className={classes.words}>
                <span className="visually-hidden">{t(`game-edit.checklist.state.${check.state}`)}: </span>
                {t(textOf(check))}
                {check.names.length > 0 && <span className={classes.names}>{check.names.join(', ')}</span>}
              </span>
              {check.state !== 'done' && (
                <FixLink gameId={game.id} fix={check.fix} label={t(`game-edit.checklist.fix.${check.fix.page}`)} />
              )}
            </li>
          ))}
        </ul>
      </Collapse>
    </section>
  );
}

const textOf = ({ name, reason }: Check) => `game-edit.checklist.${name}.${reason}` as TextKey<'game-edit'>;

function FixLink({ gameId, fix, label }: { gameId: number; fix: Fix; label: string }) {
  const params = { id: gameId };
  if (fix.page === 'info') {
    return (
      <Link className={classes.fix} to="/admin/games/$id/info" params={params} hash={fix.section}>
        {label}
      </Link>
    );
  }
  if (fix.page === 'challenges' || fix.page === 'divisions') {
    return (
      <Link className={classes.fix} to={`/admin/games/$id/${fix.page}`} params={params}>
        {label}
      </Link>
    );
  }
  const chalId = fix.challengeId;
  return fix.page === 'flags' ? (
    <Link className={classes.fix} to="/admin/games/$id/challenges/$chalId/flags" params={{ ...params, chalId }}>
      {label}
    </Link>
  ) : (
    <Link
      className={classes.fix}
      to="/admin/games/$id/challenges/$chalId"
      params={{ ...params, chalId }}
      hash={fix.section}
    >
      {label}
    </Link>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  const length = 2 * Math.PI * 7;
  const part = total > 0 ? done / total : 0;
  return (
    <svg
      viewBox="0 0 18 18"
      width="18"
      height="18"
      className={classes.ring}
      data-full={part === 1 || undefined}
      aria-hidden
    >
      <circle cx="9" cy="9" r="7" />
      <circle cx="9" cy="9" r="7" className={classes.part} strokeDasharray={`${part * length} ${length}`} />
    </svg>
  );
}

function StateMark({ state }: { state: Check['state'] }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" className={classes.mark} aria-hidden>
      {state === 'done' && <path d="m3 8.5 3.2 3.2L13 5" />}
      {state === 'missing' && <path d="m4 4 8 8m0-8-8 8" />}
      {state === 'advice' && <path d="M8 2.5 13.5 8 8 13.5 2.5 8z" />}
    </svg>
  );
}
