import type { BasicGame, OwnGame } from '@vexil/contract/game';

export type Moment = { kind: 'start' | 'freeze' | 'end' | 'writeup'; at: number; gameId: number; title: string };

/** What comes next in these games, soonest first; deadlines of writeups only where the account has to hand one in. */
export function agendaOf(games: readonly BasicGame[], own: ReadonlyMap<number, OwnGame>, now: number): Moment[] {
  return games
    .flatMap(({ id, title, start, end }): Moment[] => {
      const mine = own.get(id);
      const writeup = mine?.status === 'Accepted' && !mine.writeupSubmitted ? mine.writeupDeadline : null;
      const moments: [Moment['kind'], number | null | undefined][] = [
        ['start', start],
        ['freeze', mine?.freezeTime],
        ['end', end],
        ['writeup', writeup],
      ];
      return moments.flatMap(([kind, at]) => (at && at > now ? [{ kind, at, gameId: id, title }] : []));
    })
    .sort((a, b) => a.at - b.at);
}
