import { index, pgTable } from 'drizzle-orm/pg-core';
import { accounts } from './account';
import { instant, version } from './columns';

export const posts = pgTable(
  'posts',
  (t) => ({
    id: t.varchar('id', { length: 8 }).primaryKey(),
    title: t.varchar('title', { length: 50 }).notNull().default(''),
    summary: t.text('summary').notNull().default(''),
    content: t.text('content').notNull().default(''),
    isPinned: t.boolean('is_pinned').notNull().default(false),
    tags: t.jsonb('tags').$type<string[]>(),
    authorId: t.uuid('author_id').references(() => accounts.id, { onDelete: 'set null' }),
    version: version(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  }),
  (table) => [index('posts_order_idx').on(table.isPinned, table.updatedAt)],
);

export type PostRow = typeof posts.$inferSelect;
