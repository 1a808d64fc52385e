ALTER TABLE "notices" ADD COLUMN "linked_challenge_id" integer;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "pinned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "scheduled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_linked_challenge_id_challenges_id_fk" FOREIGN KEY ("linked_challenge_id") REFERENCES "public"."challenges"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_scheduled_at_idx" ON "notices" USING btree ("scheduled_at") WHERE "notices"."scheduled_at" is not null;--> statement-breakpoint
CREATE INDEX "notices_linked_challenge_id_idx" ON "notices" USING btree ("linked_challenge_id");--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_written_check" CHECK ("notices"."type" = 'Normal' or (not "notices"."pinned" and "notices"."scheduled_at" is null));