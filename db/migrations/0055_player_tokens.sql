CREATE TYPE "public"."via" AS ENUM('Session', 'Token', 'Mcp');--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "via" "via" DEFAULT 'Session' NOT NULL;--> statement-breakpoint
ALTER TABLE "game_tokens" ADD COLUMN "participation_id" integer;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "allows_mcp" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "via" "via" DEFAULT 'Session' NOT NULL;--> statement-breakpoint
ALTER TABLE "game_tokens" ADD CONSTRAINT "game_tokens_participation_id_participations_id_fk" FOREIGN KEY ("participation_id") REFERENCES "public"."participations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "game_tokens_participation_id_idx" ON "game_tokens" USING btree ("participation_id");--> statement-breakpoint
CREATE FUNCTION delete_token_of_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM api_tokens WHERE id = OLD.token_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER game_tokens_deleted AFTER DELETE ON game_tokens FOR EACH ROW EXECUTE FUNCTION delete_token_of_game();
