import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { useOnLive } from '../../live/use-live';
import { OnDemandConfirm } from '../../ui/OnDemandConfirm';
import { toastError, toastNews } from '../../ui/toast';
import { type Instance, instancesQuery } from './container.queries';

type TitleOf = (challengeId: number) => string;

/** Where a start above the limit ends the oldest instance of the team, that limit. */
export function replacingLimit(
  config: { autoDestroyOnLimitReached: boolean } | undefined,
  { containerCountLimit }: { containerCountLimit: number },
): number | undefined {
  return config?.autoDestroyOnLimitReached && containerCountLimit > 0 ? containerCountLimit : undefined;
}

const isCounted = ({ state, isShared }: Instance) =>
  !isShared && (state === 'requested' || state === 'starting' || state === 'running');

/** The instance that a start would end. */
export async function findReplaced(
  client: QueryClient,
  gameId: number,
  challengeId: number,
  limit: number | undefined,
): Promise<Instance | undefined> {
  if (limit === undefined) return undefined;
  // Only a fetched list is sure to have the oldest first.
  const counted = (await client.fetchQuery({ ...instancesQuery(gameId), staleTime: 0 })).filter(isCounted);
  // The server refuses a second instance of a challenge before it ends another one.
  if (counted.some((instance) => instance.challengeId === challengeId)) return undefined;
  return counted.length >= limit ? counted[0] : undefined;
}

type AskedStartInput = {
  gameId: number;
  challengeId: number;
  /** Undefined where no start ends another instance. */
  limit: number | undefined;
  titleOf: TitleOf;
  start: () => void;
};

/** Starts an instance, and asks first where that ends another one of the team. */
export function useAskedStart({ gameId, challengeId, limit, titleOf, start }: AskedStartInput): {
  run: () => void;
  question: ReactNode;
} {
  const t = useText('container');
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const search = useMutation({
    mutationFn: () => findReplaced(client, gameId, challengeId, limit),
    onSuccess: (replaced) => (replaced ? setAsking(true) : start()),
    onError: (error) => toastError(error),
  });
  const run = () => {
    if (limit === undefined) start();
    else if (!asking && !search.isPending) search.mutate();
  };
  const question = (
    <OnDemandConfirm
      opened={asking}
      onClose={() => setAsking(false)}
      title={t('container.stopTitle', { title: search.data ? titleOf(search.data.challengeId) : '' })}
      confirmLabel={t('container.replace')}
      danger
      onConfirm={() => {
        // Its reply comes when the new one runs.
        start();
        return undefined;
      }}
    >
      {t('container.replaceText')}
    </OnDemandConfirm>
  );
  return { run, question };
}

/** Shows the whole team which instance was ended by the start of another one. */
export function useReplacedMessages(gameId: number, titleOf: TitleOf): void {
  const t = useText('container');
  useOnLive(gameId, 'ContainerChanged', ({ challengeId, state, endReason }) => {
    if (state === 'destroyed' && endReason === 'limit') {
      toastNews(t('container.replaced', { title: titleOf(challengeId) }));
    }
  });
}
