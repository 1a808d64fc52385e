import type { ApiException, CoreV1Api, Exec, NetworkingV1Api, NodeV1Api, Watch } from '@kubernetes/client-node';
import { EngineError, type EngineErrorCode } from './engine';

export interface KubernetesConnection {
  exec: Exec;
  watch: Watch;
  core: CoreV1Api;
  networking: NetworkingV1Api;
  node: NodeV1Api;
}

/** Without a file, the service account of the pod that this process runs in. Throws EngineError invalidSpec. */
export async function connectKubernetes(options: {
  kubeconfig?: string;
  context?: string;
}): Promise<KubernetesConnection> {
  // Takes 40 MiB, which workers without a cluster do not pay.
  const { CoreV1Api, Exec, KubeConfig, NetworkingV1Api, NodeV1Api, Watch } = await import('@kubernetes/client-node');
  const config = new KubeConfig();
  try {
    if (options.kubeconfig === undefined) config.loadFromCluster();
    else config.loadFromFile(options.kubeconfig);
    if (options.context !== undefined) config.setCurrentContext(options.context);
    if (config.getCurrentCluster() === null) throw new Error('it names no cluster');
  } catch (error) {
    const source = options.kubeconfig ?? 'the service account';
    const text = `The access to Kubernetes of ${source} cannot be read: ${(error as Error).message}`;
    throw new EngineError('invalidSpec', text, { cause: error });
  }
  return {
    exec: new Exec(config),
    watch: new Watch(config),
    core: config.makeApiClient(CoreV1Api),
    networking: config.makeApiClient(NetworkingV1Api),
    node: config.makeApiClient(NodeV1Api),
  };
}

const isReply = (error: unknown): error is ApiException<unknown> =>
  error instanceof Error && 'code' in error && typeof error.code === 'number' && 'body' in error;

export function codeOf(error: unknown): number | undefined {
  return isReply(error) ? error.code : undefined;
}

export const isMissing = (error: unknown) => codeOf(error) === 404;
export const isTaken = (error: unknown) => codeOf(error) === 409;

/** What the API said, which is a Status in JSON. */
function messageOf(error: unknown): string {
  if (!isReply(error)) return (error as Error | null)?.message ?? String(error);
  const body: unknown = error.body;
  try {
    const status = (typeof body === 'string' ? JSON.parse(body) : body) as { message?: string };
    return status.message ?? `HTTP ${error.code}`;
  } catch {
    return `HTTP ${error.code}`;
  }
}

export function toEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const message = messageOf(error);
  return new EngineError(engineCodeOf(codeOf(error), message), `Kubernetes refused: ${message}`, { cause: error });
}

function engineCodeOf(code: number | undefined, message: string): EngineErrorCode {
  if (/exceeded quota|provided port is already allocated|no free/i.test(message)) return 'noCapacity';
  if (code === undefined || code >= 500 || code === 429 || code === 401) return 'engineDown';
  return 'invalidSpec';
}

/** For what may be gone already. */
export async function ignoreMissing(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}
