import { int, searchOf, text } from '../../ui/search-params';

/** `team` is the number of the participation, 0 for an instance that all teams share; `find` a search of staff. */
export const readTrafficSearch = searchOf({ challenge: int(1), team: int(0), q: text(128), find: text(64) });
export type TrafficSearch = ReturnType<typeof readTrafficSearch>;
