import { boolean, index, jsonb, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { accounts } from './account';
import { instant, version } from './columns';

export const posts = pgTable(
  'posts',
  {
    id: varchar('id', { length: 8 }).primaryKey(),
    title: varchar('title', { length: 50 }).notNull().default(''),
    summary: text('summary').notNull().default(''),
    content: text('content').notNull().default(''),
    isPinned: boolean('is_pinned').notNull().default(false),
    tags: jsonb('tags').$type<string[]>(),
    authorId: uuid('author_id').references(() => accounts.id, { onDelete: 'set null' }),
    version: version(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('posts_order_idx').on(table.isPinned, table.updatedAt)],
);

export type PostRow = typeof posts.$inferSelect;
