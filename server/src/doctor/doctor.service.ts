import type { Deps } from '@vexil/http/deps';
import { examine } from './examine';
import type { Finding } from './finding';

interface Examined {
  checkedAt: Date;
  findings: Finding[];
}

const ageMsMax = 10_000;

/** Several administrators share one examination: it writes files and opens connections. */
export function createDoctor(deps: Deps): () => Promise<Examined> {
  let known: { at: number; examined: Promise<Examined> } | undefined;
  const run = async (): Promise<Examined> => ({ findings: await examine(deps), checkedAt: deps.clock.now() });
  return () => {
    const now = performance.now();
    if (!known || now - known.at >= ageMsMax) known = { at: now, examined: run() };
    return known.examined;
  };
}
