import { DetailedGame } from '@vexil/contract/game';
import type { Actor } from '@vexil/http/call/actor';
import { tagOf } from '@vexil/http/reply/etag';
import { writeMembers } from '@vexil/http/reply/reply-parts';
import type { GameCaller } from '../play/game-caller.queries';
import type { GameNow } from './game.shared';
import { type PublicGame, viewCallerInGame, viewPublicGame } from './game.view';

const place = {
  division: true,
  teamName: true,
  teamId: true,
  status: true,
  staffRole: true,
  acceptedRules: true,
  isAsked: true,
  fieldValues: true,
} as const;
const ownMembers = { teamCount: true, isFrozen: true, boardVisible: true, ...place } as const;
const Own = DetailedGame.pick(ownMembers);
const Public = DetailedGame.omit(ownMembers);

interface GameText {
  text: Buffer;
  etag: string;
}

const texts = new WeakMap<PublicGame, GameText>();

function publicText(shown: PublicGame): GameText {
  const known = texts.get(shown);
  if (known) return known;
  const text = writeMembers(Public, viewPublicGame(shown), 'first');
  const written = { text, etag: tagOf(text) };
  texts.set(shown, written);
  return written;
}

/** What all callers share and what is the caller's own, together the reply. */
export const writeGame = (
  { shown, now }: { shown: PublicGame; now: GameNow },
  actor: Pick<Actor, 'role'> | null,
  caller: GameCaller | null,
) => ({
  shared: publicText(shown),
  own: writeMembers(Own, { ...now, ...viewCallerInGame(actor, shown.game, caller) }, 'last'),
});
