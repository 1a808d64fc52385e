CREATE TYPE "public"."capture_search_kind" AS ENUM('text', 'regex', 'flag');--> statement-breakpoint
CREATE TYPE "public"."capture_search_state" AS ENUM('waiting', 'running', 'done', 'failed');--> statement-breakpoint
CREATE TYPE "public"."capture_side" AS ENUM('client', 'container');--> statement-breakpoint
CREATE TABLE "capture_findings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "capture_findings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"game_id" integer NOT NULL,
	"challenge_id" integer NOT NULL,
	"participation_id" integer NOT NULL,
	"file_name" varchar(128) NOT NULL,
	"stream" integer NOT NULL,
	"client_port" integer NOT NULL,
	"side" "capture_side" NOT NULL,
	"stream_offset" bigint NOT NULL,
	"length" integer NOT NULL,
	"packet" integer NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"source_participation_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "capture_findings_place_key" UNIQUE("challenge_id","participation_id","file_name","stream","side","source_participation_id")
);
--> statement-breakpoint
CREATE TABLE "capture_matches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "capture_matches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"search_id" uuid NOT NULL,
	"challenge_id" integer NOT NULL,
	"participation_id" integer NOT NULL,
	"file_name" varchar(128) NOT NULL,
	"stream" integer NOT NULL,
	"client_port" integer NOT NULL,
	"side" "capture_side" NOT NULL,
	"stream_offset" bigint NOT NULL,
	"length" integer NOT NULL,
	"packet" integer NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"owner_participation_id" integer,
	"excerpt_sealed" text
);
--> statement-breakpoint
CREATE TABLE "capture_searches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"game_id" integer NOT NULL,
	"account_id" uuid,
	"kind" "capture_search_kind" NOT NULL,
	"pattern_sealed" text,
	"ignore_case" boolean DEFAULT false NOT NULL,
	"challenge_id" integer,
	"participation_id" integer,
	"state" "capture_search_state" DEFAULT 'waiting' NOT NULL,
	"error" varchar(64),
	"files_total" integer DEFAULT 0 NOT NULL,
	"files_done" integer DEFAULT 0 NOT NULL,
	"files_unread" integer DEFAULT 0 NOT NULL,
	"bytes_read" bigint DEFAULT 0 NOT NULL,
	"match_count" integer DEFAULT 0 NOT NULL,
	"is_truncated" boolean DEFAULT false NOT NULL,
	"cursor" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "capture_findings" ADD CONSTRAINT "capture_findings_participation_fkey" FOREIGN KEY ("participation_id","game_id") REFERENCES "public"."participations"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_findings" ADD CONSTRAINT "capture_findings_source_fkey" FOREIGN KEY ("source_participation_id","game_id") REFERENCES "public"."participations"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_matches" ADD CONSTRAINT "capture_matches_search_id_capture_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."capture_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_searches" ADD CONSTRAINT "capture_searches_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_searches" ADD CONSTRAINT "capture_searches_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "capture_findings_game_id_idx" ON "capture_findings" USING btree ("game_id","id");--> statement-breakpoint
CREATE INDEX "capture_matches_search_id_idx" ON "capture_matches" USING btree ("search_id","id");--> statement-breakpoint
CREATE INDEX "capture_searches_game_id_idx" ON "capture_searches" USING btree ("game_id","created_at");