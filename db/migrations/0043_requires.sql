ALTER TABLE "challenges" ADD COLUMN "requires" jsonb;--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "next_id" integer;--> statement-breakpoint
CREATE INDEX "challenges_requires_idx" ON "challenges" USING btree ("game_id") WHERE "challenges"."requires" is not null;--> statement-breakpoint
DROP TRIGGER record_board_rule ON challenges;
--> statement-breakpoint
CREATE TRIGGER record_board_rule AFTER INSERT OR UPDATE OR DELETE ON challenges FOR EACH ROW
EXECUTE FUNCTION record_board_rule('game_id', 'id', 'id', 'game_id', 'title', 'category', 'is_enabled', 'deadline_at',
  'disable_blood_bonus', 'original_score', 'min_score_rate', 'difficulty', 'curve', 'minimum_score', 'decay', 'position',
  'requires');
