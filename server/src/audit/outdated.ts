import { createHash } from 'node:crypto';
import { DomainError } from '@vexil/contract/errors';
import { scopesOf } from '@vexil/contract/scope.rules';
import { int32Max } from '@vexil/contract/wire';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import type { FastifyRequest } from 'fastify';
import { readLastSave, type Since } from './audit.service';

/** The version of a row whose saves are not counted: a number made of the values that may be edited. */
export const versionOf = (values: readonly unknown[]): number =>
  1 + (createHash('sha256').update(JSON.stringify(values)).digest().readUInt32BE() % int32Max);

/** Called on the locked row, so that of several saves on one version only the first passes. Without a version none is refused. */
export function requireVersion(stored: { version: number }, sent: number | null | undefined): void {
  if (sent !== null && sent !== undefined && sent !== stored.version) throw new DomainError('request.outdated');
}

interface Call {
  actor: Pick<Actor, 'token'>;
  request: FastifyRequest;
}

/** A token that only writes must not learn what is stored. */
function mayRead({ actor: { token }, request }: Call): boolean {
  const { route } = request.routeOptions.config;
  const scopes = route ? scopesOf({ path: route.path, access: route.access, method: 'GET' }) : [];
  return !token || scopes.some((scope) => token.scopes.includes(scope));
}

/** What the save was about, in the words of the audit log. */
export type Saved = { deps: Pick<Deps, 'db'>; target: string; gameId: number | null; since?: Since };

/**
 * Adds to the refusal what is stored, so that the editor can show the differences; and who stored it, where the audit
 * log knows, which all who may save it may read.
 */
export async function withCurrent<T>(
  call: Call,
  save: () => Promise<T>,
  readCurrent: () => Promise<unknown>,
  saved?: Saved,
): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'request.outdated' || !mayRead(call)) throw error;
    const lastSave = saved && (await readLastSave(saved.deps, saved.target, saved.gameId, saved.since));
    throw new DomainError('request.outdated', { current: await readCurrent(), lastSave, cause: error });
  }
}
