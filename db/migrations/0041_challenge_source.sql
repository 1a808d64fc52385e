ALTER TABLE "challenges" ADD COLUMN "source_key" text;--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "source" jsonb;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_game_id_source_key_key" UNIQUE("game_id","source_key");