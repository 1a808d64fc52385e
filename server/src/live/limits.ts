import type { SenderLimits } from './slots';

/** What a process gives to its live connections. */
export interface LiveLimits {
  /** More are refused, to be taken up by another process or later. */
  connectionsMax: number;
  /** Absent where budgets of requests are off. */
  senders?: SenderLimits | undefined;
  /** What a socket may have waiting before it is given up: it will come back and name its cursor. */
  socketBytesMax: number;
  /** What all sockets together may have waiting; past it those that have most are given up. */
  processBytesMax: number;
}

const mebibyte = 1024 * 1024;

const accountMax = 32;

/** Limits that follow from `LIVE_CONNECTIONS_MAX`, and whether budgets of requests are on. */
export const defaultLimits = (connectionsMax: number, rateLimit: boolean): LiveLimits => ({
  connectionsMax,
  senders: rateLimit
    ? {
        account: accountMax,
        address: Math.ceil(connectionsMax / 10),
        anonymous: Math.floor(connectionsMax * 0.75),
      }
    : undefined,
  socketBytesMax: mebibyte,
  processBytesMax: 64 * mebibyte,
});
