import { IconActivityHeartbeat } from '@tabler/icons-react';
import type { GameInfo } from '@vexil/contract/game';
import { info } from '@vexil/rules/checks/check';
import { checkBefore, checkDuring, type NamedVerdict } from '@vexil/rules/checks/game-checks.rules';
import { gamePhase } from '@vexil/rules/phase.rules';
import { Fragment } from 'react';
import { serverNow } from '../../api/clock';
import type { TextKey } from '../../i18n/texts';
import { useText } from '../../i18n/use-text';
import { QueryState } from '../../ui/QueryState';
import { StatusMenu } from '../../ui/StatusMenu';
import { RelativeTime } from '../../ui/Time';
import { useNow } from '../../ui/use-now';
import { Verdicts } from '../../ui/Verdicts';
import classes from './Checks.module.css';
import { useGameHealth, useGameParts } from './check.queries';
import { FixLink } from './FixLink';

/** The checklist before the start of a game, its health afterwards. */
export function GameChecks({ game }: { game: GameInfo }) {
  return gamePhase(game, useNow()) === 'Upcoming' ? <Checklist game={game} /> : <Health game={game} />;
}

function Checklist({ game }: { game: GameInfo }) {
  const t = useText('game-edit');
  const parts = useGameParts(game.id);
  // Minutes are exact enough, and avoid a computation every second.
  const now = Math.floor(useNow() / 60_000) * 60_000;
  const checks = parts ? checkBefore({ game, ...parts, now }) : [];
  const total = checks.length;
  const done = checks.filter(({ state }) => state === 'ok').length;
  const next = checks.find(({ state }) => state === 'fault') ?? checks.find(({ state }) => state === 'warning');
  const textOf = ({ name, reason }: NamedVerdict) => t(`game-edit.checklist.${name}.${reason}` as TextKey<'game-edit'>);
  return (
    <StatusMenu
      label={t('game-edit.checklist.title')}
      icon={<Progress part={total > 0 ? done / total : 0} />}
      count={parts && t('game-edit.checklist.progress', { done, total })}
      first={parts && (next ? t('game-edit.checklist.next', { what: textOf(next) }) : t('game-edit.checklist.ready'))}
    >
      {parts && (
        <Verdicts
          items={checks.map((check) => ({
            key: check.name,
            state: check.state,
            spoken: t(`game-edit.checklist.state.${check.state}`),
            words: textOf(check),
            detail: check.names.join(', '),
            tools: check.state !== 'ok' && check.fix && (
              <FixLink gameId={game.id} fix={check.fix}>
                {t(`game-edit.checklist.fix.${check.fix.page}` as TextKey<'game-edit'>)}
              </FixLink>
            ),
          }))}
        />
      )}
    </StatusMenu>
  );
}

function Health({ game }: { game: GameInfo }) {
  const t = useText('health');
  const query = useGameHealth(game.id);
  if (!query.data) return <QueryState query={query} />;
  const now = serverNow();
  const found = checkDuring({ game, health: query.data, now });
  const over = now >= game.end;
  const items: Step[] = found.map((check) => ({ ...check, open: check.fix?.page }));
  if (over) items.push(...stepsAfter(game, found));
  const [first] = found;
  const state = found.some((each) => each.state === 'fault') ? 'fault' : first?.state;
  const textOf = ({ name, count }: { name: string; count?: number }) =>
    t(`health.${name}` as TextKey<'health'>, { number: count });
  return (
    <StatusMenu
      label={t(over ? 'health.after.title' : 'health.title')}
      icon={<IconActivityHeartbeat className={classes.beat} data-state={state} />}
      count={first ? t('health.count', { number: found.length }) : t('health.fine')}
      first={first && textOf(first)}
    >
      {items.length > 0 && (
        <Verdicts
          items={items.map((check) => ({
            key: check.name,
            state: check.state,
            spoken: t(`health.${spoken[check.state]}`),
            words: textOf(check),
            detail: check.challenges && <Challenges gameId={game.id} check={check} />,
            tools: (
              <>
                {check.since && <RelativeTime at={check.since} className="rigid dimmed text-13" />}
                {check.fix && (
                  <FixLink gameId={game.id} fix={check.fix}>
                    {t(`health.open.${check.open}` as TextKey<'health'>)}
                  </FixLink>
                )}
              </>
            ),
          }))}
        />
      )}
    </StatusMenu>
  );
}

const spoken = { fault: 'grave', warning: 'odd', ok: 'done', todo: 'todo' } as const;

type Step = Pick<NamedVerdict, 'name' | 'fix' | 'count' | 'since' | 'challenges'> & {
  state: keyof typeof spoken;
  open?: string;
};

/** What is done, and what only an organiser knows to be done, beside what the health finds. */
function stepsAfter(game: GameInfo, found: readonly NamedVerdict[]): Step[] {
  const isLeft = (...names: string[]) => found.some(({ name }) => names.includes(name));
  const steps: (Step | false)[] = [
    game.freezeTime !== null &&
      !isLeft('frozen') && { name: 'after.public', state: 'ok', fix: { page: 'reveal' }, open: 'again' },
    game.writeupRequired &&
      !isLeft('unread') && { name: 'after.read', state: 'ok', fix: { page: 'writeups' }, open: 'writeups' },
    { name: 'after.archive', state: 'todo', fix: info('exports'), open: 'exports' },
    { name: 'after.feed', state: 'todo', fix: info('exports'), open: 'exports' },
    { name: 'after.thanks', state: 'todo', fix: { page: 'notices' }, open: 'notices' },
  ];
  return steps.filter((step) => step !== false);
}

/** Each with its figures, linked to where one sees why. */
const Challenges = ({ gameId, check }: { gameId: number; check: Step }) => (
  <span className={classes.chips}>
    {check.challenges?.map(({ id, fix, title, figures }) => (
      <Fragment key={id}>
        <FixLink gameId={gameId} fix={fix} className={classes.chip}>
          {title}{' '}
          <small>
            <Figures name={check.name} figures={figures} />
          </small>
        </FixLink>
        {figures.reason && (
          <span className={classes.reason}>
            {figures.team && <strong>{figures.team} </strong>}
            {figures.reason}
          </span>
        )}
      </Fragment>
    ))}
  </span>
);

function Figures({ name, figures }: { name: string; figures: Record<string, string | number> }) {
  const t = useText('health');
  if (name === 'incomplete') return null;
  if (name === 'failedChecks') return <RelativeTime at={Number(figures.since)} />;
  if (name === 'selfEnds' && figures.outOfMemory === 0) return figures.ended;
  return t(`health.${name}Of` as TextKey<'health'>, figures);
}

function Progress({ part }: { part: number }) {
  const length = 2 * Math.PI * 7;
  const ring = { cx: 9, cy: 9, r: 7 };
  return (
    <svg
      viewBox="0 0 18 18"
      width="18"
      height="18"
      className={classes.ring}
      data-full={part === 1 || undefined}
      aria-hidden
    >
      <circle {...ring} />
      <circle {...ring} className={classes.done} strokeDasharray={`${part * length} ${length}`} />
    </svg>
  );
}
