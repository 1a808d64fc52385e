import type { ChallengeInfo } from '@vexil/contract/challenge';
import type { Division } from '@vexil/contract/division';
import { hasPermission } from '@vexil/rules/permission.rules';
import { type Categorised, categoryKey, groupChallenges } from '../../ui/category';
import { withPermission } from './division-form';
import { challengePermissionNames, findConflicts } from './permission-conflicts';

type ChallengePermissionName = (typeof challengePermissionNames)[number];

/** The id that stands for a division's default permissions in the place of a challenge's. */
export const defaults = 0;

/** One mask of a division: of a challenge, or its default one. */
export type Cell = { divisionId: number; challengeId: number };

/** By `cellKey`: the new mask, or null for a challenge that goes back to the default. */
export type Edits = Readonly<Record<string, number | null>>;

export const cellKey = ({ divisionId, challengeId }: Cell) => `${divisionId}:${challengeId}`;

export const cellOfKey = (key: string): Cell => {
  const [divisionId = 0, challengeId = 0] = key.split(':').map(Number);
  return { divisionId, challengeId };
};

/** The stored mask; null where a challenge follows the default. */
export function storedMask(division: Division, challengeId: number): number | null {
  if (challengeId === defaults) return division.defaultPermissions;
  return division.challengeConfigs.find((config) => config.challengeId === challengeId)?.permissions ?? null;
}

/** The division with the edits of it made. */
export function applyEdits(division: Division, edits: Edits): Division {
  const configs = new Map(division.challengeConfigs.map((config) => [config.challengeId, config.permissions]));
  let { defaultPermissions } = division;
  for (const [key, mask] of Object.entries(edits)) {
    const { divisionId, challengeId } = cellOfKey(key);
    if (divisionId !== division.id) continue;
    if (challengeId === defaults) defaultPermissions = mask ?? defaultPermissions;
    else if (mask === null) configs.delete(challengeId);
    else configs.set(challengeId, mask);
  }
  const challengeConfigs = [...configs].map(([challengeId, permissions]) => ({ challengeId, permissions }));
  return { ...division, defaultPermissions, challengeConfigs };
}

/** What of the edits differs from what is stored; those of divisions that are gone are dropped. */
export function pendingEdits(divisions: readonly Division[], edits: Edits): Edits {
  return Object.fromEntries(
    Object.entries(edits).filter(([key, mask]) => {
      const { divisionId, challengeId } = cellOfKey(key);
      const division = divisions.find(({ id }) => id === divisionId);
      return division && storedMask(division, challengeId) !== mask;
    }),
  );
}

/** The mask that counts at a challenge. */
export const effectiveMask = (division: Division, challengeId: number) =>
  storedMask(division, challengeId) ?? division.defaultPermissions;

/** Grants or takes one permission in these cells. `divisions` are the edited ones, `stored` those on the server. */
export function setPermission(
  { divisions, stored }: { divisions: readonly Division[]; stored: readonly Division[] },
  cells: readonly Cell[],
  permission: ChallengePermissionName,
  granted: boolean,
): Edits {
  const edits: Record<string, number | null> = {};
  for (const { divisionId, challengeId } of cells) {
    const division = divisions.find(({ id }) => id === divisionId);
    const before = stored.find(({ id }) => id === divisionId);
    if (!division || !before) continue;
    const current = effectiveMask(division, challengeId);
    const mask = withPermission(current, permission, granted);
    if (mask === current) continue;
    // A change taken back leaves no exception behind that says what the default says.
    const isBack = storedMask(before, challengeId) === null && mask === division.defaultPermissions;
    edits[cellKey({ divisionId, challengeId })] = isBack ? null : mask;
  }
  return edits;
}

/** Lets the challenges among these cells follow the default. */
export const followDefaults = (cells: readonly Cell[]): Edits =>
  Object.fromEntries(
    cells.filter(({ challengeId }) => challengeId !== defaults).map((cell) => [cellKey(cell), null] as const),
  );

/** The word for a mask, or how many of the permissions it grants. */
export type Summary = 'all' | 'hidden' | 'viewOnly' | number;

export function summarise(mask: number): Summary {
  const granted = challengePermissionNames.filter((permission) => hasPermission(mask, permission));
  if (granted.length === challengePermissionNames.length) return 'all';
  if (!hasPermission(mask, 'ViewChallenge')) return 'hidden';
  return granted.length === 1 ? 'viewOnly' : granted.length;
}

export const hasConflict = (mask: number) => findConflicts(mask, challengePermissionNames).length > 0;

/** Whether all, none or some of the masks grant the permission. */
export function shareOf(masks: readonly number[], permission: ChallengePermissionName): 'all' | 'none' | 'some' {
  const count = masks.filter((mask) => hasPermission(mask, permission)).length;
  if (count === 0) return 'none';
  return count === masks.length ? 'all' : 'some';
}

/** A row of the matrix: one challenge, or several that are set together. */
export type Row = {
  key: string;
  kind: 'all' | 'default' | 'category' | 'one';
  title: string;
  category?: Categorised;
  challengeIds: readonly number[];
};

/** Everything, the defaults, then the challenges below their categories; those keep their order. */
export function listRows(
  challenges: readonly ChallengeInfo[],
  words: { all: string; defaults: string; category: (category: Categorised) => string },
): Row[] {
  const idsOf = (among: readonly ChallengeInfo[]) => among.map(({ id }) => id);
  const rows: Row[] = [
    { key: 'all', kind: 'all', title: words.all, challengeIds: idsOf(challenges) },
    { key: 'default', kind: 'default', title: words.defaults, challengeIds: [defaults] },
  ];
  for (const { challenges: among, ...category } of groupChallenges(challenges)) {
    const title = words.category(category);
    rows.push({ key: categoryKey(category), kind: 'category', title, category, challengeIds: idsOf(among) });
    for (const { id, title } of among) rows.push({ key: String(id), kind: 'one', title, challengeIds: [id] });
  }
  return rows;
}
