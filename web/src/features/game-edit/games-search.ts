import type { GamePhase } from '@vexil/db/enums/game';

export const gameOrders = ['start', 'title'] as const;
export type GameOrder = (typeof gameOrders)[number];
export type GamesSearch = { q?: string; phase?: GamePhase; order?: GameOrder; desc?: boolean };
