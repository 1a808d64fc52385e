import { Menu } from '@mantine/core';
import {
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconClockOff,
  IconFlag,
  IconFolder,
  IconGripVertical,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ChallengeHealth, ChallengeInfo } from '@vexil/contract/challenge';
import type { GameInfo } from '@vexil/contract/game';
import { isDynamic } from '@vexil/db/enums/challenge';
import type { ComponentProps } from 'react';
import { useText } from '../../i18n/use-text';
import { BloodMark } from '../../ui/BloodMark';
import { CategoryIcon } from '../../ui/CategoryTag';
import { categoryName, categoryStyle } from '../../ui/category';
import { hintIfClipped, PickCell } from '../../ui/DataTable';
import { RowMenu } from '../../ui/RowMenu';
import { StateWord } from '../../ui/StateWord';
import { RelativeTime, Time } from '../../ui/Time';
import { useReached } from '../../ui/use-reached';
import type { Selection } from '../../ui/use-selection';
import classes from './ChallengesPage.module.css';
import { type Oddity, successRate } from './challenge-health';
import { useEnable } from './use-enable';

type ChallengeRowProps = {
  game: GameInfo;
  challenge: ChallengeInfo;
  health: ChallengeHealth | undefined;
  odd: readonly Oddity[];
  selection: Selection<number>;
  /** In the players' order, from 1. */
  place: number;
  /** What makes the handle move the challenge; nothing while another order is shown. */
  handle: ComponentProps<'button'> | undefined;
  moving: boolean;
  /** Another challenge is being moved, which cannot come here. */
  outOfReach: boolean;
};

export function ChallengeRow(props: ChallengeRowProps) {
  const { game, challenge, health, odd, selection, place, handle, moving, outOfReach } = props;
  const t = useText('challenge-edit');
  const { id, title } = challenge;
  const category = categoryName(t, challenge);
  const params = { id: game.id, chalId: id };
  return (
    <tr
      className={classes.row}
      data-challenge={id}
      data-enabled={challenge.isEnabled || undefined}
      data-moving={moving || undefined}
      data-out={outOfReach || undefined}
      style={{ '--hue': categoryStyle(challenge) }}
    >
      <PickCell selection={selection} id={id} name={title} />
      <td data-narrow className={`${classes.order} figures faint`}>
        <span className="inline-row gap-4">
          <button
            type="button"
            className={classes.handle}
            aria-label={t('challenge-edit.order.move', { title })}
            aria-describedby="challenge-order-keys"
            disabled={!handle}
            data-hint={handle ? undefined : t('challenge-edit.order.elsewhere')}
            {...handle}
          >
            <IconGripVertical size={16} />
          </button>
          {place}
        </span>
      </td>
      <td data-wide>
        <span className={classes.name}>
          <span className="inline-row" title={category}>
            <CategoryIcon of={challenge} />
            <span className="visually-hidden">{category}</span>
          </span>
          <Link
            to="/admin/games/$id/challenges/$chalId"
            params={params}
            data-row
            className={classes.title}
            onPointerOver={hintIfClipped}
          >
            {title}
          </Link>
          {challenge.origin && (
            <IconFolder
              size={14}
              className="faint"
              role="img"
              aria-label={t('challenge-edit.menu.origin', { path: challenge.origin.path })}
              data-hint={t('challenge-edit.menu.origin', { path: challenge.origin.path })}
            />
          )}
        </span>
      </td>
      <td data-narrow data-spare data-label={t('challenge-edit.field.type')} className="dimmed">
        {t(`challenge-edit.type.${challenge.type}`)}
      </td>
      <td data-narrow data-label={t('challenge-edit.section.flags')}>
        <Link
          {...(isDynamic(challenge.type)
            ? { to: '/admin/games/$id/challenges/$chalId/flags' }
            : { to: '/admin/games/$id/challenges/$chalId', hash: 'flags' })}
          params={params}
          className={classes.flags}
        >
          <IconFlag size={14} />
          {describeFlags(challenge, t)}
        </Link>
      </td>
      <td data-narrow data-label={t('challenge-edit.list.value')}>
        <Worth challenge={challenge} />
      </td>
      <td data-narrow data-label={t('challenge-edit.score.solves')}>
        <Solves challenge={challenge} health={health} />
      </td>
      <td data-narrow data-label={t('challenge-edit.list.state')}>
        <State challenge={challenge} />
      </td>
      <td
        data-long
        data-label={t('challenge-edit.list.checks')}
        className={classes.checks}
        onPointerOver={hintIfClipped}
      >
        <Checks challenge={challenge} odd={odd} />
      </td>
      <td data-narrow data-tools="true">
        <Acts game={game} challenge={challenge} />
      </td>
    </tr>
  );
}

function Acts({ game, challenge }: Pick<ChallengeRowProps, 'game' | 'challenge'>) {
  const t = useText('challenge-edit');
  const { turn, isPending, missing, dialog } = useEnable(game, challenge);
  const { title, isEnabled } = challenge;
  return (
    <>
      <RowMenu name={title}>
        <Menu.Item
          leftSection={isEnabled ? <IconCircleDashed /> : <IconCircleCheck />}
          disabled={isPending || missing !== undefined}
          onClick={() => turn(!isEnabled)}
        >
          {t(isEnabled ? 'challenge-edit.bulk.disable' : 'challenge-edit.bulk.enable')}
          {missing && <span className="block dimmed text-12">{missing}</span>}
        </Menu.Item>
      </RowMenu>
      {dialog}
    </>
  );
}

type Translate = ReturnType<typeof useText<'challenge-edit'>>;

function State({ challenge: { isEnabled, releaseUtc, deadlineUtc } }: { challenge: ChallengeInfo }) {
  const t = useText('challenge-edit', 'challenge');
  const isClosed = useReached(deadlineUtc);
  if (releaseUtc !== null) {
    return (
      <StateWord icon={IconClock} tone="info">
        {t('challenge-edit.list.releases')} <Time at={releaseUtc} format="short" />
      </StateWord>
    );
  }
  if (!isEnabled) return <StateWord icon={IconCircleDashed}>{t('challenge-edit.list.disabled')}</StateWord>;
  if (isClosed) return <StateWord icon={IconClockOff}>{t('challenge.list.closed')}</StateWord>;
  return (
    <StateWord icon={IconCircleCheck} tone="solved">
      {t('challenge-edit.list.enabled')}
      {deadlineUtc !== null && (
        <>
          {' · '}
          {t('challenge-edit.list.until')} <Time at={deadlineUtc} format="short" />
        </>
      )}
    </StateWord>
  );
}

/** What is odd; where nothing is, that the solver works. A failed run of it is among what is odd. */
function Checks({ challenge: { lastCheck }, odd }: Pick<ChallengeRowProps, 'challenge' | 'odd'>) {
  const t = useText('challenge-edit');
  const ran = lastCheck?.result === 'passed' || lastCheck?.result === 'running' ? lastCheck : undefined;
  return (
    <>
      {odd.map((one) => (
        <span key={one.kind} className={classes.problem}>
          {describeOddity(one, t)}{' '}
        </span>
      ))}
      {ran && (
        <span className={ran.result === 'passed' ? 'solved' : 'dimmed'}>
          {t(ran.result === 'passed' ? 'challenge-edit.list.solverPassed' : 'challenge-edit.list.solverRunning')}{' '}
          <RelativeTime at={ran.at} />
        </span>
      )}
    </>
  );
}

function describeFlags({ type, hasFlagTemplate, flagCount, supply }: ChallengeInfo, t: Translate): string {
  if (type === 'DynamicContainer') {
    return t(hasFlagTemplate ? 'challenge-edit.list.template' : 'challenge-edit.list.noTemplate');
  }
  return supply && flagCount > 0
    ? t('challenge-edit.supply.list', { used: supply.used, left: supply.left })
    : t('challenge-edit.list.flags', { count: flagCount });
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

/** Current and initial value, with the minimum marked on the bar. */
function Worth({ challenge }: { challenge: ChallengeInfo }) {
  const { score, originalScore, minScore } = challenge;
  const t = useText('challenge-edit');
  const part = (value: number) => `${originalScore > 0 ? Math.min(100, (value / originalScore) * 100) : 0}%`;
  const words = t('challenge-edit.list.worth', { score, original: originalScore, minimum: minScore });
  return (
    <span className={classes.worth} title={words}>
      <span className="visually-hidden">{words}</span>
      <span className={`${classes.score} figures`} aria-hidden>
        <strong>{score}</strong> / {originalScore}
      </span>
      <span className={classes.bar} aria-hidden>
        <span style={{ width: part(score) }} />
        <span className={classes.floor} style={{ left: part(minScore) }} />
      </span>
    </span>
  );
}

/** How many, who was first, and which part of those that tried. */
function Solves({ challenge: { acceptedCount, bloods }, health }: Pick<ChallengeRowProps, 'challenge' | 'health'>) {
  const t = useText('challenge-edit');
  const rate = successRate(health);
  return (
    <span className="row gap-8 figures">
      <strong className={classes.count}>{acceptedCount}</strong>
      {bloods.length > 0 && (
        <span className="inline-row gap-2" title={t('challenge-edit.list.bloods', { teams: bloods.join(', ') })}>
          {([1, 2, 3] as const).slice(0, bloods.length).map((rank) => (
            <BloodMark key={rank} rank={rank} size={14} />
          ))}
        </span>
      )}
      {rate !== undefined && (
        <span className="dimmed" title={t('challenge-edit.health.rateHelp', { count: health?.teamsTried ?? 0 })}>
          {t('challenge-edit.health.rate', { rate })}
        </span>
      )}
    </span>
  );
}
