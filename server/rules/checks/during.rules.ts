// What the server finds in a game that has started, the gravest first. `read` is the whole question, because the server
// reads all figures of a game at once; a check is a row.

import type { GameHealth } from '@vexil/contract/health';
import { openFreeze } from '../game-freeze.rules';
import { gameNow } from '../pause.rules';
import { isFrozen } from '../scoreboard.freeze.rules';
import { type DuringCheck, type DuringFacts, type Fix, type GamePage, type GameVerdict, info } from './check';

type State = 'warning' | 'fault';
type Listed = {
  [K in keyof GameHealth]: GameHealth[K] extends { id: number; title: string }[] ? K : never;
}[keyof GameHealth];

const during = (
  name: string,
  state: State,
  find: (facts: DuringFacts) => Partial<GameVerdict> | false,
): DuringCheck => ({
  name,
  audience: 'during',
  ask(facts) {
    const found = find(facts);
    return found ? { state, reason: name, names: [], ...found } : undefined;
  },
});

/** About challenges that the server lists under its name. */
const listed = (name: Listed, state: State, fixOf: (challengeId: number) => Fix): DuringCheck =>
  during(name, state, ({ health }) => {
    const challenges = health[name].map(({ id, title, ...figures }) => ({ id, title, figures, fix: fixOf(id) }));
    return challenges.length > 0 && { challenges };
  });

const counted = (
  name: string,
  state: State,
  page: GamePage,
  read: (health: GameHealth) => { count: number; since?: number | null },
): DuringCheck =>
  during(name, state, ({ health }) => {
    const found = read(health);
    return found.count > 0 && { ...found, fix: { page } };
  });

const editor = (section?: string) => (challengeId: number) => ({ page: 'challenge', challengeId, section }) as const;

export const duringChecks = [
  during(
    'paused',
    'warning',
    ({ game }) => game.pausedAt !== null && { since: game.pausedAt, fix: { page: 'judging' } },
  ),
  during(
    'hidden',
    'fault',
    ({ game, now }) => game.hidden && gameNow(game, now) < game.end && { fix: info('visibility') },
  ),
  during(
    'frozen',
    'warning',
    ({ game, now }) =>
      gameNow(game, now) >= game.end && isFrozen(openFreeze(game), now) && { since: game.end, fix: { page: 'reveal' } },
  ),
  listed('incomplete', 'fault', editor()),
  listed('failedStarts', 'fault', editor('container')),
  listed('selfEnds', 'fault', editor('container')),
  listed('failedChecks', 'fault', editor('solver')),
  counted('unjudged', 'fault', 'unjudged', ({ unjudged }) => unjudged),
  counted('review', 'warning', 'review', ({ review }) => review),
  counted('cheating', 'warning', 'cheating', ({ cheating }) => ({ count: cheating.count, since: cheating.latest })),
  listed('runningOut', 'warning', (challengeId) => ({ page: 'flags', challengeId })),
  listed('wrongFlags', 'warning', (challengeId) => ({ page: 'wrongFlags', challengeId })),
  listed('unsolved', 'warning', editor()),
  counted('unread', 'warning', 'writeups', ({ writeups }) => ({ count: writeups.unread })),
  counted('missing', 'warning', 'writeups', ({ writeups }) => ({ count: writeups.missing })),
];
