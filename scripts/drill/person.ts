import { createClient, type VexilClient, VexilError } from '@vexil/server/client';

const timeoutMs = 60_000;

/** Someone without a session. @param baseOf the server for the next call */
export const openPerson = (baseOf: () => string): VexilClient =>
  createClient({
    get baseUrl() {
      return baseOf();
    },
    retries: 0,
    fetch: (address, init) => fetch(address, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
  });

export async function signIn(baseOf: () => string, userName: string, password: string): Promise<VexilClient> {
  const one = openPerson(baseOf);
  await one.account.login({ body: { userName, password } });
  return one;
}

/** How a call was refused, or why there was no reply. */
export function reasonOf(error: unknown): string {
  if (error instanceof VexilError) return `${error.call}: ${error.status} ${error.message}`;
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
