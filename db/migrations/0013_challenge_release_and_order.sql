ALTER TABLE "challenges" ADD COLUMN "release_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "position" integer;--> statement-breakpoint
CREATE INDEX "challenges_release_at_idx" ON "challenges" USING btree ("release_at") WHERE "challenges"."release_at" is not null;