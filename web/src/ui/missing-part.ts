/** Whether a part of the client itself did not arrive, as browsers and Vite say it. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /unable to preload css|dynamically imported module|importing a module script failed/i.test(error.message);
