import { expect, it } from 'vitest';
import { reportUnreachableStorage } from './unreachable-storage';

async function errorsOf(check: () => Promise<void>): Promise<string[]> {
  const errors: string[] = [];
  const log = {
    error: ({ err }: { err: unknown }, message: string) => void errors.push(`${message}: ${(err as Error).message}`),
  };
  await reportUnreachableStorage({ storage: { check }, log }, 20);
  return errors;
}

const message = 'STORAGE_URL: the storage cannot be used; uploads and files wait for it';

it('reports a storage that refuses', async () => {
  expect(await errorsOf(() => Promise.reject(new Error('refused')))).toEqual([`${message}: refused`]);
});

it('reports a storage that does not answer in time', async () => {
  expect(await errorsOf(() => new Promise(() => undefined))).toEqual([`${message}: No answer within 0.02 s`]);
});

it('says nothing of one that can be used', async () => {
  expect(await errorsOf(() => Promise.resolve())).toEqual([]);
});
