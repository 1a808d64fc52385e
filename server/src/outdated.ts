import { createHash } from 'node:crypto';
import { DomainError } from '@vexil/contract/errors';
import { int32Max } from '@vexil/contract/wire';

/** The version of a row whose saves are not counted: a number made of the values that may be edited. */
export const versionOf = (values: readonly unknown[]): number =>
  1 + (createHash('sha256').update(JSON.stringify(values)).digest().readUInt32BE() % int32Max);

/** Called on the locked row, so that of several saves on one version only the first passes. Without a version none is refused. */
export function requireVersion(stored: { version: number }, sent: number | null | undefined): void {
  if (sent !== null && sent !== undefined && sent !== stored.version) throw new DomainError('request.outdated');
}

/** Adds to the refusal what is stored, so that the editor can show the differences. */
export async function withCurrent<T>(save: () => Promise<T>, readCurrent: () => Promise<unknown>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'request.outdated') throw error;
    throw new DomainError('request.outdated', { current: await readCurrent(), cause: error });
  }
}
