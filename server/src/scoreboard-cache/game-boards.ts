// A copy of the state, advanced by each version's solves, with a log of changes. Servers apply the same facts in the
// same order, so equal versions are equal boards.

import type { StoredScoreboardFacts, StoredSolve } from '@vexil/data/scoreboard/facts.queries';
import { applySolves, copyState, createState, type ScoreboardState } from '@vexil/rules/scoreboard.advance.rules';
import { scoreboardAt } from '@vexil/rules/scoreboard.current.rules';
import { noChanges } from '@vexil/rules/scoreboard.delta.rules';
import { limitDelta, scoreboardDelta } from '@vexil/rules/scoreboard.diff.rules';
import { staffVersion } from '@vexil/rules/scoreboard.freeze.rules';
import { type BoardChange, isWithdrawal } from '@vexil/rules/scoreboard.merge.rules';

/** Changes for clients that reconnect; a starting server computes as many. */
const logMax = 256;

export interface BoardCopy {
  state: ScoreboardState;
  version: number;
  log: BoardChange[];
}

export interface GameBoards {
  start: number;
  freeze: number | null;
  /** The public board counts separately. */
  version: number;
  public: BoardCopy;
  /** Null without solves hidden by a freeze: staff then see the public board. */
  staff: BoardCopy | null;
}

/** Logs the changes from `previous` where they are known. */
export function buildBoards(facts: StoredScoreboardFacts, previous: GameBoards | null): GameBoards {
  const { game, solves, versions } = facts;
  const { start, freeze } = game;
  const first = Math.max(versions.rebuildVersion, versions.version - logMax);
  const isLater = ({ version }: StoredSolve) => version !== null && version > first;
  const isPublic = ({ time }: StoredSolve) => freeze === null || time <= freeze;
  const earlier = solves.filter((one) => !isLater(one));
  const later = solves.filter(isLater);
  const publicLater = new Set(later.filter(isPublic).map(({ version }) => version)).size;

  const build = (shown: StoredSolve[], version: number, before: BoardCopy | null | undefined): BoardCopy => {
    const asOf = shown.reduce((last, { time }) => Math.max(last, time), Math.max(versions.rebuiltAt, start));
    const shownFacts = { ...facts, solves: shown };
    const state = createState(shownFacts, scoreboardAt(shownFacts, asOf));
    return { state, version, log: before && before.version < version ? continueLog(before, state, version) : [] };
  };
  const hidesSolves = !earlier.every(isPublic);
  const boards: GameBoards = {
    start,
    freeze,
    version: first,
    public: build(earlier.filter(isPublic), versions.publicVersion - publicLater, previous?.public),
    staff: hidesSolves ? build(earlier, staffVersion(first), previous?.staff) : null,
  };
  addSolves(boards, later, versions.version);
  return boards;
}

function continueLog(before: BoardCopy, next: ScoreboardState, version: number): BoardChange[] {
  const change = { from: before.version, version, delta: scoreboardDelta(before.state.board, next.board) };
  return isWithdrawal(change) ? [change] : [...before.log, change].slice(-logMax);
}

/** Advances to `version`. */
export function addSolves(boards: GameBoards, solves: readonly StoredSolve[], version: number): void {
  const byVersion = new Map<number, StoredSolve[]>();
  for (const solve of solves) {
    const list = byVersion.get(solve.version ?? 0);
    if (list) list.push(solve);
    else byVersion.set(solve.version ?? 0, [solve]);
  }
  for (let next = boards.version + 1; next <= version; next += 1) addVersion(boards, next, byVersion.get(next) ?? []);
}

function addVersion(boards: GameBoards, version: number, solves: readonly StoredSolve[]): void {
  const { freeze } = boards;
  const shown = freeze === null ? solves : solves.filter(({ time }) => time <= freeze);
  if (shown.length < solves.length && !boards.staff) {
    boards.staff = { state: copyState(boards.public.state), version: staffVersion(version - 1), log: [] };
  }
  if (boards.staff) advance(boards.staff, solves);
  if (shown.length > 0) advance(boards.public, shown);
  boards.version = version;
}

function advance(copy: BoardCopy, solves: readonly StoredSolve[]): void {
  const { state, version: from } = copy;
  const asOf = solves.reduce((last, { time }) => Math.max(last, time), state.updateTimeUtc);
  const changes = applySolves(state, solves, asOf);
  if (!changes) state.updateTimeUtc = asOf;
  copy.version = from + 1;
  copy.log.push({ from, version: copy.version, delta: limitDelta(changes ?? noChanges(asOf)) });
  if (copy.log.length > logMax) copy.log.shift();
}

/** After `since`, up to `until`, without a gap; where the log lacks some, a full delta. */
export function changesOf({ log, version, state }: BoardCopy, since: number, until: number): BoardChange[] {
  if (until <= since || version <= since) return [];
  const found = log.filter((one) => one.version > since && one.from < until);
  if (found[0]?.from === since) return found;
  const last = Math.max(until, found.at(-1)?.version ?? until);
  return [{ from: since, version: last, delta: { full: true, updateTimeUtc: state.updateTimeUtc } }];
}
