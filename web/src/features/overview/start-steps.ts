import { readStored, writeStored } from '../../store/stored';
import type { Overview } from './overview.queries';

export const startSteps = ['administrator', 'name', 'mail', 'engine', 'game'] as const;
export type StartStep = (typeof startSteps)[number];

// The member is always there: what is left out would be as the address has it.
export const readStartSearch = ({ step }: Record<string, unknown>): { step?: StartStep | undefined } => ({
  step: startSteps.find((one) => one === step),
});

/** As the platform says, so that a step can be left and taken up again at any time. */
export const stepsDone = (overview: Overview, isNamed: boolean): Record<StartStep, boolean> => ({
  administrator: overview.counts.administrators > 1,
  name: isNamed,
  mail: overview.setup.hasMail,
  engine: overview.workers?.some(({ engine, isEngineUp }) => engine !== null && isEngineUp) ?? false,
  game: overview.counts.games > 0,
});

const storageKey = 'firstStepsHidden';

export const areStepsHidden = (): boolean => readStored(storageKey) === 'true';
export const hideSteps = (hidden: boolean): void => writeStored(storageKey, String(hidden));
