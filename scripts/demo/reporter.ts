import type { VexilClient } from '@vexil/server/client';
import type { Connection } from './connection';

const everyMs = 3000;

/** null for types of notice that would be too many. */
function lineFor(type: string, [first = '', second = '', division = '']: readonly string[]): string | null {
  if (type === 'FirstBlood') return `${first} is the first ${division && `of ${division} `}to solve ${second}`;
  if (type === 'NewHint') return `A hint for ${first}`;
  if (type === 'NewChallenge') return `${first} is open`;
  if (type === 'Normal') return `Notice: ${first}`;
  return null;
}

export async function reportNotices(
  connection: Connection,
  watcher: VexilClient,
  gameId: number,
  say: (line: string) => void,
): Promise<void> {
  const printed = new Set<number>();
  for (let first = true; ; first = false) {
    const notices = await watcher.notice.list({ params: { id: gameId } });
    for (const { id, type, values } of notices.sort((one, other) => one.id - other.id)) {
      if (printed.has(id)) continue;
      printed.add(id);
      const line = lineFor(type, values);
      // Earlier notices are on the page.
      if (line !== null && !first) say(line);
    }
    await connection.sleep(everyMs);
  }
}
