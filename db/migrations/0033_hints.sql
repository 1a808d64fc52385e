ALTER TABLE "awards" ADD COLUMN "challenge_id" integer;--> statement-breakpoint
ALTER TABLE "awards" ADD COLUMN "hint_id" integer;--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "hint_list" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "last_hint_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "hint_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "hints_may_go_below_zero" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_challenge_id_challenges_id_fk" FOREIGN KEY ("challenge_id") REFERENCES "public"."challenges"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "awards_hint_key" ON "awards" USING btree ("participation_id","challenge_id","hint_id") WHERE "awards"."hint_id" is not null;--> statement-breakpoint
CREATE INDEX "awards_challenge_id_idx" ON "awards" USING btree ("challenge_id");--> statement-breakpoint
CREATE INDEX "challenges_hint_due_at_idx" ON "challenges" USING btree ("hint_due_at") WHERE "challenges"."hint_due_at" is not null;