-- Statements of version 0.2.0 say "version" where they join these tables with others that have such a column.
ALTER TABLE "challenges" RENAME COLUMN "version" TO "edit_version";--> statement-breakpoint
ALTER TABLE "divisions" RENAME COLUMN "version" TO "edit_version";--> statement-breakpoint
ALTER TABLE "games" RENAME COLUMN "version" TO "edit_version";--> statement-breakpoint
ALTER TABLE "notices" RENAME COLUMN "version" TO "edit_version";--> statement-breakpoint
ALTER TABLE "posts" RENAME COLUMN "version" TO "edit_version";--> statement-breakpoint
ALTER TABLE "webhooks" RENAME COLUMN "version" TO "edit_version";
