DELETE FROM "mail_tokens";--> statement-breakpoint
ALTER TABLE "mail_tokens" DROP COLUMN "token_hash";--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD COLUMN "id" uuid PRIMARY KEY NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD COLUMN "account_state" varchar(64) NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD COLUMN "language" varchar(16) NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD COLUMN "origin" varchar(512) NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD COLUMN "dropped_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "mail_tokens_expires_at_idx" ON "mail_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mail_tokens_unsent_idx" ON "mail_tokens" USING btree ("created_at") WHERE "mail_tokens"."sent_at" is null and "mail_tokens"."dropped_at" is null;