// A copy of the state, advanced by each version's solves, with a log of changes. Servers apply the same facts in the
// same order, so equal versions are equal boards.

import type { StoredScoreboardFacts, StoredSolve } from '@vexil/data/scoreboard/facts.queries';
import { applySolves, copyState, createState, type ScoreboardState } from '@vexil/rules/scoreboard.advance.rules';
import { noChanges } from '@vexil/rules/scoreboard.delta.rules';
import { limitDelta, scoreboardDelta } from '@vexil/rules/scoreboard.diff.rules';
import {
  awardsAtFreeze,
  changedAt,
  decidedAt,
  solvesAtFreeze,
  staffVersion,
} from '@vexil/rules/scoreboard.freeze.rules';
import { type BoardChange, isWithdrawal } from '@vexil/rules/scoreboard.merge.rules';
import { computeScoreboard } from '@vexil/rules/scoreboard.rules';

/** Changes for clients that reconnect; a starting server computes as many. */
const logMax = 256;

/** With the time at which this process knew it, or of its last solve where it was committed before. */
type LoggedChange = BoardChange & { at: number };

export interface BoardCopy {
  state: ScoreboardState;
  version: number;
  log: LoggedChange[];
}

export interface GameBoards {
  start: number;
  freeze: number | null;
  /** The public board counts separately. */
  version: number;
  public: BoardCopy;
  /** Null without solves and awards hidden by a freeze: staff then see the public board. */
  staff: BoardCopy | null;
  /** Since then each change has the time at which it was known. */
  since: number;
}

/** Logs the changes from `previous` where they are known. */
export function buildBoards(facts: StoredScoreboardFacts, previous: GameBoards | null, now: number): GameBoards {
  const { game, solves, versions } = facts;
  const { start, freeze } = game;
  const first = Math.max(versions.rebuildVersion, versions.version - logMax);
  const isLater = ({ version }: StoredSolve) => version !== null && version > first;
  const isPublic = ({ time }: StoredSolve) => freeze === null || time <= freeze;
  const earlier = solves.filter((one) => !isLater(one));
  const shownEarlier = solvesAtFreeze(earlier, freeze);
  const later = solves.filter(isLater);
  const publicLater = new Set(later.filter(isPublic).map(({ version }) => version)).size;

  const build = (
    { solves: shown, awards }: { solves: readonly StoredSolve[]; awards: StoredScoreboardFacts['awards'] },
    version: number,
    before: BoardCopy | null | undefined,
  ): BoardCopy => {
    const times = [...shown.map(decidedAt), ...awards.map(changedAt)];
    const asOf = times.reduce((last, time) => Math.max(last, time), Math.max(versions.rebuiltAt, start));
    const shownFacts = { ...facts, solves: shown, awards };
    const state = createState(shownFacts, computeScoreboard(shownFacts, asOf));
    // An award or a re-judging that a freeze hides rebuilds the board, and players must not see that it did.
    const isSame = before?.version === version && before.state.updateTimeUtc === asOf;
    if (isSame) return { state, version, log: before.log };
    return { state, version, log: before && before.version < version ? continueLog(before, state, version, now) : [] };
  };
  const awards = awardsAtFreeze(facts.awards, freeze);
  const hidesFacts = awards !== facts.awards || shownEarlier !== earlier;
  const boards: GameBoards = {
    start,
    freeze,
    version: first,
    public: build({ solves: shownEarlier, awards }, versions.publicVersion - publicLater, previous?.public),
    staff: hidesFacts ? build({ solves: earlier, awards: facts.awards }, staffVersion(first), previous?.staff) : null,
    since: previous?.since ?? now,
  };
  addSolves(boards, later, versions.version, previous ? now : null);
  return boards;
}

function continueLog(before: BoardCopy, next: ScoreboardState, version: number, at: number): LoggedChange[] {
  const change = { from: before.version, version, delta: scoreboardDelta(before.state.board, next.board), at };
  return isWithdrawal(change) ? [change] : [...before.log, change].slice(-logMax);
}

/** Advances to `version`; `now` is null for changes of before. */
export function addSolves(
  boards: GameBoards,
  solves: readonly StoredSolve[],
  version: number,
  now: number | null,
): void {
  const byVersion = new Map<number, StoredSolve[]>();
  for (const solve of solves) {
    const list = byVersion.get(solve.version ?? 0);
    if (list) list.push(solve);
    else byVersion.set(solve.version ?? 0, [solve]);
  }
  for (let next = boards.version + 1; next <= version; next += 1)
    addVersion(boards, next, byVersion.get(next) ?? [], now);
}

function addVersion(boards: GameBoards, version: number, solves: readonly StoredSolve[], now: number | null): void {
  const { freeze } = boards;
  const shown = freeze === null ? solves : solves.filter(({ time }) => time <= freeze);
  if (shown.length < solves.length && !boards.staff) {
    boards.staff = { state: copyState(boards.public.state), version: staffVersion(version - 1), log: [] };
  }
  if (boards.staff) advance(boards.staff, solves, now);
  if (shown.length > 0) advance(boards.public, shown, now);
  boards.version = version;
}

function advance(copy: BoardCopy, solves: readonly StoredSolve[], now: number | null): void {
  const { state, version: from } = copy;
  const asOf = solves.reduce((last, { time }) => Math.max(last, time), state.updateTimeUtc);
  const changes = applySolves(state, solves, asOf);
  if (!changes) state.updateTimeUtc = asOf;
  copy.version = from + 1;
  copy.log.push({ from, version: copy.version, delta: limitDelta(changes ?? noChanges(asOf)), at: now ?? asOf });
  if (copy.log.length > logMax) copy.log.shift();
}

/** After `since`, or all of the log, without a gap; where the log lacks some, a full delta. */
export function changesOf(copy: BoardCopy, since = copy.log[0]?.from ?? copy.version - 1): BoardChange[] {
  if (copy.version <= since) return [];
  const found = copy.log.filter(({ version }) => version > since);
  return found[0]?.from === since ? found : [fetchOf(since, copy)];
}

/**
 * Changes that a client may lack who knows the board as it was then. Where this process does not know what happened
 * since, at least one that leads to the present version: who has that ignores it, others fetch.
 */
export function recentChanges(copy: BoardCopy, knownSince: number, since: number): BoardChange[] {
  const found = copy.log.filter(({ at }) => at > since);
  if (found.length > 0 || knownSince <= since || copy.version === 0) return found;
  return [fetchOf(copy.version - 1, copy)];
}

const fetchOf = (from: number, { version, state }: Pick<BoardCopy, 'version' | 'state'>): BoardChange => ({
  from,
  version,
  delta: { full: true, updateTimeUtc: state.updateTimeUtc },
});
