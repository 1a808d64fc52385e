ALTER TABLE "games" ADD COLUMN "revealed_freeze_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "revealed_at" timestamp (3) with time zone;