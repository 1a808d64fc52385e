ALTER TABLE "challenges" ADD COLUMN "custom_category" jsonb;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "custom_categories" jsonb DEFAULT '[]'::jsonb NOT NULL;