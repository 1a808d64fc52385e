import { Link } from '@tanstack/react-router';
import type { GameInfo } from '@vexil/contract/game';
import { type Check, checkGame, type Fix } from '@vexil/rules/checklist.rules';
import type { TextKey } from '../../i18n/texts';
import { useText } from '../../i18n/use-text';
import { StatusItem, StatusList } from '../../ui/StatusList';
import { StatusMenu } from '../../ui/StatusMenu';
import { useNow } from '../../ui/use-now';
import { goToPlace } from '../../ui/use-place-of-address';
import classes from './Checklist.module.css';
import { useGameParts } from './game-edit.queries';

/** Paths of the signs: a tick, a cross, a diamond. */
const signs: Record<Check['state'], string> = {
  done: 'm3 8.5 3.2 3.2L13 5',
  missing: 'm4 4 8 8m0-8-8 8',
  advice: 'M8 2.5 13.5 8 8 13.5 2.5 8z',
};

export function Checklist({ game }: { game: GameInfo }) {
  const t = useText('game-edit');
  const parts = useGameParts(game.id);
  // Minutes are exact enough, and avoid a computation every second.
  const now = Math.floor(useNow() / 60_000) * 60_000;
  const checks = parts ? checkGame({ game, ...parts, now }) : [];
  const doneCount = checks.filter(({ state }) => state === 'done').length;
  const next = checks.find(({ state }) => state === 'missing') ?? checks.find(({ state }) => state === 'advice');
  return (
    <StatusMenu
      label={t('game-edit.checklist.title')}
      icon={<Progress done={doneCount} total={checks.length} />}
      count={parts && t('game-edit.checklist.progress', { done: doneCount, total: checks.length })}
      first={
        parts && (next ? t('game-edit.checklist.next', { what: t(textOf(next)) }) : t('game-edit.checklist.ready'))
      }
    >
      {parts && (
        <StatusList>
          {checks.map((check) => (
            <StatusItem
              key={check.name}
              tone={check.state}
              spoken={t(`game-edit.checklist.state.${check.state}`)}
              sign={signs[check.state]}
              tools={
                check.state !== 'done' && (
                  <FixLink gameId={game.id} fix={check.fix} label={t(`game-edit.checklist.fix.${check.fix.page}`)} />
                )
              }
            >
              {t(textOf(check))}
              {check.names.length > 0 && (
                <span className="block anywhere dimmed text-13">{check.names.join(', ')}</span>
              )}
            </StatusItem>
          ))}
        </StatusList>
      )}
    </StatusMenu>
  );
}

const textOf = ({ name, reason }: Check) => `game-edit.checklist.${name}.${reason}` as TextKey<'game-edit'>;

function FixLink({ gameId, fix, label }: { gameId: number; fix: Fix; label: string }) {
  const params = { id: gameId };
  const place = {
    // The head of the page stays in view.
    hashScrollIntoView: { block: 'nearest' },
    // The router does nothing for the address where it is.
    onClick: () => 'section' in fix && goToPlace(fix.section),
  } as const;
  if (fix.page === 'info') {
    return (
      <Link to="/admin/games/$id/info" params={params} hash={fix.section} {...place}>
        {label}
      </Link>
    );
  }
  if (fix.page === 'challenges' || fix.page === 'divisions') {
    return (
      <Link to={`/admin/games/$id/${fix.page}`} params={params}>
        {label}
      </Link>
    );
  }
  const chalId = fix.challengeId;
  return fix.page === 'flags' ? (
    <Link to="/admin/games/$id/challenges/$chalId/flags" params={{ ...params, chalId }}>
      {label}
    </Link>
  ) : (
    <Link to="/admin/games/$id/challenges/$chalId" params={{ ...params, chalId }} hash={fix.section} {...place}>
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
