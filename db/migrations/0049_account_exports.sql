CREATE TABLE "account_exports" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"language" varchar(16) NOT NULL,
	"origin" varchar(512),
	"mailed_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"size_bytes" bigint
);
--> statement-breakpoint
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;