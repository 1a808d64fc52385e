import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChallengeDetail } from '@vexil/contract/challenge';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import type { ContainerInfo } from '@vexil/contract/container';
import { containerEndpoints } from '@vexil/contract/container.endpoints';
import type { ContainerState } from '@vexil/db/enums/container';
import { isError } from '../../api/api-error';
import { call } from '../../api/call';
import { serverNow } from '../../api/clock';
import { routeQuery } from '../../api/route-query';
import { useText } from '../../i18n/use-text';
import { useOnLive } from '../../live/use-live';
import { toastFailure } from '../../ui/toast';

/** The team's running copy of a challenge, as the team sees it. */
export type Instance = {
  challengeId: number;
  state: ContainerState;
  entry: string | null;
  /** Unix milliseconds. */
  expectStopAt: number | null;
  /** Starts that come before this one. */
  position: number | null;
  /** Who started it. */
  userName: string | null;
};

const challengeQuery = (gameId: number, challengeId: number) =>
  routeQuery(challengeEndpoints.get, { params: { id: gameId, challengeId } });

type Context = ChallengeDetail['context'];

/** What a challenge's own text says of its instance. */
export function instanceIn(challengeId: number, { instanceEntry, closeTime }: Context): Instance | undefined {
  if (!instanceEntry || closeTime === null || closeTime <= serverNow()) return undefined;
  const rest = { position: null, userName: null };
  return { challengeId, state: 'running', entry: instanceEntry, expectStopAt: closeTime, ...rest };
}

/** The team's instances in a game, kept right by messages. */
export const instancesQuery = (gameId: number) =>
  queryOptions({
    // Of the form of a call's own key, so that a told refetch finds it.
    queryKey: [containerEndpoints.list.path, { params: { id: gameId } }],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<Instance[]> => {
      const instances = await call(containerEndpoints.list, { params: { id: gameId } });
      return instances.map(({ containerId: _, endReason: __, ...instance }) => instance);
    },
  });

/** Takes in what is known of one instance, into the list and into the challenge's own data alike. */
export function putInstance(client: QueryClient, gameId: number, instance: Instance): void {
  const { challengeId, state, entry, expectStopAt } = instance;
  const gone = state === 'destroyed';
  const { queryKey } = instancesQuery(gameId);
  const known = client.getQueryData(queryKey) ?? [];
  const before = known.find((other) => other.challengeId === challengeId);
  const others = known.filter((other) => other !== before);
  // Replies to calls do not say who started it.
  const instances = gone
    ? others
    : [...others, { ...instance, userName: instance.userName ?? before?.userName ?? null }];
  client.setQueryData(queryKey, instances);

  const isUp = state === 'running';
  if (!isUp && !gone && state !== 'failed') return;
  client.setQueryData(challengeQuery(gameId, challengeId).queryKey, (challenge) => {
    if (!challenge) return challenge;
    const context = { instanceEntry: isUp ? entry : null, closeTime: isUp ? expectStopAt : null };
    return { ...challenge, context: { ...challenge.context, ...context } };
  });
}

/** Takes in what the team's instances do, whoever started or stopped them. */
export function useContainerMessages(gameId: number): void {
  const client = useQueryClient();
  const t = useText('container');
  useOnLive(gameId, 'ContainerChanged', ({ containerId: _, endReason, ...instance }) => {
    // The message goes to the whole team and knows no host; a call is answered with the one this page came by.
    if (instance.state === 'running' && instance.entry === null) {
      void client.invalidateQueries({ queryKey: instancesQuery(gameId).queryKey });
      void client.invalidateQueries({ queryKey: challengeQuery(gameId, instance.challengeId).queryKey });
    } else putInstance(client, gameId, instance);
    // Told once, at the first of its two messages: nobody asked for this end.
    if (endReason === 'diskLimit' && instance.state === 'stopping') toastFailure(t('container.ended.diskLimit'));
  });
}

function useDeed<T>(gameId: number, challengeId: number, deed: () => Promise<T>, done: (reply: T) => Instance) {
  const client = useQueryClient();
  const { queryKey } = challengeQuery(gameId, challengeId);
  return useMutation({
    mutationFn: deed,
    // An answer that is on its way would bring the state of before.
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: (reply) => putInstance(client, gameId, done(reply)),
    onError: (error) => {
      // The page was wrong about what there is.
      const known = ['container.alreadyRunning', 'container.none', 'container.notYetRenewable'];
      if (known.some((code) => isError(error, code))) void client.invalidateQueries({ queryKey });
    },
  });
}

/** Starts, extends and stops the team's instance of a challenge; each settles when the server has said so. */
export function useInstanceDeeds(gameId: number, challengeId: number) {
  const params = { id: gameId, challengeId };
  const running = ({ entry, expectStopAt }: ContainerInfo): Instance => ({
    challengeId,
    state: 'running',
    entry,
    expectStopAt,
    position: null,
    userName: null,
  });
  const gone = (): Instance => ({
    challengeId,
    state: 'destroyed',
    entry: null,
    expectStopAt: null,
    position: null,
    userName: null,
  });
  return {
    start: useDeed(gameId, challengeId, () => call(containerEndpoints.create, { params }), running),
    extend: useDeed(gameId, challengeId, () => call(containerEndpoints.extend, { params }), running),
    stop: useDeed(gameId, challengeId, () => call(containerEndpoints.destroy, { params }), gone),
  };
}
