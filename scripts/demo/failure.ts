import { VexilError } from '@vexil/server/client';

export function describe(error: unknown): string {
  if (!(error instanceof VexilError)) return error instanceof Error ? error.message : String(error);
  return `${error.call} was refused: ${error.message} (${error.code || error.status})`;
}
