ALTER TABLE "games" ADD COLUMN "individual" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "solo_of" uuid;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_solo_of_accounts_id_fk" FOREIGN KEY ("solo_of") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "teams_solo_of_idx" ON "teams" USING btree ("solo_of") WHERE "teams"."solo_of" is not null;