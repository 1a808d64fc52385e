import type { Handler } from './run-job';

/** Every job of every feature, one line each. */
export const handlers: readonly Handler[] = [];
