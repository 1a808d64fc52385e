CREATE TYPE "public"."ruled_table" AS ENUM('games', 'divisions', 'division_challenges', 'participations', 'challenges');--> statement-breakpoint
CREATE TABLE "board_rules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "board_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"game_id" integer NOT NULL,
	"of_table" "ruled_table" NOT NULL,
	"row_id" integer NOT NULL,
	"challenge_id" integer DEFAULT 0 NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"values" jsonb
);
--> statement-breakpoint
CREATE INDEX "board_rules_game_idx" ON "board_rules" USING btree ("game_id","of_table","row_id","challenge_id","since","id");--> statement-breakpoint
CREATE FUNCTION record_board_rule() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept text[] := TG_ARGV[2:];
  of_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  was jsonb;
  is_now jsonb;
BEGIN
  -- A backup has the history itself.
  IF current_setting('vexil.restoring', true) = 'on' THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' THEN
    was := (SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(OLD)) WHERE key = ANY(kept));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    is_now := (SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(NEW)) WHERE key = ANY(kept));
  END IF;
  IF was IS NOT DISTINCT FROM is_now THEN RETURN NULL; END IF;
  -- Rows that went with their game.
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM games WHERE id = (of_row ->> TG_ARGV[0])::int) THEN RETURN NULL; END IF;
  INSERT INTO board_rules (game_id, of_table, row_id, challenge_id, since, values)
  VALUES (
    (of_row ->> TG_ARGV[0])::int, TG_TABLE_NAME::ruled_table, (of_row ->> TG_ARGV[1])::int,
    CASE WHEN TG_TABLE_NAME = 'division_challenges' THEN (of_row ->> 'challenge_id')::int ELSE 0 END,
    -- A game was never without rules.
    CASE WHEN TG_TABLE_NAME = 'games' AND TG_OP = 'INSERT' THEN 'epoch' ELSE clock_timestamp() END,
    is_now
  );
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION forget_board_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM board_rules WHERE game_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER record_board_rule AFTER INSERT OR UPDATE ON games FOR EACH ROW
EXECUTE FUNCTION record_board_rule('id', 'id', 'id', 'start_at', 'end_at', 'blood_bonus', 'blood_bonus_points');
--> statement-breakpoint
CREATE TRIGGER record_board_rule AFTER INSERT OR UPDATE OR DELETE ON divisions FOR EACH ROW
EXECUTE FUNCTION record_board_rule('game_id', 'id', 'id', 'game_id', 'name', 'default_permissions');
--> statement-breakpoint
CREATE TRIGGER record_board_rule AFTER INSERT OR UPDATE OR DELETE ON division_challenges FOR EACH ROW
EXECUTE FUNCTION record_board_rule('game_id', 'division_id', 'division_id', 'challenge_id', 'game_id', 'permissions');
--> statement-breakpoint
CREATE TRIGGER record_board_rule AFTER INSERT OR UPDATE OR DELETE ON participations FOR EACH ROW
EXECUTE FUNCTION record_board_rule('game_id', 'id', 'id', 'game_id', 'team_id', 'division_id', 'status');
--> statement-breakpoint
CREATE TRIGGER record_board_rule AFTER INSERT OR UPDATE OR DELETE ON challenges FOR EACH ROW
EXECUTE FUNCTION record_board_rule('game_id', 'id', 'id', 'game_id', 'title', 'category', 'is_enabled', 'deadline_at',
  'disable_blood_bonus', 'original_score', 'min_score_rate', 'difficulty', 'curve', 'minimum_score', 'decay', 'position');
--> statement-breakpoint
CREATE TRIGGER forget_board_rules AFTER DELETE ON games FOR EACH ROW EXECUTE FUNCTION forget_board_rules();
--> statement-breakpoint
INSERT INTO board_rules (game_id, of_table, row_id, since, values)
SELECT id, 'games', id, 'epoch', jsonb_build_object('id', id, 'start_at', start_at, 'end_at', end_at,
  'blood_bonus', blood_bonus, 'blood_bonus_points', blood_bonus_points) FROM games;
--> statement-breakpoint
INSERT INTO board_rules (game_id, of_table, row_id, since, values)
SELECT game_id, 'divisions', id, 'epoch', jsonb_build_object('id', id, 'game_id', game_id, 'name', name,
  'default_permissions', default_permissions) FROM divisions;
--> statement-breakpoint
INSERT INTO board_rules (game_id, of_table, row_id, challenge_id, since, values)
SELECT game_id, 'division_challenges', division_id, challenge_id, 'epoch', to_jsonb(d) FROM division_challenges d;
--> statement-breakpoint
INSERT INTO board_rules (game_id, of_table, row_id, since, values)
SELECT game_id, 'participations', id, 'epoch', jsonb_build_object('id', id, 'game_id', game_id, 'team_id', team_id,
  'division_id', division_id, 'status', status) FROM participations;
--> statement-breakpoint
INSERT INTO board_rules (game_id, of_table, row_id, since, values)
SELECT game_id, 'challenges', id, 'epoch', jsonb_build_object('id', id, 'game_id', game_id, 'title', title,
  'category', category, 'is_enabled', is_enabled, 'deadline_at', deadline_at, 'disable_blood_bonus', disable_blood_bonus,
  'original_score', original_score, 'min_score_rate', min_score_rate, 'difficulty', difficulty, 'curve', curve,
  'minimum_score', minimum_score, 'decay', decay, 'position', position) FROM challenges;
