import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { EmptyState } from '../../ui/EmptyState';
import { FailedQuery } from '../../ui/FailedQuery';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { ListSkeleton } from '../../ui/skeletons';
import { toastSuccess } from '../../ui/toast';
import { useNow } from '../../ui/use-now';
import { NewTokenDialog } from './NewTokenDialog';
import { TokenRow } from './TokenRow';
import classes from './Tokens.module.css';
import { type ApiToken, type TokenAction, useTokenAction, useTokens } from './token.queries';

type Question = { token: ApiToken; action: TokenAction };

export function TokensPage() {
  const t = useText('token');
  const tokens = useTokens();
  const now = useNow();
  const action = useTokenAction();
  const [making, setMaking] = useState({ opened: false, number: 0 });
  const [question, setQuestion] = useState<Question>();
  const [asking, setAsking] = useState(false);
  const make = () => setMaking(({ number }) => ({ opened: true, number: number + 1 }));
  const create = (
    <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={make}>
      {t('token.create')}
    </Button>
  );
  const carryOut = async ({ token, action: verb }: Question) => {
    await action.mutateAsync({ id: token.id, action: verb });
    toastSuccess(t(`token.${verb}.done`, { name: token.name }));
  };
  const list = [...(tokens.data ?? [])].reverse();
  return (
    <>
      <PageHeader title={t('token.title')} lead={t('token.lead')} actions={create} />
      <Panel flush>
        {tokens.isPending && <ListSkeleton count={4} />}
        <FailedQuery query={tokens} />
        {tokens.data && list.length === 0 && (
          <EmptyState icon={<IconKey size={28} stroke={1.75} />} title={t('token.empty')} hint={t('token.emptyHint')} />
        )}
        {list.length > 0 && (
          <ul className={classes.list}>
            {list.map((token) => (
              <TokenRow
                key={token.id}
                token={token}
                now={now}
                onAction={(verb) => {
                  setQuestion({ token, action: verb });
                  setAsking(true);
                }}
              />
            ))}
          </ul>
        )}
      </Panel>
      <NewTokenDialog
        key={making.number}
        opened={making.opened}
        onClose={() => setMaking(({ number }) => ({ opened: false, number }))}
      />
      {question && (
        <ConfirmDialog
          opened={asking}
          onClose={() => setAsking(false)}
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
