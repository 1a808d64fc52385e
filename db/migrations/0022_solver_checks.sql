ALTER TABLE "challenges" ADD COLUMN "solver_script_sealed" text;--> statement-breakpoint
ALTER TABLE "solver_checks" ADD COLUMN "attempts" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "solver_checks_running_key" ON "solver_checks" USING btree ("challenge_id") WHERE "solver_checks"."result" = 'running';