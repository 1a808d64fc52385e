CREATE TABLE "game_tokens" (
	"token_id" uuid PRIMARY KEY NOT NULL,
	"game_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "game_tokens" ADD CONSTRAINT "game_tokens_token_id_api_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."api_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_tokens" ADD CONSTRAINT "game_tokens_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "game_tokens_game_id_idx" ON "game_tokens" USING btree ("game_id");