import { sql } from 'drizzle-orm';
import { check, index, pgEnum, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { noticeTypes } from '../enums/notice';
import { challenges } from './challenge';
import { id, instant, version } from './columns';
import { gameId } from './game';

export const noticeTypeEnum = pgEnum('notice_type', noticeTypes);

export const noticeConstraints = { bloodOnce: 'notices_blood_key' } as const;

export const notices = pgTable(
  'notices',
  (t) => ({
    id: id(),
    gameId: gameId(),
    type: noticeTypeEnum('type').notNull(),
    values: t.jsonb('values').$type<string[]>().notNull(),
    challengeId: t.integer('challenge_id').references(() => challenges.id, { onDelete: 'cascade' }),
    /** Written ones only; where the text sends its readers. */
    linkedChallengeId: t.integer('linked_challenge_id').references(() => challenges.id, { onDelete: 'set null' }),
    /** Of a blood: the division that scores alone, as it was then; 0 for the others, and for other notices. */
    divisionId: t.integer('division_id').notNull().default(0),
    pinned: t.boolean('pinned').notNull().default(false),
    /** When a worker publishes it, null once it has; until then no player may see it. */
    scheduledAt: instant('scheduled_at'),
    publishedAt: instant('published_at').notNull().defaultNow(),
    /** Null until published: a sweep publishes what a crash left. */
    announcedAt: instant('announced_at'),
    version: version(),
  }),
  (table) => [
    index('notices_game_id_idx').on(table.gameId, table.publishedAt),
    index('notices_unannounced_idx').on(table.publishedAt).where(sql`${table.announcedAt} is null`),
    index('notices_scheduled_at_idx').on(table.scheduledAt).where(sql`${table.scheduledAt} is not null`),
    index('notices_linked_challenge_id_idx').on(table.linkedChallengeId),
    check(
      'notices_written_check',
      sql`${table.type} = 'Normal' or (not ${table.pinned} and ${table.scheduledAt} is null)`,
    ),
    // Each blood of those who score together is announced once.
    uniqueIndex(noticeConstraints.bloodOnce)
      .on(table.challengeId, table.type, table.divisionId)
      .where(sql`${table.type} in ('FirstBlood', 'SecondBlood', 'ThirdBlood')`),
  ],
);

export type NoticeRow = typeof notices.$inferSelect;
export type NewNoticeRow = typeof notices.$inferInsert;
