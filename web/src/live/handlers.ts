import type { LivePayload, LiveTarget } from './targets';

type Handler = (payload: unknown, gameId: number) => void;

const handlers = new Map<string, Set<Handler>>();
const watchers = new Set<(target: string) => void>();

/**
 * Subscribes to the messages of a target on every open connection until the returned function is called. Handlers are
 * registered once, at module level or in an effect; they get the message's payload and the game it came from.
 */
export function onLive<T extends LiveTarget>(
  target: T,
  handler: (payload: LivePayload<T>, gameId: number) => void,
): () => void {
  const own = handler as Handler;
  const known = handlers.get(target);
  if (known) known.add(own);
  else {
    handlers.set(target, new Set([own]));
    for (const watch of watchers) watch(target);
  }
  return () => {
    handlers.get(target)?.delete(own);
  };
}

/** Calls all handlers; an error in one does not keep the message from the others. */
export function deliver(target: string, payload: unknown, gameId: number): void {
  for (const handler of handlers.get(target) ?? []) {
    try {
      handler(payload, gameId);
    } catch (error) {
      reportError(error);
    }
  }
}

/** Calls back with each target that has, or later gets, a handler. */
export function watchTargets(watch: (target: string) => void): () => void {
  for (const target of handlers.keys()) watch(target);
  watchers.add(watch);
  return () => watchers.delete(watch);
}
