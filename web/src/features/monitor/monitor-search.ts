import { activityTypes } from '@vexil/db/enums/activity';
import { answerResults, vias } from '@vexil/db/enums/submission';
import { int, oneOf, searchOf, text } from '../../ui/search-params';

const shared = {
  /** In account, team, challenge or answer. */
  q: text(256),
  team: int(1),
  challenge: int(1),
};

export const readSubmissionsSearch = searchOf({ type: oneOf(answerResults), via: oneOf(vias), ...shared });
export type SubmissionsSearch = ReturnType<typeof readSubmissionsSearch>;

export const readEventsSearch = searchOf({ type: oneOf(activityTypes), containers: oneOf(['off']), ...shared });
export type EventsSearch = ReturnType<typeof readEventsSearch>;

/** `case` is the number of one of its submissions, `finding` of one of its findings in traffic. */
export const readCheatSearch = searchOf({ case: int(1), finding: int(1) });
export type CheatSearch = ReturnType<typeof readCheatSearch>;

export type FeedSearch = { q?: string; team?: number; challenge?: number };

/** Changes the given parameters and keeps the others. */
export type OnFeedSearch<Search> = (change: Partial<Search>) => void;

/** Whether one of the texts has the searched one in it, as the server compares them. */
export function hasText(q: string | undefined, texts: readonly (string | null)[]): boolean {
  const wanted = q?.toLowerCase();
  return !wanted || texts.some((each) => each?.toLowerCase().includes(wanted));
}

export const isOf = (search: FeedSearch, row: { teamId: number | null; challengeId: number | null }): boolean =>
  (search.team === undefined || row.teamId === search.team) &&
  (search.challenge === undefined || row.challengeId === search.challenge);
