import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChallengeDetail } from '@vexil/contract/challenge';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import type { ContainerInfo, InstancePort, ShownEndReason } from '@vexil/contract/container';
import { containerEndpoints } from '@vexil/contract/container.endpoints';
import type { ContainerState } from '@vexil/db/enums/container';
import { isError } from '../../api/api-error';
import { call } from '../../api/call';
import { serverNow } from '../../api/clock';
import { routeKey, routeQuery } from '../../api/route-query';
import { useText } from '../../i18n/use-text';
import { useOnLive } from '../../live/use-live';
import { toastFailure } from '../../ui/toast';

export type Instance = {
  challengeId: number;
  state: ContainerState;
  entry: string | null;
  /** `main` first; empty where only the main one is known. */
  ports: InstancePort[];
  /** Unix milliseconds; null where only the instance that runs is known. */
  requestedAt: number | null;
  /** Unix milliseconds. */
  expectStopAt: number | null;
  /** Starts ahead of this one in the queue. */
  position: number | null;
  /** Until it will probably be ready. */
  waitSeconds: number | null;
  /** Whether it waits for another instance to end. */
  isFull: boolean;
  userName: string | null;
  /** One instance for all teams, which no team can stop or extend. */
  isShared: boolean;
  /** Null while it lives, and where the team stopped it. */
  endReason: ShownEndReason | null;
};

const notWaiting = { requestedAt: null, position: null, waitSeconds: null, isFull: false } as const;

const challengeQuery = (gameId: number, challengeId: number) =>
  routeQuery(challengeEndpoints.get, { params: { id: gameId, challengeId } });

type Context = ChallengeDetail['context'];

export function instanceIn(
  challengeId: number,
  { instanceEntry, closeTime }: Context,
  isShared: boolean,
): Instance | undefined {
  if (!instanceEntry || closeTime === null || closeTime <= serverNow()) return undefined;
  const rest = { ...notWaiting, ports: [], userName: null, isShared, endReason: null };
  return { challengeId, state: 'running', entry: instanceEntry, expectStopAt: closeTime, ...rest };
}

/** The team's instances in a game, kept current by live messages. */
export const instancesQuery = (gameId: number) =>
  queryOptions({
    queryKey: routeKey(containerEndpoints.list, { params: { id: gameId } }),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<Instance[]> => {
      const instances = await call(containerEndpoints.list, { params: { id: gameId } });
      return instances.map(({ containerId: _, ...instance }) => instance);
    },
  });

/** Replies do not include who started it, and a fetched challenge knows its main port only. */
function withKnown(instance: Instance, before: Instance | undefined): Instance {
  const isSame = before !== undefined && before.entry === instance.entry;
  const ports = instance.ports.length > 0 || !isSame ? instance.ports : before.ports;
  const isShared = instance.isShared || (before?.isShared ?? false);
  return { ...instance, ports, isShared, userName: instance.userName ?? before?.userName ?? null };
}

/** Updates the list of instances and the cached challenge together. */
export function putInstance(client: QueryClient, gameId: number, instance: Instance): void {
  const { challengeId, state, entry, expectStopAt, endReason, isShared } = instance;
  const gone = state === 'destroyed';
  const { queryKey } = instancesQuery(gameId);
  const known = client.getQueryData(queryKey) ?? [];
  const before = known.find((other) => other.challengeId === challengeId);
  const others = known.filter((other) => other !== before);
  const instances = gone ? others : [...others, withKnown(instance, before)];
  client.setQueryData(queryKey, instances);

  const isUp = state === 'running';
  if (state !== 'running' && state !== 'destroyed' && state !== 'failed') return;
  client.setQueryData(challengeQuery(gameId, challengeId).queryKey, (challenge) => {
    if (!challenge) return challenge;
    const context = { instanceEntry: isUp ? entry : null, closeTime: isUp ? expectStopAt : null };
    const lastEnd = state === 'running' || isShared ? challenge.lastEnd : lastEndOf(state, endReason);
    return { ...challenge, context: { ...challenge.context, ...context }, lastEnd };
  });
}

const lastEndOf = (state: 'destroyed' | 'failed', endReason: ShownEndReason | null): ChallengeDetail['lastEnd'] =>
  state === 'failed' || endReason ? { state, endReason } : null;

const namedFailures = ['unreachable', 'tooLate', 'noCapacity', 'diskFull', 'engineDown'] as const;

/** Why an instance did not start; undefined where only staff can read it. */
export const namedFailure = (reason: ShownEndReason | null) => namedFailures.find((one) => one === reason);

const namedEnds = [
  'diskLimit',
  'outOfMemory',
  'exited',
  'engineRemoved',
  'paused',
  'staff',
  'expired',
  'limit',
] as const;

/** Why an instance ended that the team did not stop; undefined where there are no words for it. */
export const namedEnd = (reason: ShownEndReason | null) => namedEnds.find((one) => one === reason);

export function useContainerMessages(gameId: number): void {
  const client = useQueryClient();
  const t = useText('container');
  useOnLive(gameId, 'ContainerChanged', ({ containerId: _, ...instance }) => {
    // The message has no host; a reply has the host this page was loaded from.
    if (instance.state === 'running' && instance.entry === null) {
      void client.invalidateQueries({ queryKey: instancesQuery(gameId).queryKey });
      void client.invalidateQueries({ queryKey: challengeQuery(gameId, instance.challengeId).queryKey });
    } else putInstance(client, gameId, instance);
    // Shown once, at the last message: the player did not request this stop, nor saw it come.
    const ended = namedEnd(instance.endReason);
    const isKnown = ended === 'expired' || ended === 'limit';
    if (ended && !isKnown && instance.state === 'destroyed') toastFailure(t(`container.ended.${ended}`));
  });
}

function useAction(gameId: number, challengeId: number, action: () => Promise<Instance | undefined>) {
  const client = useQueryClient();
  const { queryKey } = challengeQuery(gameId, challengeId);
  return useMutation({
    mutationFn: action,
    // A request in flight would restore the old state.
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: (instance) => instance && putInstance(client, gameId, instance),
    onError: (error) => {
      // The cached state was outdated.
      const known = ['container.alreadyRunning', 'container.none', 'container.notYetRenewable'];
      if (known.some((code) => isError(error, code))) void client.invalidateQueries({ queryKey });
    },
  });
}

const runningInstance = (challengeId: number, { entry, ports, expectStopAt }: ContainerInfo): Instance => ({
  ...notWaiting,
  challengeId,
  state: 'running',
  entry,
  ports,
  expectStopAt,
  userName: null,
  isShared: false,
  endReason: null,
});

const queuedCodes = ['container.full', 'container.stillWaiting'];

/** Undefined where it waits in the queue: it starts by itself, and live messages report it. */
async function requestStart(client: QueryClient, gameId: number, challengeId: number): Promise<Instance | undefined> {
  try {
    return runningInstance(challengeId, await call(containerEndpoints.create, { params: { id: gameId, challengeId } }));
  } catch (error) {
    if (!queuedCodes.some((code) => isError(error, code))) throw error;
    await client.invalidateQueries({ queryKey: instancesQuery(gameId).queryKey });
    return undefined;
  }
}

/** From where no instance is shown. Settles when the server has replied, with the state it is in then. */
export async function startInstance(client: QueryClient, gameId: number, challengeId: number) {
  const instance = await requestStart(client, gameId, challengeId);
  if (instance) putInstance(client, gameId, instance);
  return instance ? 'running' : 'requested';
}

/** Each call settles when the server has replied. */
export function useInstanceActions(gameId: number, challengeId: number) {
  const client = useQueryClient();
  const params = { id: gameId, challengeId };
  const gone = (): Instance => ({
    ...notWaiting,
    challengeId,
    state: 'destroyed',
    entry: null,
    ports: [],
    expectStopAt: null,
    userName: null,
    isShared: false,
    endReason: null,
  });
  return {
    start: useAction(gameId, challengeId, () => requestStart(client, gameId, challengeId)),
    extend: useAction(gameId, challengeId, async () =>
      runningInstance(challengeId, await call(containerEndpoints.extend, { params })),
    ),
    stop: useAction(gameId, challengeId, async () => {
      await call(containerEndpoints.destroy, { params });
      return gone();
    }),
  };
}
