import type { Database } from '@vexil/db';
import { createRandom, type Random } from '../../demo/random';

/** What a platform has beside the competition that is measured, so that lists have a usual length. */
export const platformSize = { posts: 30, otherGames: 49, organiserNotices: 20 } as const;

const day = 24 * 3_600_000;

export const postIdOf = (index: number): string => `bench${String(index).padStart(3, '0')}`;

const words =
  'the a of in to and with for when teams players flag server file packet key image memory port night harbour lighthouse cable archive ledger signal captain tide anchor map lantern cellar bridge clock'.split(
    ' ',
  );

/** Compresses about as well as prose. */
export function prose(random: Random, length: number): string {
  let text = '';
  while (text.length < length) text += `${random.pick(words)}${random.chance(0.1) ? '.\n' : ' '}`;
  return text.slice(0, length).trim();
}

export async function storePlatform(
  { sql }: Pick<Database, 'sql'>,
  { gameId, authorId, now }: { gameId: number; authorId: string; now: Date },
): Promise<void> {
  const random = createRandom('platform');
  const at = (days: number) => new Date(now.getTime() + days * day).toISOString();
  for (let index = 0; index < platformSize.posts; index += 1) {
    await sql`
      insert into posts (id, title, summary, content, is_pinned, tags, author_id, updated_at)
      values (${postIdOf(index)}, ${`Report ${index + 1}`}, ${prose(random, 200)}, ${prose(random, 2500)}, ${index < 2},
        ${JSON.stringify(['news', `week${index}`])}, ${authorId}, ${at(-index - 1)})`;
  }
  for (let index = 0; index < platformSize.otherGames; index += 1) {
    // One in five is still to come.
    const start = index % 5 === 0 ? 10 + index : -30 - 7 * index;
    await sql`
      insert into games (title, summary, content, public_key, private_key_sealed, start_at, end_at, writeup_deadline)
      select ${`Competition ${index + 2}`}, ${prose(random, 120)}, ${prose(random, 1500)}, public_key, private_key_sealed,
        ${at(start)}, ${at(start + 2)}, ${at(start + 2)}
      from games where id = ${gameId}`;
  }
  for (let index = 0; index < platformSize.organiserNotices; index += 1) {
    const time = new Date(now.getTime() - (index + 1) * 1_800_000).toISOString();
    await sql`
      insert into notices (game_id, type, values, published_at, announced_at)
      values (${gameId}, 'Normal', ${JSON.stringify([prose(random, 120)])}, ${time}, ${time})`;
  }
}
