import { DomainError } from '@vexil/contract/errors';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { pointsOf, releasedHints } from '@vexil/rules/hint.rules';
import { gamePhase } from '@vexil/rules/phase.rules';
import { inTransaction } from '@vexil/runtime/transaction';
import { chargeHint } from '../award/award.service';
import { lockGame } from '../game/game.service';
import { requirePlay } from '../play/play.service';
import type { Boards } from '../scoreboard-cache/boards';
import { lockChallenge } from './challenge.edit.queries';
import type { OwnOpening } from './challenge.open.queries';
import { requireOpening } from './challenge.open.service';
import { sightOf } from './challenge.play.service';

interface Order {
  found: OwnOpening | null;
  hintId: number;
  at: Date;
}

/**
 * Free hints are shown without being taken, and after the end all are free. The team spends what the board shows it, so that
 * a refusal discloses nothing of a freeze. Throws as `requirePlay` does, `challenge.notFound`, `challenge.hintNotFound` and
 * `challenge.hintTooExpensive`.
 */
export async function takeHint(
  { deps, boards }: { deps: Deps; boards: Boards },
  actor: Actor,
  { found, hintId, at }: Order,
): Promise<void> {
  const play = requirePlay(found, actor, { strict: true, now: at, solves: true });
  const { challenge } = requireOpening(deps, play, found);
  const { game, player } = play;
  const board = await boards.get(game.id, sightOf(play, actor, at));
  const solvePoints = pointsOf(board.findRow(player.teamId), 0);
  await inTransaction(deps, async (work) => {
    const { hintsMayGoBelowZero, pausedAt } = await lockGame(work.tx, game.id);
    if (pausedAt !== null) throw new DomainError('game.paused');
    const locked = await lockChallenge(work.tx, { gameId: game.id, challengeId: challenge.id }, 'share');
    if (!locked.isEnabled) throw new DomainError('challenge.notFound');
    const hint = releasedHints(locked).find(({ id }) => id === hintId);
    if (!hint) throw new DomainError('challenge.hintNotFound');
    if (hint.cost === 0 || gamePhase(play.clock, at.getTime()) !== 'Running') return;
    const floor = hintsMayGoBelowZero ? Number.NEGATIVE_INFINITY : -solvePoints;
    await chargeHint(work, { actor, player, challengeId: challenge.id, hint, floor, at });
  });
}
