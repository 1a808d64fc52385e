import { int, searchOf, text } from '../../ui/search-params';

/** `team` is the number of the participation. */
export const readTrafficSearch = searchOf({ challenge: int(1), team: int(1), q: text(128) });
export type TrafficSearch = ReturnType<typeof readTrafficSearch>;
