import { isDenied } from './features/account/guard';

/** An error that a page shows goes to the console as well; a page that one may not see is none. */
export function onCaughtError(error: unknown): void {
  if (isDenied(error)) return;
  // biome-ignore lint/suspicious/noConsole: what React would do by itself
  console.error(error);
}
