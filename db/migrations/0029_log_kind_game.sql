CREATE TYPE "public"."log_kind" AS ENUM('submission', 'instance', 'account', 'team', 'game', 'platform');--> statement-breakpoint
ALTER TABLE "logs" ADD COLUMN "kind" "log_kind";--> statement-breakpoint
ALTER TABLE "logs" ADD COLUMN "game_id" integer;