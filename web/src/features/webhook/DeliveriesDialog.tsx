import { Button, Modal } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleXFilled, IconClock, IconRepeat } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { Pager } from '../../ui/Pager';
import { QueryState } from '../../ui/QueryState';
import { StateWord } from '../../ui/StateWord';
import { ListSkeleton } from '../../ui/skeletons';
import { RelativeTime, Time } from '../../ui/Time';
import { toastError, toastSuccess } from '../../ui/toast';
import classes from './Webhooks.module.css';
import { deliveriesPerPage, useDeliveries, useReplay, type Webhook, type WebhookDelivery } from './webhook.queries';

const icons = { Delivered: IconCircleCheckFilled, Waiting: IconClock, Failed: IconCircleXFilled };
const tones = { Delivered: 'solved', Waiting: undefined, Failed: 'danger' } as const;
const reasons = ['timeout', 'unreachable', 'tls', 'privateAddress', 'nameNotFound'] as const;

type DeliveriesDialogProps = { opened: boolean; onClose: () => void; webhook: Webhook };

export function DeliveriesDialog({ opened, onClose, webhook }: DeliveriesDialogProps) {
  const t = useText('webhook');
  const [page, setPage] = useState(1);
  const deliveries = useDeliveries(webhook.id, page);
  const replay = useReplay(webhook.id);
  const onReplay = ({ id }: WebhookDelivery) =>
    replay.mutate(id, {
      onSuccess: () => toastSuccess(t('webhook.replay.done')),
      onError: (error) => toastError(error),
    });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="xl"
      title={t('webhook.deliveries.title', { name: webhook.name })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <QueryState query={deliveries} pending={<ListSkeleton count={4} />} />
      {deliveries.data?.total === 0 && (
        <EmptyState
          icon={<IconClock />}
          title={t('webhook.deliveries.empty')}
          hint={t('webhook.deliveries.emptyHint')}
        />
      )}
      <ul>
        {deliveries.data?.data.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} onReplay={() => onReplay(delivery)} />
        ))}
      </ul>
      <Pager
        page={page}
        pageCount={Math.ceil((deliveries.data?.total ?? 0) / deliveriesPerPage)}
        onPage={(next) => setPage(next ?? 1)}
      />
    </Modal>
  );
}

function DeliveryRow({ delivery, onReplay }: { delivery: WebhookDelivery; onReplay: () => void }) {
  const t = useText('webhook');
  const { kind, gameTitle, state, attempts, nextAttemptAt, lastStatus, lastError } = delivery;
  const reason = reasons.find((one) => one === lastError);
  return (
    <li className={classes.delivery}>
      <StateWord icon={icons[state]} tone={tones[state]}>
        {t(`webhook.delivery.${state}`)}
      </StateWord>
      <div className={classes.what}>
        <span>
          {t(`webhook.kind.${kind}`)}
          {gameTitle !== null && <span className="dimmed text-13"> · {gameTitle}</span>}
        </span>
        <span className="dimmed text-13">
          <Time at={delivery.happenedAt} /> · {t('webhook.attempts', { count: attempts })}
          {lastStatus !== null && ` · HTTP ${lastStatus}`}
          {reason && ` · ${t(`webhook.reason.${reason}`)}`}
          {nextAttemptAt !== null && attempts > 0 && (
            <>
              {' · '}
              {t('webhook.next')} <RelativeTime at={nextAttemptAt} />
            </>
          )}
        </span>
      </div>
      <Button size="compact-sm" variant="default" leftSection={<IconRepeat size={16} />} onClick={onReplay}>
        {t(state === 'Waiting' ? 'webhook.replay.now' : 'webhook.replay.action')}
      </Button>
    </li>
  );
}
