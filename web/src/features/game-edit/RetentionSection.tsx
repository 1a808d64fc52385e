import { Alert, NumberInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { GameInfo } from '@vexil/contract/game';
import { removedKinds } from '@vexil/rules/retention.rules';
import { useText } from '../../i18n/use-text';
import { Panel } from '../../ui/Panel';
import { Time } from '../../ui/Time';
import { useNow } from '../../ui/use-now';
import { removedQuery } from './game-edit.queries';
import classes from './InfoPage.module.css';
import { type InfoForm, retentionFields } from './info-form';

type RetentionSectionProps = { form: InfoForm; game: GameInfo; id: string; title: string };

export function RetentionSection({ form, game, id, title }: RetentionSectionProps) {
  const t = useText('game-edit');
  const isOver = useNow() > game.end && game.pausedAt === null;
  const touched = retentionFields.some((name) => form.changed.includes(name) && form.values[name] !== '');
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <p className={classes.words}>{t('game-edit.info.retentionHelp')}</p>
        <div className={classes.triple}>
          {retentionFields.map((name) => (
            <NumberInput key={name} {...form.field(name)} min={1} />
          ))}
        </div>
        {touched && isOver && (
          <Alert color="yellow" icon={<IconAlertTriangle />}>
            {t('game-edit.info.retentionOver')}
          </Alert>
        )}
        {isOver && <Removed gameId={game.id} />}
      </div>
    </Panel>
  );
}

/** What was removed and when, of the audit log. */
function Removed({ gameId }: { gameId: number }) {
  const t = useText('game-edit');
  const entries = useQuery(removedQuery(gameId)).data?.data ?? [];
  if (entries.length === 0) return null;
  return (
    <ul className="plain" aria-label={t('game-edit.removed.title')}>
      {entries.map(({ id, time, after }) => (
        <li key={id}>
          {t('game-edit.removed.title')} <Time at={time} format="moment" />
          {removedKinds
            .filter((kind) => after?.[kind] !== undefined)
            .map((kind) => ` · ${t(`game-edit.removed.${kind}`)}: ${after?.[kind]}`)}
        </li>
      ))}
    </ul>
  );
}
