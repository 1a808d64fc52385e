ALTER TABLE "games" ADD COLUMN "check_of" integer;--> statement-breakpoint
ALTER TABLE "games" ADD CONSTRAINT "games_check_of_games_id_fk" FOREIGN KEY ("check_of") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "games" ADD CONSTRAINT "games_check_of_key" UNIQUE("check_of");