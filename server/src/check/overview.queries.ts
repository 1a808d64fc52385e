import type { Executor } from '@vexil/db';
import { liveContainerStates } from '@vexil/db/enums/container';
import { accounts } from '@vexil/db/schema/account';
import { configEntries } from '@vexil/db/schema/config';
import { containers } from '@vexil/db/schema/container';
import { files } from '@vexil/db/schema/file';
import { games } from '@vexil/db/schema/game';
import { teams } from '@vexil/db/schema/team';
import { inArray, isNull, sql } from 'drizzle-orm';

const number = (value: string | number | null | undefined) => Number(value ?? 0);

export async function readCounts(db: Executor, now: Date) {
  const [[people], [teamCount], [played], [running], [stored], [settings]] = await Promise.all([
    db
      .select({
        accounts: sql<string>`count(*)`,
        unconfirmed: sql<string>`count(*) filter (where not ${accounts.emailConfirmed})`,
        banned: sql<string>`count(*) filter (where ${accounts.role} = 'Banned')`,
        administrators: sql<string>`count(*) filter (where ${accounts.role} = 'Admin')`,
      })
      .from(accounts),
    db.select({ teams: sql<string>`count(*)` }).from(teams),
    db
      .select({
        games: sql<string>`count(*)`,
        running: sql<string>`count(*) filter (where ${games.startAt} <= ${now.toISOString()} and ${games.endAt} > coalesce(${games.pausedAt}, ${now.toISOString()}))`,
      })
      .from(games)
      .where(isNull(games.checkOf)),
    db
      .select({ containers: sql<string>`count(*)` })
      .from(containers)
      .where(inArray(containers.state, [...liveContainerStates])),
    db.select({ files: sql<string>`count(*)`, bytes: sql<string>`coalesce(sum(${files.sizeBytes}), 0)` }).from(files),
    db.select({ entries: sql<string>`count(*)` }).from(configEntries),
  ]);
  return {
    settings: number(settings?.entries),
    counts: {
      accounts: number(people?.accounts),
      unconfirmed: number(people?.unconfirmed),
      banned: number(people?.banned),
      administrators: number(people?.administrators),
      teams: number(teamCount?.teams),
      games: number(played?.games),
      runningGames: number(played?.running),
      containers: number(running?.containers),
      files: number(stored?.files),
      fileBytes: number(stored?.bytes),
    },
  };
}
