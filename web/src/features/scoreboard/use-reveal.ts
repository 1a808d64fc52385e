import type { Scoreboard } from '@vexil/contract/scoreboard';
import { useEffect, useMemo, useState } from 'react';
import { readStoredJson, writeStored } from '../../store/stored';
import {
  closedOf,
  keptSteps,
  nextTeam,
  prepareReveal,
  type RevealSteps,
  standingsAfter,
  stepBack,
  stepForward,
} from './reveal-steps';

type RevealInput = {
  game: { id: number; end: number };
  board: Scoreboard;
  /** What everyone saw at the freeze. */
  shown: Scoreboard;
  freeze: number;
  lastTeams: number;
  /** The division that scores alone; 0 for the others. */
  group: number;
};

/** A ceremony on the board of its beginning; a reload goes on where it was. */
export function useReveal({ game: { id, end }, board, shown, freeze, lastTeams, group }: RevealInput) {
  const storageKey = `reveal ${id} ${freeze}${group > 0 ? ` ${group}` : ''}`;
  // Later deltas must not change what was shown already.
  const [first] = useState(board);
  const reveal = useMemo(() => prepareReveal(first, { shown, end }), [first, shown, end]);
  const [steps, setSteps] = useState<RevealSteps>(() =>
    keptSteps(reveal, readStoredJson(storageKey, 'sessionStorage')),
  );
  const standings = useMemo(() => standingsAfter(reveal, steps), [reveal, steps]);
  const next = useMemo(() => nextTeam(reveal, steps, standings, { lastTeams }), [reveal, steps, standings, lastTeams]);
  useEffect(() => {
    writeStored(storageKey, JSON.stringify(steps), 'sessionStorage');
  }, [storageKey, steps]);

  const lastTeam = steps.at(-1);
  const before = useMemo(() => (steps.length > 0 ? standingsAfter(reveal, stepBack(steps)) : []), [reveal, steps]);
  const opened =
    lastTeam === undefined
      ? undefined
      : {
          solve: closedOf(reveal, stepBack(steps), lastTeam)[0],
          row: standings.find(({ id }) => id === lastTeam),
          from: before.findIndex(({ id }) => id === lastTeam) + 1,
          to: standings.findIndex(({ id }) => id === lastTeam) + 1,
        };
  return {
    reveal,
    steps,
    standings,
    next,
    opened,
    forward: () => setSteps((known) => stepForward(reveal, known, { lastTeams })),
    back: () => setSteps(stepBack),
    restart: () => setSteps([]),
  };
}
