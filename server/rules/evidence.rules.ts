// What staff should look into. None of these rules decides anything: each bound is chosen so that ordinary play seldom
// reaches it, and people judge what does.

import type { FindingReason } from '@vexil/db/enums/evidence';

/** Times are Unix milliseconds. */
export interface SolveFact {
  participationId: number;
  challengeId: number;
  accountId: string | null;
  at: number;
  openedAt: number | null;
  loadedAt: number | null;
  /** The team started an instance of the challenge, or connected to one. */
  hasInstance: boolean;
}

export interface AnswerFact {
  participationId: number;
  challengeId: number;
  answerHash: string;
  /** In order of arrival. */
  submissionId: number;
  at: number;
}

export interface DeviceFact {
  participationId: number;
  deviceHash: string;
  accounts: readonly string[];
  /** First seen. */
  at: number;
}

export interface Suspicion {
  reason: FindingReason;
  participationId: number;
  otherId: number | null;
  challengeId: number | null;
  at: number;
  spanMs: number | null;
  boundMs: number | null;
  count: number | null;
}

/** Clocks of servers differ a little, and a trace is written a moment after its reply. */
export const clockSlackMs = 60_000;
/** With fewer other solvers, the shortest time says nothing. */
export const intervalFieldMin = 5;
/** Of the shortest time of the other teams, which is itself rare: half of it is still a good day. */
const intervalPart = 1 / 4;
/** What others solve in less is read off the statement. */
const intervalFastestMinMs = 60_000;
/** Two flags that were kept back are common; three solves need two gaps that are both too short. */
const runLengthMin = 3;
/** Where nearly everybody loads the file, it is needed. Fewer, and it came another way: by a link, or not at all. */
export const loadFieldMin = 10;
const loadPart = 0.9;
/** More teams than that have one wrong guess in common because it suggests itself. */
export const answerTeamsMax = 3;
/** Two answers in common may be luck. */
const sameAnswersMin = 3;

const none = { otherId: null, challengeId: null, spanMs: null, boundMs: null, count: null };

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

const suspicionOf = (reason: FindingReason, { participationId, challengeId, at }: SolveFact): Suspicion => ({
  ...none,
  ...{ reason, participationId, challengeId, at },
});

/** Only for games whose openings are recorded since their start: else one that is missing is not known. */
export const findUnopened = (solves: readonly SolveFact[]): Suspicion[] =>
  solves
    .filter(({ at, openedAt, loadedAt, hasInstance }) => {
      if (hasInstance) return false;
      return Math.min(openedAt ?? Number.POSITIVE_INFINITY, loadedAt ?? Number.POSITIVE_INFINITY) > at + clockSlackMs;
    })
    .map((solve) => suspicionOf('NotOpened', solve));

/** Solves of challenges with a file of ours. */
export function findUnloaded(solves: readonly SolveFact[], withFiles: ReadonlySet<number>): Suspicion[] {
  const ofFiles = solves.filter(({ challengeId }) => withFiles.has(challengeId));
  return [...groupBy(ofFiles, ({ challengeId }) => challengeId).values()].flatMap((solvers) => {
    const missing = solvers.filter(({ at, loadedAt }) => loadedAt === null || loadedAt > at + clockSlackMs);
    const others = solvers.length - 1;
    const loaded = solvers.length - missing.length;
    if (others < loadFieldMin || loaded < others * loadPart) return [];
    return missing.filter(({ openedAt }) => openedAt !== null).map((solve) => suspicionOf('NotLoaded', solve));
  });
}

/** By challenge and team: what a span of the team has to be shorter than; absent where the field says nothing. */
function intervalBounds(solves: readonly SolveFact[]): (solve: SolveFact) => number | undefined {
  const spans = solves.flatMap(({ participationId, challengeId, at, openedAt }) =>
    openedAt === null || openedAt > at ? [] : [{ participationId, challengeId, span: at - openedAt }],
  );
  const fields = new Map(
    [...groupBy(spans, ({ challengeId }) => challengeId)].map(([challengeId, all]) => {
      const [first, second] = all.sort((a, b) => a.span - b.span);
      return [challengeId, { teams: new Set(all.map(({ participationId }) => participationId)), first, second }];
    }),
  );
  return ({ participationId, challengeId }) => {
    const field = fields.get(challengeId);
    if (!field || field.teams.size - (field.teams.has(participationId) ? 1 : 0) < intervalFieldMin) return undefined;
    const fastest = field.first?.participationId === participationId ? field.second : field.first;
    return fastest && fastest.span >= intervalFastestMinMs ? Math.floor(fastest.span * intervalPart) : undefined;
  };
}

/** From opening to solve in less than a quarter of the shortest time of the other teams. */
function findShortIntervals(solves: readonly SolveFact[], boundOf: (solve: SolveFact) => number | undefined) {
  return solves.flatMap((solve): Suspicion[] => {
    const boundMs = boundOf(solve);
    if (boundMs === undefined || solve.openedAt === null) return [];
    const spanMs = solve.at - solve.openedAt;
    if (spanMs < 0 || spanMs >= boundMs) return [];
    return [{ ...suspicionOf('ShortInterval', solve), spanMs, boundMs }];
  });
}

/** Solves of one account of which each follows its predecessor in less than the challenge's bound. */
function findRuns(solves: readonly SolveFact[], boundOf: (solve: SolveFact) => number | undefined): Suspicion[] {
  const byAccount = groupBy(
    solves.filter(({ accountId }) => accountId !== null),
    ({ accountId, participationId }) => `${accountId} ${participationId}`,
  );
  return [...byAccount.values()].flatMap((own) => {
    const ordered = own.sort((a, b) => a.at - b.at);
    const found: Suspicion[] = [];
    let start = 0;
    let boundMs = 0;
    for (const [index, solve] of ordered.entries()) {
      const next = ordered[index + 1];
      const bound = (next && boundOf(next)) ?? 0;
      if (next && next.at - solve.at < bound) {
        boundMs += bound;
        continue;
      }
      const count = index - start + 1;
      const spanMs = solve.at - (ordered[start]?.at ?? solve.at);
      if (count >= runLengthMin) found.push({ ...suspicionOf('SolveRun', solve), spanMs, boundMs, count });
      start = index + 1;
      boundMs = 0;
    }
    return found;
  });
}

export function findFast(solves: readonly SolveFact[]): Suspicion[] {
  const boundOf = intervalBounds(solves);
  return [...findShortIntervals(solves, boundOf), ...findRuns(solves, boundOf)];
}

/** The length of the longest part, not necessarily without gaps, whose numbers grow. */
function growingLength(numbers: readonly number[]): number {
  const ends: number[] = [];
  for (const number of numbers) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    ends[low] = number;
  }
  return ends.length;
}

/** Wrong answers, each team's first one of a text: rare ones that two teams gave in the same order. */
export function findSameAnswers(answers: readonly AnswerFact[]): Suspicion[] {
  const pairs = new Map<string, [AnswerFact, AnswerFact][]>();
  for (const same of groupBy(answers, ({ challengeId, answerHash }) => `${challengeId} ${answerHash}`).values()) {
    if (same.length > answerTeamsMax) continue;
    const byTeam = same.sort((a, b) => a.participationId - b.participationId);
    for (const [index, first] of byTeam.entries()) {
      for (const second of byTeam.slice(index + 1)) {
        const key = `${first.participationId} ${second.participationId}`;
        const common = pairs.get(key);
        if (common) common.push([first, second]);
        else pairs.set(key, [[first, second]]);
      }
    }
  }
  return [...pairs.values()].flatMap((common): Suspicion[] => {
    const ordered = common.sort(([a], [b]) => a.submissionId - b.submissionId);
    const count = growingLength(ordered.map(([, { submissionId }]) => submissionId));
    if (count < sameAnswersMin) return [];
    const last = ordered.flat().reduce((a, b) => (a.submissionId > b.submissionId ? a : b));
    const { participationId, challengeId, at } = last;
    const otherId = ordered.flat().find((one) => one.participationId !== participationId)?.participationId ?? null;
    return [{ ...none, reason: 'SameAnswers', participationId, otherId, challengeId, at, count }];
  });
}

/** Accounts of several teams on one device: each later team beside the first. */
export function findSharedDevices(devices: readonly DeviceFact[]): Suspicion[] {
  return [...groupBy(devices, ({ deviceHash }) => deviceHash).values()].flatMap((uses) => {
    const [first, ...later] = uses.sort((a, b) => a.at - b.at);
    const count = new Set(uses.flatMap(({ accounts }) => accounts)).size;
    return later.map(
      ({ participationId, at }): Suspicion => ({
        ...none,
        ...{ reason: 'SharedDevice', participationId, otherId: first?.participationId ?? null, at, count },
      }),
    );
  });
}
