import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DataTable } from '../../ui/DataTable';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { useAsked } from '../../ui/use-asked';
import { useNow } from '../../ui/use-now';
import { NewTokenDialog } from './NewTokenDialog';
import { TokenRow } from './TokenRow';
import { type ApiToken, useGameTokens, useRemoveGameToken } from './token.queries';

/** Tokens that programs of one game send, such as a feed of scores. */
export function GameTokens({ gameId }: { gameId: number }) {
  const t = useText('token');
  const tokens = useGameTokens(gameId);
  const remove = useRemoveGameToken(gameId);
  const now = useNow();
  const making = useAsked<undefined>();
  const removing = useAsked<ApiToken>();
  const { data = [] } = tokens;
  return (
    <>
      <Panel
        flush
        title={t('token.title')}
        actions={
          <Button variant="default" leftSection={<IconPlus />} onClick={() => making.ask(undefined)}>
            {t('token.create')}
          </Button>
        }
      >
        <QueryState query={tokens} />
        {tokens.data && <p className="dimmed text-13">{t('token.gameLead')}</p>}
        {data.length > 0 && (
          <DataTable
            label={t('token.title')}
            head={[
              t('token.head'),
              t('token.scopes.label'),
              t('token.expires'),
              t('token.used'),
              t('token.stateHead'),
              '',
            ]}
          >
            {data.map((token) => (
              <TokenRow key={token.id} token={token} now={now} onAction={() => removing.ask(token)} />
            ))}
          </DataTable>
        )}
      </Panel>
      <NewTokenDialog key={making.number} gameId={gameId} opened={making.opened} onClose={making.close} />
      {removing.subject && (
        <ConfirmDialog
          opened={removing.opened}
          onClose={removing.close}
          title={t('token.remove.title', { name: removing.subject.name })}
          confirmLabel={t('token.remove.action')}
          danger
          onConfirm={() => remove.mutateAsync(removing.subject?.id ?? '')}
        >
          {t('token.remove.text')}
        </ConfirmDialog>
      )}
    </>
  );
}
