ALTER TABLE "participations" ADD COLUMN "name_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX "participations_accepted_name_key" ON "participations" USING btree ("game_id","name_key") WHERE "participations"."status" = 'Accepted';--> statement-breakpoint
CREATE INDEX "participations_unnamed_idx" ON "participations" USING btree ("game_id") WHERE "participations"."name_key" is null;