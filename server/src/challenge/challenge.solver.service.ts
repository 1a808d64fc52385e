import type { ContainerCeilings } from '@vexil/contract/ceiling';
import { DomainError } from '@vexil/contract/errors';
import type { SolverSettings } from '@vexil/contract/solver';
import type { Tx } from '@vexil/db';
import { hasContainer } from '@vexil/db/enums/challenge';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { Deps } from '@vexil/http/deps';
import { findImageBreaches } from '@vexil/rules/ceiling.rules';
import { type Author, audit } from '../audit/audit.service';
import { updateSolver } from './challenge.edit.queries';

export function requireContainer(challenge: ChallengeRow): ChallengeRow {
  if (!hasContainer(challenge.type)) throw new DomainError('container.notSupported');
  return challenge;
}

interface SolverOrder {
  by: Author;
  /** Locked. */
  challenge: ChallengeRow;
  settings: SolverSettings | null;
  ceilings: ContainerCeilings;
}

export async function setSolverIn(
  deps: Deps,
  tx: Tx,
  { by, challenge, settings, ceilings }: SolverOrder,
): Promise<ChallengeRow> {
  const before = requireContainer(challenge);
  const [breach] = settings ? findImageBreaches(settings.image, before.gameId, ceilings) : [];
  if (breach) throw new DomainError(breach.code, { field: 'solver.image', params: breach.params });
  const { script = '', ...solver } = settings ?? {};
  const after = await updateSolver(tx, before.id, {
    solver: 'image' in solver ? solver : null,
    solverScriptSealed: readScript(deps, before.solverScriptSealed, script),
  });
  const shown = (row: ChallengeRow) => ({ solver: row.solver, solverScriptSealed: row.solverScriptSealed });
  const values = { before: shown(before), after: shown(after) };
  const target = `challenge:${before.id}`;
  await audit(tx, { by, gameId: before.gameId, action: 'challenge.setSolver', target, ...values });
  return after;
}

/** An unchanged script keeps its ciphertext, or the audit log would show a change. */
function readScript({ sealing }: Deps, stored: string | null, script: string): string | null {
  if (script === '') return null;
  return stored !== null && sealing.unseal(stored) === script ? stored : sealing.seal(script);
}
