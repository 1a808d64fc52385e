ALTER TABLE "challenges" ADD COLUMN "read_only_root" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "tmpfs_mib" integer DEFAULT 16 NOT NULL;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "end_detail" jsonb;