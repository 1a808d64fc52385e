ALTER TABLE "instances" RENAME TO "team_challenges";--> statement-breakpoint
ALTER TABLE "team_challenges" RENAME CONSTRAINT "instances_pkey" TO "team_challenges_pkey";--> statement-breakpoint
ALTER TABLE "team_challenges" RENAME CONSTRAINT "instances_flag_id_key" TO "team_challenges_flag_id_key";--> statement-breakpoint
ALTER TABLE "team_challenges" RENAME CONSTRAINT "instances_participation_fkey" TO "team_challenges_participation_fkey";--> statement-breakpoint
ALTER TABLE "team_challenges" RENAME CONSTRAINT "instances_challenge_fkey" TO "team_challenges_challenge_fkey";--> statement-breakpoint
ALTER TABLE "team_challenges" RENAME CONSTRAINT "instances_flag_fkey" TO "team_challenges_flag_fkey";--> statement-breakpoint
ALTER INDEX "instances_challenge_id_flag_hash_idx" RENAME TO "team_challenges_challenge_id_flag_hash_idx";