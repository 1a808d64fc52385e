import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import type { Webhook, WebhookDelivery } from '@vexil/contract/webhook';
import { webhookEndpoints } from '@vexil/contract/webhook.endpoints';
import type { InputOf } from '../../api/call';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { useChange } from '../../api/use-change';
import { useInvalidate } from '../../api/use-invalidate';

export type { Webhook, WebhookDelivery };

export const webhooksQuery = () => routeQuery(webhookEndpoints.list);
export const useWebhooks = () => useQuery(webhooksQuery());

const gamesMax = 100;
export const useGameChoices = () =>
  useQuery(routeQuery(gameEditEndpoints.list, { query: { count: gamesMax, skip: 0 } }));

export const deliveriesPerPage = 20;
const refreshMs = 3_000;

/** Refreshed while it is shown, because workers deliver meanwhile. */
export const useDeliveries = (webhookId: string, page: number) =>
  useQuery({
    ...routeQuery(webhookEndpoints.deliveries, {
      params: { webhookId },
      query: { count: deliveriesPerPage, skip: (page - 1) * deliveriesPerPage },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });

const useWebhooksChanged = () => useInvalidate(routeKey(webhookEndpoints.list), routeKey(webhookEndpoints.deliveries));

/** The result contains the secret, which cannot be fetched again; it is not cached. */
export const useCreateWebhook = () =>
  useMutation({
    mutationFn: (body: InputOf<typeof webhookEndpoints.create>['body']) => call(webhookEndpoints.create, { body }),
    onSuccess: useWebhooksChanged(),
    gcTime: 0,
  });

export const useUpdateWebhook = (webhookId: string) =>
  useChange(
    (body: InputOf<typeof webhookEndpoints.update>['body']) =>
      call(webhookEndpoints.update, { params: { webhookId }, body }),
    useWebhooksChanged(),
  );

/** Not cached, as above. */
export const useRenewSecret = () =>
  useMutation({
    mutationFn: (webhookId: string) => call(webhookEndpoints.renewSecret, { params: { webhookId } }),
    gcTime: 0,
  });

export const useRemoveWebhook = () =>
  useChange((webhookId: string) => call(webhookEndpoints.remove, { params: { webhookId } }), useWebhooksChanged());

export const useSendTest = () =>
  useChange((webhookId: string) => call(webhookEndpoints.test, { params: { webhookId } }), useWebhooksChanged());

export const useReplay = (webhookId: string) =>
  useChange(
    (deliveryId: number) => call(webhookEndpoints.replay, { params: { webhookId, deliveryId } }),
    useWebhooksChanged(),
  );
