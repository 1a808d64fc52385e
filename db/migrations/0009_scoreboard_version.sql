CREATE TABLE "scoreboard_versions" (
	"game_id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"public_version" integer NOT NULL,
	"rebuild_version" integer NOT NULL,
	"rebuilt_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"freeze_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "solves" ADD COLUMN "board_version" integer;--> statement-breakpoint
ALTER TABLE "scoreboard_versions" ADD CONSTRAINT "scoreboard_versions_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "solves_game_id_board_version_idx" ON "solves" USING btree ("game_id","board_version");