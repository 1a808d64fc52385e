CREATE TYPE "public"."division_kind" AS ENUM('People', 'Assisted', 'Agents');--> statement-breakpoint
DROP INDEX "notices_blood_key";--> statement-breakpoint
ALTER TABLE "divisions" ADD COLUMN "kind" "division_kind";--> statement-breakpoint
ALTER TABLE "divisions" ADD COLUMN "rule_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "divisions" ADD COLUMN "scores_alone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "division_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_blood_key" ON "notices" USING btree ("challenge_id","type","division_id") WHERE "notices"."type" in ('FirstBlood', 'SecondBlood', 'ThirdBlood');--> statement-breakpoint
DROP TRIGGER record_board_rule ON divisions;--> statement-breakpoint
CREATE TRIGGER record_board_rule AFTER INSERT OR UPDATE OR DELETE ON divisions FOR EACH ROW
EXECUTE FUNCTION record_board_rule('game_id', 'id', 'id', 'game_id', 'name', 'default_permissions', 'kind', 'scores_alone');
