ALTER TABLE "accounts" ADD COLUMN "fields" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "fields" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "participation_members" ADD COLUMN "fields" jsonb DEFAULT '{}'::jsonb NOT NULL;