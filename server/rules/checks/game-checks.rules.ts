import { challenges } from './challenges.rules';
import type { BeforeFacts, DuringFacts, GameVerdict } from './check';
import { duringChecks } from './during.rules';
import { flags } from './flags.rules';
import { images } from './images.rules';
import { joining } from './joining.rules';
import { rules } from './rules.rules';
import { solvers } from './solvers.rules';
import { tested } from './tested.rules';
import { times } from './times.rules';
import { visible } from './visible.rules';

const beforeChecks = [times, rules, challenges, flags, images, tested, solvers, joining, visible];

export const gameChecks = [...beforeChecks, ...duringChecks];

export type NamedVerdict = GameVerdict & { name: string };

interface Asked<Facts> {
  name: string;
  ask(facts: Facts): GameVerdict | undefined;
}

const askAll = <Facts>(checks: readonly Asked<Facts>[], facts: Facts): NamedVerdict[] =>
  checks.flatMap(({ name, ask }) => {
    const verdict = ask(facts);
    return verdict ? [{ name, ...verdict }] : [];
  });

export const checkBefore = (facts: BeforeFacts): NamedVerdict[] => askAll(beforeChecks, facts);
export const checkDuring = (facts: DuringFacts): NamedVerdict[] => askAll(duringChecks, facts);
