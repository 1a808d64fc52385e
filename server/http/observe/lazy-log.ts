import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, ChildLoggerOptions, Logger } from 'pino';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Bindings are serialised with the first line: hardly one request in a thousand logs anything. */
class LazyLog {
  private made: Logger | null = null;

  constructor(
    private readonly parent: Logger,
    private readonly bindings: Bindings,
    private readonly options: ChildLoggerOptions,
  ) {}

  private get log(): Logger {
    this.made ??= this.parent.child(this.bindings, this.options);
    return this.made;
  }

  private write(level: Level, line: unknown[]): void {
    if (this.options.level !== undefined || this.parent.isLevelEnabled(level)) {
      (this.log[level] as (...args: unknown[]) => void)(...line);
    }
  }

  get level(): string {
    return this.log.level;
  }

  set level(level: string) {
    this.log.level = level;
  }

  fatal(...line: unknown[]): void {
    this.write('fatal', line);
  }
  error(...line: unknown[]): void {
    this.write('error', line);
  }
  warn(...line: unknown[]): void {
    this.write('warn', line);
  }
  info(...line: unknown[]): void {
    this.write('info', line);
  }
  debug(...line: unknown[]): void {
    this.write('debug', line);
  }
  trace(...line: unknown[]): void {
    this.write('trace', line);
  }
  silent(): void {}

  child(bindings: Bindings, options?: ChildLoggerOptions): Logger {
    return this.log.child(bindings, options);
  }
}

export const requestLog = (parent: FastifyBaseLogger, bindings: Bindings, options: ChildLoggerOptions) =>
  new LazyLog(parent as Logger, bindings, options) as unknown as FastifyBaseLogger;
