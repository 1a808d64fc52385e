CREATE TYPE "public"."score_curve" AS ENUM('Exponential', 'Static', 'Linear', 'Logarithmic');--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "curve" "score_curve" DEFAULT 'Exponential' NOT NULL;--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "minimum_score" integer DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "decay" integer DEFAULT 20 NOT NULL;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_minimum_score_check" CHECK ("challenges"."minimum_score" >= 0);--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_decay_check" CHECK ("challenges"."decay" >= 0);