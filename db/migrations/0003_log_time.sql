DROP INDEX "logs_level_id_idx";--> statement-breakpoint
CREATE INDEX "logs_time_idx" ON "logs" USING btree ("time","id");--> statement-breakpoint
CREATE INDEX "logs_level_time_idx" ON "logs" USING btree ("level","time","id");