CREATE TABLE "account_links" (
	"account_id" uuid NOT NULL,
	"provider" varchar(32) NOT NULL,
	"issuer" varchar(512) NOT NULL,
	"subject" varchar(256) NOT NULL,
	"label" varchar(256) NOT NULL,
	"division_ids" integer[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "account_links_pkey" PRIMARY KEY("account_id","provider")
);
--> statement-breakpoint
CREATE TABLE "sign_in_providers" (
	"id" varchar(32) PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"settings" jsonb NOT NULL,
	"client_secret_sealed" text
);
--> statement-breakpoint
ALTER TABLE "game_staff" ADD COLUMN "granted_by" varchar(32);--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_links_identity_key" ON "account_links" USING btree ("issuer","subject");