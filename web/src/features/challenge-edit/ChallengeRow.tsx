import { IconFlag } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ChallengeInfo } from '@vexil/contract/challenge';
import type { GameInfo } from '@vexil/contract/game';
import { hasContainer } from '@vexil/db/enums/challenge';
import { useText } from '../../i18n/use-text';
import { categoryColour } from '../../theme/tokens';
import { Time } from '../../ui/Time';
import classes from './ChallengesPage.module.css';
import { EnableSwitch } from './EnableSwitch';

type ChallengeRowProps = { game: GameInfo; challenge: ChallengeInfo };

export function ChallengeRow({ game, challenge }: ChallengeRowProps) {
  const t = useText('challenge-edit');
  const params = { id: game.id, chalId: challenge.id };
  const problem = problemOf(challenge);
  return (
    <li className={classes.row} data-enabled={challenge.isEnabled || undefined}>
      <EnableSwitch game={game} challenge={challenge} />
      <div className={classes.words}>
        <Link to="/admin/games/$id/challenges/$chalId" params={params} className={classes.title}>
          {challenge.title}
        </Link>
        <span className={classes.kind}>
          {t(`challenge-edit.type.${challenge.type}`)}
          {challenge.deadlineUtc !== null && (
            <span>
              {t('challenge-edit.list.until')} <Time at={challenge.deadlineUtc} format="short" />
            </span>
          )}
          {problem && <span className={classes.problem}>{t(`challenge-edit.list.${problem}`)}</span>}
        </span>
      </div>
      <Link to="/admin/games/$id/challenges/$chalId/flags" params={params} className={classes.flags}>
        <IconFlag size={16} stroke={1.75} aria-hidden />
        {challenge.type === 'DynamicContainer'
          ? t(challenge.hasFlagTemplate ? 'challenge-edit.list.template' : 'challenge-edit.list.noTemplate')
          : t('challenge-edit.list.flags', { count: challenge.flagCount })}
      </Link>
      <span className={`${classes.solves} figures`}>
        {t('challenge-edit.list.solves', { count: challenge.acceptedCount })}
      </span>
      <Worth challenge={challenge} />
    </li>
  );
}

function problemOf(challenge: ChallengeInfo): 'noFlags' | 'noImage' | undefined {
  if (challenge.type !== 'DynamicContainer' && challenge.flagCount === 0) return 'noFlags';
  if (hasContainer(challenge.type) && !challenge.containerImage) return 'noImage';
  return undefined;
}

/** Current and initial value, with the minimum marked on the bar. */
function Worth({ challenge: { score, originalScore, minScore, category } }: { challenge: ChallengeInfo }) {
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
        <span style={{ width: part(score), background: categoryColour(category) }} />
        <span className={classes.floor} style={{ left: part(minScore) }} />
      </span>
    </span>
  );
}
