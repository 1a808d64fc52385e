import { DomainError } from '@vexil/contract/errors';
import { type GameCopyBody, PackageChallenge, PackageGame } from '@vexil/contract/package';
import { timeMax } from '@vexil/contract/wire';
import type { Tx } from '@vexil/db';
import type { Hint } from '@vexil/db/enums/challenge';
import type { GameRow } from '@vexil/db/schema/game';
import type { Deps } from '@vexil/http/deps';
import { inTransaction } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { type Author, audit } from '../audit/audit.service';
import { type GameFacts, readGameFacts, setRepeatableRead } from './package.queries';
import { storeGame } from './package.store';
import { writeTexts } from './package.write';

type Copy = z.output<typeof GameCopyBody>;

/** The same game at another time. A freeze that would lie outside of it is dropped. */
function moveFacts(facts: GameFacts, { title, start, end }: Copy): GameFacts {
  const distance = start - facts.game.startAt.getTime();
  const move = (at: Date) => new Date(Math.min(timeMax, Math.max(1000, at.getTime() + distance)));
  const freezeAt = facts.game.freezeAt && move(facts.game.freezeAt);
  const game: GameRow = {
    ...facts.game,
    title,
    startAt: new Date(start),
    endAt: new Date(end),
    writeupDeadline: move(facts.game.writeupDeadline),
    freezeAt: freezeAt && freezeAt.getTime() <= end ? freezeAt : null,
  };
  const moveHint = (hint: Hint) => ({
    ...hint,
    releaseUtc: hint.releaseUtc === null ? null : move(new Date(hint.releaseUtc)).getTime(),
  });
  const challenges = facts.challenges.map((one) => ({
    ...one,
    deadlineAt: one.deadlineAt && move(one.deadlineAt),
    hintDueAt: one.hintDueAt && move(one.hintDueAt),
    hintList: one.hintList.map(moveHint),
  }));
  return { ...facts, game, challenges };
}

export type { GameFacts };

interface CopyOrder {
  gameId: number;
  change(facts: GameFacts): GameFacts;
  at: Date;
}

/** Must be the first of its transaction. Throws `game.notFound`. */
export async function storeCopy(
  deps: Deps,
  tx: Tx,
  { gameId, change, at }: CopyOrder,
): Promise<{ game: GameRow; challenges: number }> {
  await setRepeatableRead(tx);
  const facts = await readGameFacts(tx, gameId);
  if (!facts) throw new DomainError('game.notFound');
  const changed = change(facts);
  const texts = writeTexts(changed, deps.sealing, at);
  const parsed = (path: string): unknown => JSON.parse(texts.get(path)?.toString() ?? 'null');
  const paths = [...texts.keys()].filter((path) => path.startsWith('challenges/'));
  const game = await storeGame(deps, tx, {
    game: PackageGame.parse(parsed('game.json')),
    challenges: paths.map((path) => PackageChallenge.parse(parsed(path))),
  });
  return { game, challenges: changed.challenges.length };
}

/** As an export and its import in one, without the files on the way. Throws `game.notFound` and `game.endBeforeStart`. */
export function copyGame(deps: Deps, by: Author, gameId: number, body: Copy, at: Date): Promise<number> {
  if (body.end <= body.start) throw new DomainError('game.endBeforeStart', { field: 'end' });
  return inTransaction(deps, async (work) => {
    const change = (facts: GameFacts) => moveFacts(facts, body);
    const { game, challenges } = await storeCopy(deps, work.tx, { gameId, change, at });
    const after = { ...game, copyOf: gameId, challenges };
    await audit(work.tx, { by, gameId: game.id, action: 'game.copy', target: `game:${game.id}`, after });
    work.changes('games');
    return game.id;
  });
}
