import { Button } from '@mantine/core';
import { IconRobot } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { PlayerToken } from '@vexil/contract/token';
import { lazy } from 'react';
import { useText } from '../../i18n/use-text';
import { OnDemandDialog } from '../../ui/OnDemand';
import { OnDemandConfirm } from '../../ui/OnDemandConfirm';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { RelativeTime, Time } from '../../ui/Time';
import { useAsked } from '../../ui/use-asked';
import { playerTokensQuery, useRemovePlayerToken } from './token.queries';

const PlayerTokenDialog = lazy(() => import('./PlayerTokenDialog'));

/** Tokens of the account as a player, on its profile. */
export function PlayerTokens() {
  const t = useText('token');
  const query = useQuery(playerTokensQuery());
  const remove = useRemovePlayerToken();
  const making = useAsked<undefined>();
  const removing = useAsked<PlayerToken>();
  const { data } = query;
  return (
    <Panel
      id="tokens"
      title={t('token.player.title')}
      actions={
        <Button variant="default" size="xs" onClick={() => making.ask(undefined)}>
          {t('token.player.create')}
        </Button>
      }
    >
      <div className="grid gap-12">
        <QueryState query={query} pending={<ListSkeleton count={1} />} />
        {data && <p className="dimmed text-13">{t('token.player.lead')}</p>}
        {data && data.length > 0 && (
          <ul className="grid gap-8">
            {data.map((token) => (
              <TokenItem key={token.id} token={token} onRemove={() => removing.ask(token)} />
            ))}
          </ul>
        )}
      </div>
      <OnDemandDialog key={making.number} dialog={PlayerTokenDialog} opened={making.opened} onClose={making.close} />
      {removing.subject && (
        <OnDemandConfirm
          opened={removing.opened}
          onClose={removing.close}
          title={t('token.remove.title', { name: removing.subject.name })}
          confirmLabel={t('token.remove.action')}
          danger
          onConfirm={() => remove.mutateAsync(removing.subject?.id ?? '')}
        >
          {t('token.player.removeText')}
        </OnDemandConfirm>
      )}
    </Panel>
  );
}

function TokenItem({ token, onRemove }: { token: PlayerToken; onRemove: () => void }) {
  const t = useText('token');
  const { name, game, expiresAt, lastUsedAt, isUsable } = token;
  return (
    <li className="row gap-12">
      <IconRobot size={20} className="dimmed rigid" />
      <div className="column grow shrinks">
        <span className="semibold anywhere">{name}</span>
        <span className="dimmed text-13 anywhere">
          {game}
          {' · '}
          {t('token.expires')}: {expiresAt === null ? t('token.never') : <Time at={expiresAt} format="short" />}
          {' · '}
          {t('token.used')}: {lastUsedAt === null ? t('token.unused') : <RelativeTime at={lastUsedAt} />}
        </span>
        {!isUsable && <span className="danger text-13">{t('token.player.unusable')}</span>}
      </div>
      <Button variant="default" size="xs" aria-label={t('token.player.removeNamed', { name })} onClick={onRemove}>
        {t('token.remove.action')}
      </Button>
    </li>
  );
}
