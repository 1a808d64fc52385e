CREATE TYPE "public"."capture_state" AS ENUM('open', 'stored');--> statement-breakpoint
CREATE TABLE "captures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "captures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"game_id" integer NOT NULL,
	"challenge_id" integer NOT NULL,
	"participation_id" integer NOT NULL,
	"file_name" varchar(128) NOT NULL,
	"recording" varchar(64) NOT NULL,
	"part" integer DEFAULT 1 NOT NULL,
	"state" "capture_state" DEFAULT 'open' NOT NULL,
	"server_id" uuid NOT NULL,
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	"missing_bytes" bigint DEFAULT 0 NOT NULL,
	"connections" integer DEFAULT 0 NOT NULL,
	"clients" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"cut_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	CONSTRAINT "captures_file_key" UNIQUE("challenge_id","participation_id","file_name")
);
--> statement-breakpoint
CREATE INDEX "captures_game_id_idx" ON "captures" USING btree ("game_id");--> statement-breakpoint
CREATE INDEX "captures_server_id_idx" ON "captures" USING btree ("server_id") WHERE "captures"."state" = 'open';--> statement-breakpoint
CREATE INDEX "captures_updated_at_idx" ON "captures" USING btree ("updated_at") WHERE "captures"."state" = 'stored';--> statement-breakpoint
CREATE INDEX "captures_unchecked_idx" ON "captures" USING btree ("id") WHERE "captures"."state" = 'stored' and "captures"."checked_at" is null;