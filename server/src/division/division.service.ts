import type { DivisionCreateBody, DivisionUpdateBody } from '@vexil/contract/division';
import { DomainError } from '@vexil/contract/errors';
import type { Tx } from '@vexil/db';
import { violatedConstraint } from '@vexil/db/errors';
import { type DivisionRow, divisionConstraints } from '@vexil/db/schema/division';
import type { GameRow } from '@vexil/db/schema/game';
import type { Deps } from '@vexil/http/deps';
import { clockOf, gamePhase } from '@vexil/rules/phase.rules';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { type Author, audit } from '../audit/audit.service';
import { requireVersion } from '../audit/outdated';
import { getGame, lockGame } from '../game/game.service';
import {
  countTeamsOf,
  deleteDivisionRow,
  deleteMasks,
  insertDivision,
  insertMasks,
  listChallengeMasks,
  listDivisions,
  listMasksOf,
  lockDivision,
  updateDivisionRow,
} from './division.queries';
import type { DivisionWithMasks } from './division.view';

type Masks = readonly { challengeId: number; permissions: number }[];
type DivisionId = { gameId: number; divisionId: number };

export async function readDivisions(deps: Deps, gameId: number): Promise<DivisionWithMasks[]> {
  await getGame(deps.db, gameId);
  const [divisions, masks] = await Promise.all([listDivisions(deps.db, gameId), listChallengeMasks(deps.db, gameId)]);
  return divisions.map((division) => ({ division, masks: masks.filter((mask) => mask.divisionId === division.id) }));
}

export async function readDivision(deps: Deps, { gameId, divisionId }: DivisionId): Promise<DivisionWithMasks> {
  const found = (await readDivisions(deps, gameId)).find(({ division }) => division.id === divisionId);
  if (!found) throw new DomainError('division.notFound');
  return found;
}

async function replaceMasks(tx: Tx, { gameId, divisionId }: DivisionId, masks: Masks): Promise<void> {
  await deleteMasks(tx, divisionId);
  const field = 'challengeConfigs';
  const byChallenge = new Map<number, number>();
  for (const { challengeId, permissions } of masks) {
    if ((byChallenge.get(challengeId) ?? permissions) !== permissions) {
      throw new DomainError('division.challengeTwice', { field });
    }
    byChallenge.set(challengeId, permissions);
  }
  if (byChallenge.size === 0) return;
  const rows = [...byChallenge].map(([challengeId, permissions]) => ({ divisionId, gameId, challengeId, permissions }));
  try {
    await insertMasks(tx, rows);
  } catch (cause) {
    if (violatedConstraint(cause) !== divisionConstraints.challengeOfGame) throw cause;
    throw new DomainError('division.challengeUnknown', { field, cause });
  }
}

async function publishChange(work: Work, gameId: number): Promise<void> {
  work.changes(`game:${gameId}`);
  work.event(`game:${gameId}`, 'GameChanged', { gameId });
  work.scoreboards([gameId]);
}

const codeOf = (text: string | null | undefined) => (text?.trim() ? text : null);

const forAudit = ({ division, masks }: DivisionWithMasks) => ({
  ...division,
  challengeConfigs: masks.map(({ challengeId, permissions }) => ({ challengeId, permissions })),
});

/** Of a game that the transaction has locked or made. */
export async function storeDivision(
  tx: Tx,
  by: Author,
  gameId: number,
  body: z.output<typeof DivisionCreateBody>,
): Promise<DivisionWithMasks> {
  const division = await insertDivision(tx, {
    gameId,
    name: body.name,
    inviteCode: codeOf(body.inviteCode),
    defaultPermissions: body.defaultPermissions ?? undefined,
    ...{ kind: body.kind, ruleText: body.ruleText ?? undefined, scoresAlone: body.scoresAlone ?? undefined },
  });
  await replaceMasks(tx, { gameId, divisionId: division.id }, body.challengeConfigs ?? []);
  const after = { division, masks: await listMasksOf(tx, division.id) };
  const target = `division:${division.id}`;
  await audit(tx, { by, gameId, action: 'division.create', target, after: forAudit(after) });
  return after;
}

export function createDivision(
  deps: Deps,
  by: Author,
  gameId: number,
  body: z.output<typeof DivisionCreateBody>,
): Promise<DivisionWithMasks> {
  return inTransaction(deps, async (work) => {
    await lockGame(work.tx, gameId);
    const after = await storeDivision(work.tx, by, gameId, body);
    await publishChange(work, gameId);
    return after;
  });
}

export function updateDivision(
  deps: Deps,
  by: Author,
  id: DivisionId,
  body: z.output<typeof DivisionUpdateBody>,
): Promise<DivisionWithMasks> {
  const { gameId, divisionId } = id;
  return inTransaction(deps, async (work) => {
    const game = await lockGame(work.tx, gameId);
    const after = await changeDivisionIn(work.tx, by, { game, divisionId, at: deps.clock.now() }, body);
    await publishChange(work, gameId);
    return after;
  });
}

interface InGame {
  /** Locked, as the division is below: a team that joins it waits. */
  game: GameRow;
  divisionId: number;
  at: Date;
}

const isPlayed = async (tx: Tx, { game, divisionId, at }: InGame): Promise<boolean> =>
  gamePhase(clockOf(game), at.getTime()) !== 'Upcoming' && (await countTeamsOf(tx, divisionId)) > 0;

type Ways = Pick<DivisionRow, 'kind' | 'scoresAlone'>;

const changedWay = (before: Ways, after: Ways) =>
  (['kind', 'scoresAlone'] as const).find((field) => before[field] !== after[field]);

export type Forced = Pick<z.output<typeof DivisionUpdateBody>, 'force' | 'reason'>;

/** Teams that play have accepted the kind and the board of their division. */
async function requireForce(
  tx: Tx,
  id: InGame,
  [before, after]: [Ways, Ways],
  { force, reason }: Forced,
): Promise<void> {
  const changed = changedWay(before, after);
  if (!changed || !(await isPlayed(tx, id))) return;
  if (!force) throw new DomainError('division.hasTeams', { field: changed });
  if (!reason) throw new DomainError('division.reasonMissing', { field: 'reason' });
}

async function changeDivisionIn(
  tx: Tx,
  by: Author,
  id: InGame,
  body: z.output<typeof DivisionUpdateBody>,
): Promise<DivisionWithMasks> {
  const { divisionId } = id;
  const gameId = id.game.id;
  const before = {
    division: await lockDivision(tx, gameId, divisionId),
    masks: await listMasksOf(tx, divisionId),
  };
  requireVersion(before.division, body.version);
  const values = {
    name: body.name ?? before.division.name,
    inviteCode: codeOf(body.inviteCode ?? before.division.inviteCode),
    defaultPermissions: body.defaultPermissions ?? before.division.defaultPermissions,
    kind: body.kind === undefined ? before.division.kind : body.kind,
    ruleText: body.ruleText ?? before.division.ruleText,
    scoresAlone: body.scoresAlone ?? before.division.scoresAlone,
  };
  await requireForce(tx, id, [before.division, values], body);
  const division = await updateDivisionRow(tx, divisionId, values);
  if (body.challengeConfigs) await replaceMasks(tx, { gameId, divisionId }, body.challengeConfigs);
  const after = { division, masks: await listMasksOf(tx, divisionId) };
  const change = { before: forAudit(before), after: forAudit(after), reason: body.reason };
  await audit(tx, { by, gameId, action: 'division.update', target: `division:${divisionId}`, ...change });
  return after;
}

type WantedDivision = z.output<typeof DivisionCreateBody>;

/** Whether `putDivisions` needs force for one of these. */
export async function needsForce(
  tx: Tx,
  { game, at }: Omit<InGame, 'divisionId'>,
  wanted: readonly WantedDivision[],
): Promise<boolean> {
  const known = await listDivisions(tx, game.id);
  for (const { name, kind, scoresAlone } of wanted) {
    const found = known.find((division) => division.name === name);
    if (!found) continue;
    const after = { kind: kind === undefined ? found.kind : kind, scoresAlone: scoresAlone ?? found.scoresAlone };
    if (changedWay(found, after) && (await isPlayed(tx, { game, divisionId: found.id, at }))) return true;
  }
  return false;
}

/** Makes or changes divisions of a locked game by their name. */
export async function putDivisions(
  work: Work,
  by: Author,
  { game, at, ...forced }: Omit<InGame, 'divisionId'> & Forced,
  wanted: readonly WantedDivision[],
): Promise<void> {
  const gameId = game.id;
  const known = await listDivisions(work.tx, gameId);
  for (const { name, ...values } of wanted) {
    const found = known.find((division) => division.name === name);
    if (found) await changeDivisionIn(work.tx, by, { game, divisionId: found.id, at }, { ...values, ...forced });
    else await storeDivision(work.tx, by, gameId, { name, ...values });
  }
  await publishChange(work, gameId);
}

/** Teams of the division stay without a division, that is with all permissions. */
export function deleteDivision(deps: Deps, by: Author, { gameId, divisionId }: DivisionId): Promise<void> {
  return inTransaction(deps, async (work) => {
    const game = await lockGame(work.tx, gameId);
    const division = await lockDivision(work.tx, gameId, divisionId);
    const tellsApart = division.kind !== null || division.scoresAlone;
    if (tellsApart && (await isPlayed(work.tx, { game, divisionId, at: deps.clock.now() })))
      throw new DomainError('division.hasTeams');
    const before = forAudit({ division, masks: await listMasksOf(work.tx, divisionId) });
    await deleteDivisionRow(work.tx, divisionId);
    await audit(work.tx, { by, gameId, action: 'division.delete', target: `division:${divisionId}`, before });
    await publishChange(work, gameId);
  });
}
