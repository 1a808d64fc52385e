import { Alert } from '@mantine/core';
import { IconSnowflake } from '@tabler/icons-react';
import type { GameInfo } from '@vexil/contract/game';
import { openFreeze } from '@vexil/rules/game-freeze.rules';
import { useText } from '../../i18n/use-text';
import { formatTime } from '../../ui/format-time';
import { useReached } from '../../ui/use-reached';
import classes from './InfoPage.module.css';
import { PublishStandings } from './PublishStandings';

/** What a freeze does; once it has begun, the way to end it. */
export function Freeze({ game, isSet }: { game: GameInfo; isSet: boolean }) {
  const t = useText('game-edit');
  const frozen = useReached(openFreeze(game), game.pausedAt);
  const help = game.revealedAt
    ? t('game-edit.info.publishedAt', { time: formatTime(game.revealedAt, 'moment') })
    : t('game-edit.info.freezeHelp');
  return (
    <div className={classes.freeze}>
      {isSet && <p className={classes.help}>{help}</p>}
      {frozen && (
        <Alert className="above-12" color="blue" icon={<IconSnowflake />}>
          <div className={classes.stack}>
            <span>{t('game-edit.info.frozen')}</span>
            <div>
              <PublishStandings gameId={game.id} size="xs" />
            </div>
          </div>
        </Alert>
      )}
    </div>
  );
}
