import type { LogLevel } from './config';
import { describeError } from './error-log';
import type { LogSink } from './log-sink';

interface LoggerNeeds {
  /** For standard output only. */
  level: LogLevel;
  process: 'server' | 'worker';
}

export function loggerOptions({ level, process }: LoggerNeeds) {
  const isFiner = level === 'trace' || level === 'debug';
  return {
    level: isFiner ? level : 'info',
    base: { process },
    serializers: { err: describeError },
    // Against secrets in library errors.
    redact: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.flag', '*.token'],
  };
}

export function loggerStreams<Output>(level: LogLevel, sink: LogSink, output: Output) {
  const shown = level === 'silent' ? [] : [{ level, stream: output }];
  return [{ level: 'info' as const, stream: sink }, ...shown];
}
