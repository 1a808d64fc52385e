/** What a process gives to its live connections. */
export interface LiveLimits {
  /** More are refused, to be taken up by another process or later. */
  connectionsMax: number;
  /** What a socket may have waiting before it is given up: it will come back and name its cursor. */
  socketBytesMax: number;
  /** What all sockets together may have waiting; past it those that have most are given up. */
  processBytesMax: number;
}

const mebibyte = 1024 * 1024;

export const defaultLimits = (connectionsMax: number): LiveLimits => ({
  connectionsMax,
  socketBytesMax: mebibyte,
  processBytesMax: 64 * mebibyte,
});
