import { startS3 } from '@vexil/runtime/testing/s3';
import type { Lifecycle } from '../lib/lifecycle.mjs';
import { type Deployment, openDeployment } from './deployment';
import { forwardUrl } from './forward';

/** What an operator brings: PostgreSQL, Redis and buckets, here on this machine and reached at `host`. */
export interface OutsideStores {
  deployment: Deployment;
  databaseUrl: string;
  redisUrl: string;
  s3: { endpoint: string; accessKeyId: string; secretAccessKey: string };
}

export async function openOutsideStores(lifecycle: Lifecycle, host: string): Promise<OutsideStores> {
  const deployment = await openDeployment(lifecycle);
  const { settings, close } = await startS3();
  lifecycle.onStop(close);
  const { endpoint, credentials } = settings;
  if (!endpoint || !credentials) throw new Error('A bucket of the drill has an address and a key.');
  return {
    deployment,
    databaseUrl: await forwardUrl(lifecycle, deployment.databaseUrl, host),
    redisUrl: await forwardUrl(lifecycle, deployment.redisUrl, host),
    s3: { ...credentials, endpoint: (await forwardUrl(lifecycle, endpoint, host)).replace(/\/$/, '') },
  };
}
