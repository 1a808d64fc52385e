import type { SenderLimits } from '@vexil/http/guard/sender-slots';

export interface LiveLimits {
  /** More are refused with 503. */
  connectionsMax: number;
  /** Absent when rate limits are off. */
  senders?: SenderLimits | undefined;
  /** A socket with more buffered bytes is dropped; its client reconnects with its cursor. */
  socketBytesMax: number;
  /** Bound of all buffered bytes; above it the connections with the largest buffers are dropped. */
  processBytesMax: number;
}

const mebibyte = 1024 * 1024;

const accountMax = 32;

/** Limits derived from `LIVE_CONNECTIONS_MAX` and `RATE_LIMIT`. */
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
