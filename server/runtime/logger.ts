import type { LogLevel } from './config';
import { describeError } from './error-log';
import type { LogSink } from './log-sink';

interface LoggerNeeds {
  /** What standard output shows; the log of administrators has every line from `info` up whatever it is. */
  level: LogLevel;
  process: 'server' | 'worker';
}

/** What a process hands to its logger. */
export function loggerOptions({ level, process }: LoggerNeeds) {
  const isFiner = level === 'trace' || level === 'debug';
  return {
    level: isFiner ? level : 'info',
    base: { process },
    serializers: { err: describeError },
    // Nothing we log should hold one; this is for what libraries attach to errors.
    redact: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.flag', '*.token'],
  };
}

/** Where the lines of a process go: to its output, and from `info` up to the log of administrators. */
export function loggerStreams<Output>(level: LogLevel, sink: LogSink, output: Output) {
  const shown = level === 'silent' ? [] : [{ level, stream: output }];
  return [{ level: 'info' as const, stream: sink }, ...shown];
}
