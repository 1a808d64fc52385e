ALTER TABLE "solve_corrections" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "solve_corrections" CASCADE;--> statement-breakpoint
DROP INDEX "activities_game_id_idx";--> statement-breakpoint
DROP INDEX "audit_entries_game_id_idx";--> statement-breakpoint
DROP INDEX "games_start_at_idx";--> statement-breakpoint
DROP INDEX "notices_game_id_idx";--> statement-breakpoint
DROP INDEX "posts_order_idx";--> statement-breakpoint
DROP INDEX "submissions_game_id_idx";--> statement-breakpoint
CREATE INDEX "activities_game_id_idx" ON "activities" USING btree ("game_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_game_id_idx" ON "audit_entries" USING btree ("game_id","id");--> statement-breakpoint
CREATE INDEX "games_start_at_idx" ON "games" USING btree ("start_at","id");--> statement-breakpoint
CREATE INDEX "notices_game_id_idx" ON "notices" USING btree ("game_id","published_at");--> statement-breakpoint
CREATE INDEX "posts_order_idx" ON "posts" USING btree ("is_pinned","updated_at");--> statement-breakpoint
CREATE INDEX "submissions_game_id_idx" ON "submissions" USING btree ("game_id","id");