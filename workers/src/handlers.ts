import { reconcileContainers } from './container/reconcile-containers';
import { startContainer } from './container/start-container';
import { expireContainer, stopContainer } from './container/stop-container';
import type { Handler } from './run-job';

/** Every job of every feature, one line each. */
export const handlers: readonly Handler[] = [startContainer, stopContainer, expireContainer, reconcileContainers];
