import type { Pause } from '@vexil/contract/pause';
import { viewPause } from '../game/game.view';
import type { listPauses } from './pause.queries';

type ListedPause = Awaited<ReturnType<typeof listPauses>>['rows'][number];

export const viewListedPause = ({ pause, userName, resumedBy }: ListedPause): Pause => ({
  ...viewPause(pause),
  id: pause.id,
  hideStatements: pause.hideStatements,
  stopInstances: pause.stopInstances,
  userName,
  resumedBy,
});
