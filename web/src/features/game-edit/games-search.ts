import { gamePhases } from '@vexil/db/enums/game';
import { flag, oneOf, searchOf, text } from '../../ui/search-params';

const gameOrders = ['start', 'title'] as const;
export type GameOrder = (typeof gameOrders)[number];
export const readGamesSearch = searchOf({ q: text(), phase: oneOf(gamePhases), order: oneOf(gameOrders), desc: flag });
export type GamesSearch = ReturnType<typeof readGamesSearch>;
