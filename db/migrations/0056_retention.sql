ALTER TABLE "games" ADD COLUMN "addresses_kept_days" integer;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "captures_kept_days" integer;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "writeups_kept_days" integer;