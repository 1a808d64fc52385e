import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { ListPanel } from '../../ui/ListPanel';
import { PageHeader } from '../../ui/PageHeader';
import { useRunEach } from '../../ui/run-each';
import { SelectionBar } from '../../ui/SelectionBar';
import { useAsked } from '../../ui/use-asked';
import { useNow } from '../../ui/use-now';
import { useSelection } from '../../ui/use-selection';
import { NewTokenDialog } from './NewTokenDialog';
import { TokenRow } from './TokenRow';
import { type ApiToken, type TokenAction, useTokenAction, useTokens } from './token.queries';

type Order = 'createdAt' | 'expiresAt' | 'lastUsedAt';

/** A token that never expires comes after all others, one that was never used before them. */
function compare(one: ApiToken, other: ApiToken, order: Order): number {
  const at = (token: ApiToken) => token[order] ?? (order === 'expiresAt' ? Number.MAX_SAFE_INTEGER : 0);
  // Ids are in order of creation.
  return at(one) - at(other) || one.id.localeCompare(other.id);
}

type Question = { token: ApiToken; action: TokenAction };

export function TokensPage() {
  const t = useText('token');
  const tokens = useTokens();
  const now = useNow();
  const action = useTokenAction();
  const each = useRunEach();
  const [revoking, setRevoking] = useState(false);
  const making = useAsked<undefined>();
  const asked = useAsked<Question>();
  const create = (
    <Button leftSection={<IconPlus />} onClick={() => making.ask(undefined)}>
      {t('token.create')}
    </Button>
  );
  const question = asked.subject;
  const carryOut = async ({ token, action: verb }: Question) => {
    await action.mutateAsync({ id: token.id, action: verb });
  };
  const [sort, setSort] = useState<{ order: Order; desc: boolean }>({ order: 'createdAt', desc: true });
  const list = (tokens.data ?? []).toSorted((one, other) => (sort.desc ? -1 : 1) * compare(one, other, sort.order));
  const selection = useSelection(list.map(({ id }) => id));
  const valid = list.filter(({ id, isRevoked }) => !isRevoked && selection.chosen.includes(id));
  const revokeMany = async () => {
    await each.run(valid, ({ id }) => action.mutateAsync({ id, action: 'revoke' }));
    selection.clear();
  };
  return (
    <>
      <PageHeader title={t('token.title')} lead={t('token.lead')} actions={create} />
      <ListPanel
        query={tokens}
        count={4}
        isEmpty={list.length === 0}
        empty={<EmptyState icon={<IconKey />} title={t('token.empty')} hint={t('token.emptyHint')} />}
      >
        <DataTable
          label={t('token.title')}
          selection={selection}
          sort={{ ...sort, onSort: (order, desc) => setSort({ order: order as Order, desc }) }}
          head={[
            { title: t('token.head'), order: 'createdAt' },
            t('token.scopes.label'),
            { title: t('token.expires'), order: 'expiresAt' },
            { title: t('token.used'), order: 'lastUsedAt' },
            t('token.stateHead'),
            '',
          ]}
        >
          {list.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              now={now}
              selection={selection}
              onAction={(verb) => asked.ask({ token, action: verb })}
            />
          ))}
        </DataTable>
      </ListPanel>
      <SelectionBar selection={selection} of={list.length} done={each.done}>
        <Button size="xs" variant="default" disabled={valid.length === 0} onClick={() => setRevoking(true)}>
          {t('token.revoke.action')}
        </Button>
      </SelectionBar>
      <ConfirmDialog
        opened={revoking}
        onClose={() => setRevoking(false)}
        title={t('token.revoke.titleMany', { number: valid.length })}
        confirmLabel={t('token.revoke.action')}
        danger
        onConfirm={revokeMany}
      >
        {t('token.revoke.text')}
      </ConfirmDialog>
      <NewTokenDialog key={making.number} opened={making.opened} onClose={making.close} />
      {question && (
        <ConfirmDialog
          opened={asked.opened}
          onClose={asked.close}
          title={t(`token.${question.action}.title`, { name: question.token.name })}
          confirmLabel={t(`token.${question.action}.action`)}
          danger={question.action !== 'restore'}
          onConfirm={() => carryOut(question)}
        >
          {t(`token.${question.action}.text`)}
        </ConfirmDialog>
      )}
    </>
  );
}
