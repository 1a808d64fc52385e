import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { PackageChallenge } from '@vexil/contract/package';
import type { Allowance, PlanBody, PlanChange, PlanSide } from '@vexil/contract/plan';
import { planItemsMax, planValueLengthMax } from '@vexil/contract/plan.limits';
import { type CustomCategory, type FolderSource, hasContainer, type Requirement } from '@vexil/db/enums/challenge';
import type { ChallengeRow, FlagRow } from '@vexil/db/schema/challenge';
import type { GameRow } from '@vexil/db/schema/game';
import type { Sealing } from '@vexil/db/sealing';
import type { Deps } from '@vexil/http/deps';
import { addressName } from '@vexil/rules/asset.rules';
import { shownFlag } from '@vexil/rules/flag-match.rules';
import { readSolver } from '@vexil/rules/solver.rules';
import type { z } from 'zod';
import { viewSettings } from '../challenge/challenge.edit.view';
import { viewGameInfo } from '../game/game.view';
import type { StaffMember } from '../game/staff.service';
import { attachmentsOf } from '../package/package.read';
import { type GameFacts, readChallenge } from '../package/package.store';
import { challengeDefaults } from './plan.queries';

type Settings = Omit<ReturnType<typeof viewSettings>, 'hintList' | 'requires' | 'next'>;
type Hint = Omit<ReturnType<typeof viewSettings>['hintList'][number], 'id'>;

export interface WantedFlag {
  flag: string;
  match: FlagRow['match'];
  example: string | null;
  canary: boolean;
  attachments: string[];
}

/** What a folder says of a challenge, and what the game has, in the same form. Attachments as `readFile` reads them. */
export type Members = Settings & {
  hintList: Hint[];
  flags: WantedFlag[];
  attachments: string[];
  solver: ReturnType<typeof readSolver>;
  position: number | null;
  /** By their keys. */
  requires: (Omit<Requirement, 'challengeIds'> & { keys: string[] }) | null;
  next: string | null;
};
export type Member = keyof Members;

const secret = new Set<Member>(['flags', 'flagTemplate', 'solver']);
/** Staff alone see them. */
const unseen = new Set<Member>([
  'flags',
  'flagTemplate',
  'solver',
  'position',
  'topics',
  'fileName',
  'containerImage',
  'memoryLimit',
  'cpuCount',
  'storageLimit',
  'exposePort',
  'readOnlyRoot',
  'tmpfsSize',
  'networkMode',
  'enableTrafficCapture',
  'containerOptions',
  'releaseUtc',
]);
const curve = new Set<Member>(['curve', 'minScoreRate', 'difficulty', 'minimumScore', 'decay']);

const withoutId = ({ id: _, ...hint }: ReturnType<typeof viewSettings>['hintList'][number]): Hint => hint;
const byText = (flags: readonly WantedFlag[]) =>
  flags.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** Members of one kind that a challenge of this type does not use would differ without a meaning. */
function membersOf(
  row: ChallengeRow,
  sealing: Sealing,
  own: Pick<Members, 'flags' | 'attachments' | 'solver' | 'position' | 'requires' | 'next'>,
): Members {
  const { hintList, requires: _, next: __, ...settings } = viewSettings(row, sealing);
  return { ...settings, hintList: hintList.map(withoutId), ...own, flags: byText(own.flags) };
}

/** The key of a challenge by its number in the folder, or in the game. */
export type KeyOf = (id: number) => string;

function linksOf({ requires, next }: { requires: Requirement | null; next: number | null }, keyOf: KeyOf) {
  const { challengeIds = [], ...rest } = requires ?? {};
  const named = requires && challengeIds.length > 0 ? { keys: challengeIds.map(keyOf).sort(), ...rest } : null;
  return {
    requires: named && { keys: named.keys, count: named.count ?? null, lockedShown: named.lockedShown ?? false },
    next: next === null ? null : keyOf(next),
  };
}

type FileText = [type: 'Local' | 'Remote', addressOrHash: string, name: string | null];
/** The name that an address has by itself is none of its own. */
const writeFile = (...[type, address, name]: FileText) =>
  JSON.stringify([type, address, type === 'Remote' && name === addressName(address) ? null : name]);
export const readFile = (text: string) => JSON.parse(text) as FileText;

const filesOf = (attached: Parameters<typeof attachmentsOf>[0]): string[] =>
  attachmentsOf(attached).flatMap(({ type, hash, remoteUrl, fileName }) => {
    if (type === 'None') return [];
    const name = fileName?.trim() || null;
    return writeFile(type, (type === 'Local' ? hash?.toLowerCase() : remoteUrl?.trim()) ?? '', name);
  });

/** A planned moment that is over has enabled the challenge. */
function readRelease({ enabled, vexil }: PackageChallenge, now: Date) {
  const release = vexil?.release;
  if (enabled || release === undefined) return { isEnabled: enabled, releaseAt: null };
  const isOver = release <= now.getTime();
  return { isEnabled: isOver, releaseAt: isOver ? null : new Date(release) };
}

/** @param now of the game */
export function readWanted(
  deps: Pick<Deps, 'clock' | 'sealing'>,
  challenge: PackageChallenge,
  { keyOf, now, categories }: { keyOf: KeyOf; now: Date; categories: readonly CustomCategory[] },
): Members {
  const sent = Object.entries(readChallenge(deps, challenge, categories)).filter(([, value]) => value !== undefined);
  const row = { ...challengeDefaults, ...Object.fromEntries(sent), ...readRelease(challenge, now) } as ChallengeRow;
  const listed = challenge.type === 'DynamicContainer' ? [] : (challenge.flags.static ?? []);
  const flags = listed.map(
    ({ value, vexil, attachment }): WantedFlag => ({
      flag: vexil?.value ?? value,
      match: vexil?.match ?? 'Exact',
      example: vexil?.match === 'Regex' ? (vexil.example ?? value) : null,
      canary: false,
      attachments: filesOf({ attachment, vexil }),
    }),
  );
  const canaries = (challenge.vexil?.canaries ?? []).map(
    ({ value, match, example }): WantedFlag => ({
      flag: value,
      match,
      example: example ?? null,
      canary: true,
      attachments: [],
    }),
  );
  const solver = hasContainer(challenge.type) ? (challenge.vexil?.solver ?? null) : null;
  return membersOf(row, deps.sealing, {
    flags: [...flags, ...canaries],
    attachments: challenge.type === 'DynamicAttachment' ? [] : filesOf(challenge),
    solver,
    position: row.position,
    ...linksOf({ requires: challenge.vexil?.requires ?? null, next: challenge.vexil?.next ?? null }, keyOf),
  });
}

interface Known {
  sealing: Sealing;
  keyOf: KeyOf;
}

export function readStored(facts: GameFacts, row: ChallengeRow, { sealing, keyOf }: Known): Members {
  const filesIn = ({ attachmentId }: { attachmentId: number | null }) =>
    (facts.attachments.get(attachmentId ?? 0) ?? []).map(({ type, fileHash, remoteUrl, fileName, storedName }) =>
      writeFile(type, fileHash ?? remoteUrl ?? '', fileName ?? storedName),
    );
  const flags = facts.flags.filter(({ challengeId }) => challengeId === row.id);
  return membersOf(row, sealing, {
    flags: flags.map((flag) => ({ ...readFlag(flag, sealing), attachments: filesIn(flag) })),
    attachments: filesIn(row),
    solver: readSolver(row.solver, row.solverScriptSealed && sealing.unseal(row.solverScriptSealed)),
    position: row.position,
    ...linksOf({ requires: row.requires, next: row.nextId }, keyOf),
  });
}

export const readFlag = (
  { sealed, match, exampleSealed, isCanary }: FlagRow,
  { unseal }: Pick<Sealing, 'unseal'>,
): Omit<WantedFlag, 'attachments'> => ({
  flag: shownFlag(unseal(sealed)),
  match,
  example: exampleSealed && unseal(exampleSealed),
  canary: isCanary,
});

/** A folder that names no position leaves the order to the pages. */
const isUnmanaged = (member: Member, wanted: Members) => member === 'position' && wanted.position === null;

export const differingMembers = (wanted: Members, stored: Members | null): Member[] =>
  (Object.keys(wanted) as Member[]).filter(
    (member) => !isUnmanaged(member, wanted) && !(stored && isDeepStrictEqual(wanted[member], stored[member])),
  );

/** PostgreSQL stores members of JSON in an order of its own. */
const stringify = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

export const hashMembers = (members: object, id: number, sealing: Sealing): Record<string, string> =>
  Object.fromEntries(
    Object.entries(members).map(([member, value]) => [member, sealing.hashFlag(id, stringify([member, value]))]),
  );

function sideOf(source: FolderSource | null, member: string, hashes: Record<'wanted' | 'stored', string>): PlanSide {
  const base = source?.fields[member];
  if (base === hashes.stored) return 'Folder';
  return base === hashes.wanted ? 'Browser' : 'Both';
}

const equalLength = (a: string, b: string): number => {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
};

/** Begins shortly before the difference, at a line where there is one. */
function cutText(text: string, other: string, max: number): string {
  const equal = equalLength(text, other);
  const from = equal > max / 2 ? Math.max(text.lastIndexOf('\n', equal - 40) + 1, equal - 120) : 0;
  const rest = text.slice(from);
  const cut = rest.length > max ? `${rest.slice(0, max)}…` : rest;
  return (from > 0 ? `…${cut}` : cut).replace(/\p{Surrogate}/gu, '');
}

/** What is longer than a plan shows is cut. */
function shorten(value: unknown, other: unknown, max = planValueLengthMax): unknown {
  if (typeof value === 'string') return cutText(value, typeof other === 'string' ? other : '', max);
  if (typeof value !== 'object' || value === null) return value;
  const others = Object.entries(other ?? {});
  const inner = Object.entries(value)
    .slice(0, planItemsMax)
    .map(([name, member], at) => [name, shorten(member, others[at]?.[1], max / 4)] as const);
  if (!Array.isArray(value)) return Object.fromEntries(inner);
  return [...inner.map(([, item]) => item), ...(value.length > planItemsMax ? ['…'] : [])];
}

/** A file by its name, and the beginning of its hash for two of one name. */
const fileText = (file: string): string => {
  const [type, address, name] = readFile(file);
  return type === 'Local' ? `${name} (${address.slice(0, 8)})` : address;
};

function showBoth(
  member: string,
  ...values: [unknown, unknown]
): Pick<PlanChange['fields'][number], 'before' | 'after'> {
  const [before, after] = member === 'attachments' ? values.map((files) => (files as string[]).map(fileText)) : values;
  return { before: stringify(shorten(before, after)), after: stringify(shorten(after, before)) };
}

const hidden = { before: null, after: null };

interface Compared {
  row: ChallengeRow;
  wanted: Members;
  stored: Members;
  hasStarted: boolean;
  sealing: Sealing;
}

export function describeFields({ row, wanted, stored, hasStarted, sealing }: Compared): PlanChange['fields'] {
  const hashes = {
    wanted: hashMembers(wanted, row.id, sealing),
    stored: hashMembers(stored, row.id, sealing),
  };
  const isShown = hasStarted && (row.isEnabled || wanted.isEnabled);
  return differingMembers(wanted, stored).map((member) => ({
    field: member,
    ...(secret.has(member) ? hidden : showBoth(member, stored[member], wanted[member])),
    changedIn: sideOf(row.source, member, {
      wanted: hashes.wanted[member] ?? '',
      stored: hashes.stored[member] ?? '',
    }),
    noticed: isShown && !unseen.has(member),
  }));
}

/** What a running game asks for, for a challenge that players see. */
export function neededFor(fields: PlanChange['fields'], wanted: Members): Allowance[] {
  const has = (...members: Member[]) => fields.some(({ field }) => members.includes(field as Member));
  return [
    ...(has('isEnabled') && !wanted.isEnabled ? (['delete'] as const) : []),
    ...(has('flags', 'flagTemplate') ? (['flags'] as const) : []),
    ...(has('originalScore', ...curve) ? (['values'] as const) : []),
  ];
}

type GameMembers = NonNullable<z.output<typeof PlanBody>['game']>;

const lists = ['divisions', 'staff'] as const;
/** Items of a list are compared one by one. */
const itemName = {
  /** Begins its members, each by itself: one that is named later is none that a page has changed. */
  divisions: (name: string) => `divisions/${name}\n`,
  staff: (user: string) => `staff/${user.toLowerCase()}`,
};

const ownOfDivision = ['inviteCode', 'defaultPermissions', 'kind', 'ruleText', 'scoresAlone'] as const;

interface KnownGame {
  facts: GameFacts;
  staff: readonly StaffMember[];
  hasStarted: boolean;
  sealing: Sealing;
}

/** What a folder says of the game, and what the game has of that. */
function gameMembers(
  game: GameRow,
  { divisions = [], staff = [], ...said }: GameMembers,
  { facts, ...known }: KnownGame,
) {
  const info: Record<string, unknown> = viewGameInfo(game);
  const members = Object.entries(said).filter(([, value]) => value !== undefined);
  const wanted: Record<string, unknown> = Object.fromEntries(members);
  const stored: Record<string, unknown> = Object.fromEntries(members.map(([member]) => [member, info[member]]));
  for (const { name, ...own } of divisions) {
    const found = facts.divisions.find((division) => division.name === name);
    wanted[itemName.divisions(name)] = true;
    stored[itemName.divisions(name)] = found && true;
    for (const member of ownOfDivision) {
      const value = own[member];
      // Null takes a kind away; others stay.
      if (value === undefined || (value === null && member !== 'kind')) continue;
      wanted[itemName.divisions(name) + member] = value;
      stored[itemName.divisions(name) + member] = found && (found[member] ?? (typeof value === 'string' ? '' : null));
    }
  }
  for (const { user, role } of staff) {
    const name = itemName.staff(user);
    wanted[name] = role;
    stored[name] = known.staff.find(({ userName }) => itemName.staff(userName) === name)?.role;
  }
  return { wanted, stored };
}

/** What is compared of a division, but its code. */
const divisionIn = (members: Record<string, unknown>, name: string): object => ({
  name,
  ...Object.fromEntries(
    ownOfDivision.flatMap((member) => {
      const item = itemName.divisions(name) + member;
      return item in members && member !== 'inviteCode' ? [[member, members[item]]] : [];
    }),
  ),
});

const onlySide = (sides: readonly PlanSide[]): PlanSide => (new Set(sides).size === 1 && sides[0]) || 'Both';

/**
 * What a folder changes of the game itself. A code is shown to staff in the editor, and in no plan. A member that no folder
 * has named before is the folder's: nothing says that a page has changed it.
 */
export function compareGame(game: GameRow, said: GameMembers, known: KnownGame) {
  const { sealing } = known;
  const { wanted, stored } = gameMembers(game, said, known);
  const hashes = {
    wanted: hashMembers(wanted, game.id, sealing),
    stored: hashMembers(stored, game.id, sealing),
  };
  const sides = new Map<string, PlanSide>();
  for (const member of Object.keys(wanted)) {
    if (isDeepStrictEqual(wanted[member], stored[member])) continue;
    const both = { wanted: hashes.wanted[member] ?? '', stored: hashes.stored[member] ?? '' };
    sides.set(member, game.source?.fields[member] === undefined ? 'Folder' : sideOf(game.source, member, both));
  }
  const sidesOf = (item: string) => [...sides].flatMap(([member, side]) => (member.startsWith(item) ? [side] : []));
  const divisions = (said.divisions ?? []).filter(({ name }) => sidesOf(itemName.divisions(name)).length > 0);
  const staff = (said.staff ?? [])
    .map((one, index) => ({ ...one, index }))
    .filter(({ user }) => sides.has(itemName.staff(user)));
  const shown: Record<string, [unknown, unknown]> = {
    divisions: [stored, wanted].map((side) =>
      divisions.flatMap(({ name }) => (side[itemName.divisions(name)] ? [divisionIn(side, name)] : [])),
    ) as [unknown, unknown],
    staff: [
      staff.flatMap(({ user }) => ({ user, role: stored[itemName.staff(user)] })).filter(({ role }) => role),
      staff.map(({ user, role }) => ({ user, role })),
    ],
  };
  const differing = Object.keys(stored).filter((member) => member in said && sides.has(member));
  const listed = lists.filter((list) => [...sides.keys()].some((member) => member.startsWith(`${list}/`)));
  const fields: PlanChange['fields'] = [...differing, ...listed].map((field) => ({
    field,
    ...(field === 'inviteCode' ? hidden : showBoth(field, ...(shown[field] ?? [stored[field], wanted[field]]))),
    changedIn: onlySide(
      [...sides].filter(([member]) => member === field || member.startsWith(`${field}/`)).map(([, side]) => side),
    ),
    noticed: known.hasStarted && !['containerTotalLimit', 'inviteCode', 'acceptWithoutReview', 'staff'].includes(field),
  }));
  // Its list is one with the browser's, so it never changes what was changed there, but what it describes itself.
  const { customCategories: _, ...remembered } = hashes.wanted;
  return {
    fields,
    hashes: remembered,
    /** Without what was changed in the browser, where that is kept. */
    changeOf: (isKept: boolean) => {
      const isTaken = (member: string) => !isKept || sides.get(member) === 'Folder';
      return {
        change: Object.fromEntries(differing.filter(isTaken).map((member) => [member, wanted[member]])),
        divisions: divisions.filter(
          ({ name }) => !isKept || sidesOf(itemName.divisions(name)).every((side) => side === 'Folder'),
        ),
        staff: staff.filter(({ user }) => isTaken(itemName.staff(user))),
      };
    },
  };
}

/** Of what a plan shows, and of all that it would change, of which it shows a part: applied is that, or nothing. */
export const digestOf = (changes: readonly PlanChange[], stored: readonly unknown[]): string =>
  createHash('sha256')
    .update(stringify([changes.map(({ problem: _, ...change }) => change), stored]))
    .digest('hex');
