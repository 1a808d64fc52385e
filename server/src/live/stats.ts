/** What has happened on the hubs of this process since it began; read by the metrics. */
export interface LiveStats {
  /** Messages written to sockets, pings included. */
  framesSent: number;
  /** Messages encoded, each once for all who hear it. */
  messagesEncoded: number;
  /** Connections that came back and were given what they had missed. */
  replays: number;
  /** Connections told to fetch, because what they had missed could not be told. */
  refetches: number;
  /** Connections given up because too much waited for them. */
  droppedSlow: number;
  /** Connections given up because too much waited for all together. */
  droppedByBudget: number;
  refusedFull: number;
  refusedStopping: number;
  /** Of an account or an address that has as many as it may have. */
  refusedSender: number;
  /** Connections told when to come back, as the process stopped. */
  sentAway: number;
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
  sentAway: 0,
});
