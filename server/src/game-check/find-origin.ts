import { Echo } from '@vexil/contract/doctor';
import { doctorEndpoints } from '@vexil/contract/doctor.endpoints';
import type { Deps } from '@vexil/http/deps';
import { makeProof } from '../doctor/echo';

const timeoutMs = 8_000;

async function answers(deps: Deps, origin: string): Promise<boolean> {
  const url = `${origin}${doctorEndpoints.echo.path}?proof=${encodeURIComponent(makeProof(deps))}`;
  try {
    const reply = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return reply.ok && Echo.safeParse(await reply.json()).success;
  } catch {
    return false;
  }
}

/** The address that players use, else `own` of a server; undefined when neither answers. */
export async function findOrigin(deps: Deps, own: string | null): Promise<string | undefined> {
  for (const origin of [deps.config.publicUrl, own]) {
    if (origin !== null && (await answers(deps, origin))) return origin;
  }
  return undefined;
}
