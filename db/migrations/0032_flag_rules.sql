CREATE TYPE "public"."flag_match" AS ENUM('Exact', 'IgnoreCase', 'Regex');--> statement-breakpoint
ALTER TABLE "flags" ADD COLUMN "match" "flag_match" DEFAULT 'Exact' NOT NULL;--> statement-breakpoint
ALTER TABLE "flags" ADD COLUMN "example_sealed" text;--> statement-breakpoint
ALTER TABLE "flags" ADD COLUMN "is_canary" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "is_canary" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "flags_rules_idx" ON "flags" USING btree ("challenge_id") WHERE "flags"."match" <> 'Exact' or "flags"."is_canary";--> statement-breakpoint
CREATE INDEX "submissions_findings_idx" ON "submissions" USING btree ("game_id","id") WHERE "submissions"."is_canary" or "submissions"."status" = 'CheatDetected';