import { IconFiles } from '@tabler/icons-react';
import type { ChallengeEdit, FlagInfo } from '@vexil/contract/challenge';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import { AddFiles } from './AddFiles';
import { AddLinks } from './AddLinks';
import { FlagList } from './FlagList';
import classes from './Flags.module.css';
import { useTeamCount } from './flag.queries';

export function AttachmentFlags({ gameId, challenge }: { gameId: number; challenge: ChallengeEdit }) {
  const t = useText('flag');
  return (
    <div className={classes.page}>
      <Supply gameId={gameId} flags={challenge.flags} />
      <Panel title={t('flag.files.title')}>
        <AddFiles gameId={gameId} challenge={challenge} />
      </Panel>
      <Panel title={t('flag.links.title')}>
        <AddLinks gameId={gameId} challenge={challenge} />
      </Panel>
      <Panel flush title={t('flag.shared.title', { count: challenge.flags.length })}>
        {challenge.flags.length === 0 ? (
          <EmptyState
            icon={<IconFiles size={28} stroke={1.75} />}
            title={t('flag.files.empty')}
            hint={t('flag.files.emptyHint')}
          />
        ) : (
          <FlagList gameId={gameId} challenge={challenge} />
        )}
      </Panel>
    </div>
  );
}

function Supply({ gameId, flags }: { gameId: number; flags: readonly FlagInfo[] }) {
  const t = useText('flag');
  const teams = useTeamCount(gameId);
  if (teams === undefined) return null;
  const stock = flags.length;
  const used = flags.filter(({ taken }) => taken).length;
  // Teams that left the game may hold files too: with fewer teams than used files, none is waiting.
  const spare = stock - used - Math.max(0, teams - used);
  const state = stock === 0 || spare < 0 ? 'short' : spare < teams ? 'tight' : 'ample';
  return (
    <section className={classes.supply} data-state={state} aria-label={t('flag.supply.title')}>
      <p className={classes.figure}>
        <strong>{stock}</strong> {t('flag.supply.stock', { count: stock })}
      </p>
      <p className={classes.figure}>
        <strong>{used}</strong> {t('flag.supply.used')}
      </p>
      <p className={classes.figure}>
        <strong>{stock - used}</strong> {t('flag.supply.left')}
      </p>
      <p className={classes.figure}>
        <strong>{teams}</strong> {t('flag.supply.teams', { count: teams })}
      </p>
      <p className={classes.advice}>{t(`flag.supply.${state}`, { wanted: Math.max(2, stock + teams - spare) })}</p>
    </section>
  );
}
