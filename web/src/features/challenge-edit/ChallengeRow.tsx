import { Checkbox } from '@mantine/core';
import { IconFlag, IconGripVertical } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ChallengeHealth, ChallengeInfo } from '@vexil/contract/challenge';
import type { GameInfo } from '@vexil/contract/game';
import type { ComponentProps } from 'react';
import { useText } from '../../i18n/use-text';
import { categoryColour } from '../../theme/tokens';
import { BloodMark } from '../../ui/BloodMark';
import { CategoryIcon } from '../../ui/CategoryTag';
import { RelativeTime, Time } from '../../ui/Time';
import classes from './ChallengesPage.module.css';
import { type Oddity, successRate } from './challenge-health';
import { EnableSwitch } from './EnableSwitch';

type ChallengeRowProps = {
  game: GameInfo;
  challenge: ChallengeInfo;
  health: ChallengeHealth | undefined;
  odd: readonly Oddity[];
  selected: boolean;
  onSelect: () => void;
  /** What makes the handle move the challenge. */
  handle: ComponentProps<'button'>;
  moving: boolean;
  /** Another challenge is being moved, which cannot come here. */
  outOfReach: boolean;
};

export function ChallengeRow(props: ChallengeRowProps) {
  const { game, challenge, health, odd, selected, onSelect, handle, moving, outOfReach } = props;
  const t = useText('challenge-edit');
  const { id, title, category } = challenge;
  return (
    <li
      className={classes.row}
      data-challenge={id}
      data-enabled={challenge.isEnabled || undefined}
      data-moving={moving || undefined}
      data-out={outOfReach || undefined}
      style={{ '--hue': categoryColour(category) }}
    >
      <span className="inline-row gap-2">
        <Checkbox
          size="xs"
          aria-label={t('challenge-edit.bulk.select', { title })}
          checked={selected}
          onChange={onSelect}
        />
        <button
          type="button"
          className={classes.handle}
          aria-label={t('challenge-edit.order.move', { title })}
          aria-describedby="challenge-order-keys"
          {...handle}
        >
          <IconGripVertical size={16} aria-hidden />
        </button>
      </span>
      <span className={classes.icon} title={t(`ui.category.${category}`)}>
        <CategoryIcon category={category} />
        <span className="visually-hidden">{t(`ui.category.${category}`)}</span>
      </span>
      <div className="shrinks">
        <Link
          to="/admin/games/$id/challenges/$chalId"
          params={{ id: game.id, chalId: id }}
          data-row
          className={classes.title}
          title={title}
        >
          {title}
        </Link>
        <Facts gameId={game.id} challenge={challenge} health={health} odd={odd} />
      </div>
      <Worth challenge={challenge} />
      <EnableSwitch game={game} challenge={challenge} />
    </li>
  );
}

type Translate = ReturnType<typeof useText<'challenge-edit'>>;

type FactsProps = Pick<ChallengeRowProps, 'challenge' | 'health' | 'odd'> & { gameId: number };

function Facts({ gameId, challenge, health, odd }: FactsProps) {
  const t = useText('challenge-edit');
  const rate = successRate(health);
  const type = t(`challenge-edit.type.${challenge.type}`);
  return (
    <span className={classes.facts}>
      {odd.map((one) => (
        <span key={one.kind} className={classes.problem}>
          {describeOddity(one, t)}
        </span>
      ))}
      {challenge.releaseUtc !== null && (
        <span className={classes.planned}>
          {t('challenge-edit.list.releases')} <Time at={challenge.releaseUtc} format="short" />
        </span>
      )}
      {challenge.deadlineUtc !== null && (
        <span>
          {t('challenge-edit.list.until')} <Time at={challenge.deadlineUtc} format="short" />
        </span>
      )}
      <Link
        to="/admin/games/$id/challenges/$chalId/flags"
        params={{ id: gameId, chalId: challenge.id }}
        className={classes.flags}
      >
        <IconFlag size={14} aria-hidden />
        {describeFlags(challenge, t)}
      </Link>
      {rate !== undefined && (
        <span className="figures" title={t('challenge-edit.health.rateHelp', { count: health?.teamsTried ?? 0 })}>
          {t('challenge-edit.health.rate', { rate })}
        </span>
      )}
      <LastCheck check={challenge.lastCheck} />
      <span className={classes.type} title={type}>
        {type}
      </span>
    </span>
  );
}

/** A failed one is among what is odd. */
function LastCheck({ check }: { check: ChallengeInfo['lastCheck'] }) {
  const t = useText('challenge-edit');
  if (check?.result !== 'passed' && check?.result !== 'running') return null;
  return (
    <span className={check.result === 'passed' ? 'solved' : undefined}>
      {t(check.result === 'passed' ? 'challenge-edit.list.solverPassed' : 'challenge-edit.list.solverRunning')}{' '}
      <RelativeTime at={check.at} />
    </span>
  );
}

function describeFlags({ type, hasFlagTemplate, flagCount, supply }: ChallengeInfo, t: Translate): string {
  if (type === 'DynamicContainer') {
    return t(hasFlagTemplate ? 'challenge-edit.list.template' : 'challenge-edit.list.noTemplate');
  }
  const flags = t('challenge-edit.list.flags', { count: flagCount });
  return supply && flagCount > 0
    ? `${flags}: ${t('challenge-edit.supply.list', { used: supply.used, left: supply.left })}`
    : flags;
}

function describeOddity(one: Oddity, t: Translate): string {
  switch (one.kind) {
    case 'unsolved':
      return t('challenge-edit.health.unsolved', { count: one.teams });
    case 'failedStarts':
      return t('challenge-edit.health.failedStarts', { failed: one.failed, count: one.starts });
    case 'selfEnds':
      return t(one.outOfMemory > 0 ? 'challenge-edit.health.selfEndsMemory' : 'challenge-edit.health.selfEnds', {
        count: one.ended,
        outOfMemory: one.outOfMemory,
      });
    case 'wrongFlags':
      return t('challenge-edit.health.wrongFlags', { count: one.wrong });
    case 'short':
    case 'tight':
      return t(`challenge-edit.supply.${one.kind}List`, { left: one.left, waiting: one.waiting });
    case 'overdue':
      return t('challenge-edit.health.overdue');
    default:
      return t(`challenge-edit.list.${one.kind}`);
  }
}

/** Current and initial value with the minimum marked on the bar; below it the solves and who was first. */
function Worth({ challenge }: { challenge: ChallengeInfo }) {
  const { score, originalScore, minScore, acceptedCount, bloods } = challenge;
  const t = useText('challenge-edit');
  const part = (value: number) => `${originalScore > 0 ? Math.min(100, (value / originalScore) * 100) : 0}%`;
  const words = t('challenge-edit.list.worth', { score, original: originalScore, minimum: minScore });
  return (
    <span className={classes.worth}>
      <span title={words}>
        <span className="visually-hidden">{words}</span>
        <span className={`${classes.score} figures`} aria-hidden>
          <strong>{score}</strong> / {originalScore}
        </span>
        <span className={classes.bar} aria-hidden>
          <span style={{ width: part(score) }} />
          <span className={classes.floor} style={{ left: part(minScore) }} />
        </span>
      </span>
      <span className={`${classes.solves} figures`}>
        <span>{t('challenge-edit.list.solves', { count: acceptedCount })}</span>
        {bloods.length > 0 && (
          <span className={classes.bloods} title={t('challenge-edit.list.bloods', { teams: bloods.join(', ') })}>
            {([1, 2, 3] as const).slice(0, bloods.length).map((rank) => (
              <BloodMark key={rank} rank={rank} size={14} />
            ))}
          </span>
        )}
      </span>
    </span>
  );
}
