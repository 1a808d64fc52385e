import { IconFiles } from '@tabler/icons-react';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import { AddFiles } from './AddFiles';
import { AddLinks } from './AddLinks';
import { FlagList } from './FlagList';
import classes from './Flags.module.css';

export function AttachmentFlags({ gameId, challenge }: { gameId: number; challenge: ChallengeEdit }) {
  const t = useText('flag');
  return (
    <div className="stack gap-12">
      <Supply challenge={challenge} />
      <Panel title={t('flag.files.title')}>
        <AddFiles gameId={gameId} challenge={challenge} />
      </Panel>
      <Panel title={t('flag.links.title')}>
        <AddLinks gameId={gameId} challenge={challenge} />
      </Panel>
      <Panel flush title={t('flag.shared.title', { count: challenge.flags.length })}>
        {challenge.flags.length === 0 ? (
          <EmptyState icon={<IconFiles />} title={t('flag.files.empty')} hint={t('flag.files.emptyHint')} />
        ) : (
          <FlagList gameId={gameId} challenge={challenge} />
        )}
      </Panel>
    </div>
  );
}

function Supply({ challenge: { flags, supply } }: { challenge: ChallengeEdit }) {
  const t = useText('flag');
  if (!supply) return null;
  const { used, left, waiting, state } = supply;
  const withoutFile = flags.filter(({ attachment }) => attachment === null).length;
  return (
    <section
      className={classes.supply}
      data-state={withoutFile > 0 ? 'short' : state}
      aria-label={t('flag.supply.title')}
    >
      <p className={classes.figure}>
        <strong>{flags.length}</strong> {t('flag.supply.stock', { count: flags.length })}
      </p>
      <p className={classes.figure}>
        <strong>{used}</strong> {t('flag.supply.used')}
      </p>
      <p className={classes.figure}>
        <strong>{left}</strong> {t('flag.supply.left')}
      </p>
      <p className={classes.figure}>
        <strong>{waiting}</strong> {t('flag.supply.waiting', { count: waiting })}
      </p>
      <p className={classes.advice}>
        {withoutFile > 0 && <strong>{t('flag.supply.withoutFile', { count: withoutFile })} </strong>}
        {t(`flag.supply.${state}`, { missing: waiting - left })}
      </p>
    </section>
  );
}
