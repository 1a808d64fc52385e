import { type Config, ConfigError } from '@vexil/runtime/config';

/** The error of listening on a port that another process has, as a mistake of its setting; null for every other error. */
export function describeTakenPort(
  error: unknown,
  { port, metricsPort, containerTlsPort }: Pick<Config, 'port' | 'metricsPort' | 'containerTlsPort'>,
): ConfigError | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE' || !('port' in error)) return null;
  const settings = { PORT: port, METRICS_PORT: metricsPort, CONTAINER_TLS_PORT: containerTlsPort };
  const found = Object.entries(settings).find(([, value]) => value === error.port);
  if (!found) return null;
  const [variable, value] = found;
  const message = `another process listens on port ${value}`;
  const ofWorker = '; a worker on the same machine needs a METRICS_PORT of its own';
  return new ConfigError([{ variable, message: variable === 'METRICS_PORT' ? message + ofWorker : message }]);
}
