import { Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { ListPanel } from '../../ui/ListPanel';
import { PageHeader } from '../../ui/PageHeader';
import { toastError, toastSuccess } from '../../ui/toast';
import { useAsked } from '../../ui/use-asked';
import { DeliveriesDialog } from './DeliveriesDialog';
import { SecretDialog } from './SecretDialog';
import { WebhookDialog } from './WebhookDialog';
import { type WebhookAction, WebhookRow } from './WebhookRow';
import { useRemoveWebhook, useRenewSecret, useSendTest, useWebhooks, type Webhook } from './webhook.queries';

type Asked = { what: Exclude<WebhookAction, 'test'> | 'create'; webhook?: Webhook };
type Shown = { name: string; secret: string };

export function WebhooksPage() {
  const t = useText('webhook');
  const webhooks = useWebhooks();
  const sendTest = useSendTest();
  const remove = useRemoveWebhook();
  const renew = useRenewSecret();
  const [shown, setShown] = useState<Shown>();
  const { subject, opened, number, ask, close } = useAsked<Asked>();
  const { what = 'create', webhook } = subject ?? {};
  const test = ({ id, name }: Webhook) =>
    sendTest.mutate(id, {
      onSuccess: () => toastSuccess(t('webhook.test.done', { name })),
      onError: (error) => toastError(error),
    });
  const create = (
    <Button leftSection={<IconPlus />} onClick={() => ask({ what: 'create' })}>
      {t('webhook.create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('webhook.title')} lead={t('webhook.lead')} actions={create} />
      <ListPanel
        query={webhooks}
        count={3}
        isEmpty={webhooks.data?.length === 0}
        empty={<EmptyState icon={<IconWebhook />} title={t('webhook.empty')} hint={t('webhook.emptyHint')} />}
      >
        <DataTable
          label={t('webhook.title')}
          head={[t('webhook.head'), t('webhook.kinds'), t('webhook.game'), t('webhook.stateHead'), '']}
        >
          {webhooks.data?.map((one) => (
            <WebhookRow
              key={one.id}
              webhook={one}
              onAction={(action) => (action === 'test' ? test(one) : ask({ what: action, webhook: one }))}
            />
          ))}
        </DataTable>
      </ListPanel>
      {(what === 'create' || what === 'edit') && (
        <WebhookDialog key={number} opened={opened} onClose={close} webhook={webhook} onSecret={setShown} />
      )}
      {what === 'deliveries' && webhook && (
        <DeliveriesDialog key={number} opened={opened} onClose={close} webhook={webhook} />
      )}
      {(what === 'renew' || what === 'remove') && webhook && (
        <ConfirmDialog
          opened={opened}
          onClose={close}
          title={t(`webhook.${what}.title`, { name: webhook.name })}
          confirmLabel={t(`webhook.${what}.action`)}
          danger
          onConfirm={async () => {
            if (what === 'renew') {
              const { secret } = await renew.mutateAsync(webhook.id);
              setShown({ name: webhook.name, secret });
              return;
            }
            await remove.mutateAsync(webhook.id);
          }}
        >
          {t(`webhook.${what}.text`)}
        </ConfirmDialog>
      )}
      {shown && <SecretDialog name={shown.name} secret={shown.secret} onClose={() => setShown(undefined)} />}
    </>
  );
}
