/** Counters since process start. */
export interface LiveStats {
  /** Messages written to sockets, pings included. */
  framesSent: number;
  /** Messages encoded, once for all recipients. */
  messagesEncoded: number;
  /** Reconnects with a successful replay. */
  replays: number;
  /** Connections asked to refetch because a replay was not possible. */
  refetches: number;
  /** Connections dropped by their own buffer limit. */
  droppedSlow: number;
  /** Connections dropped by the buffer limit of the process. */
  droppedByBudget: number;
  refusedFull: number;
  refusedStopping: number;
  /** Refused by the limit of an account or address. */
  refusedSender: number;
  /** Connections closed at shutdown. */
  closedForReconnect: number;
}

export const createLiveStats = (): LiveStats => ({
  framesSent: 0,
  messagesEncoded: 0,
  replays: 0,
  refetches: 0,
  droppedSlow: 0,
  droppedByBudget: 0,
  refusedFull: 0,
  refusedStopping: 0,
  refusedSender: 0,
  closedForReconnect: 0,
});
