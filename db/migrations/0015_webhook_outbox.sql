CREATE TYPE "public"."delivery_state" AS ENUM('Waiting', 'Delivered', 'Failed');--> statement-breakpoint
CREATE TYPE "public"."game_phase_event" AS ENUM('Started', 'Frozen', 'Ended');--> statement-breakpoint
CREATE TYPE "public"."webhook_event_kind" AS ENUM('Blood', 'Solve', 'Notice', 'Phase', 'Cheat', 'Participation', 'Account', 'Test');--> statement-breakpoint
CREATE TYPE "public"."webhook_format" AS ENUM('Json', 'Discord', 'Slack', 'Telegram');--> statement-breakpoint
CREATE TYPE "public"."webhook_kind" AS ENUM('Blood', 'Solve', 'Notice', 'Phase', 'Cheat', 'Participation', 'Account');--> statement-breakpoint
CREATE TABLE "game_phases" (
	"game_id" integer NOT NULL,
	"phase" "game_phase_event" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "game_phases_game_id_phase_at_pk" PRIMARY KEY("game_id","phase","at")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"kind" "webhook_event_kind" NOT NULL,
	"game_id" integer,
	"game_title" text,
	"data" jsonb NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"state" "delivery_state" DEFAULT 'Waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_attempt_at" timestamp (3) with time zone,
	"last_status" integer,
	"last_error" varchar(64),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" varchar(128) NOT NULL,
	"format" "webhook_format" NOT NULL,
	"address_sealed" text NOT NULL,
	"host" text NOT NULL,
	"secret_sealed" text NOT NULL,
	"chat_id" varchar(64),
	"kinds" "webhook_kind"[] NOT NULL,
	"game_id" integer,
	"is_private" boolean DEFAULT false NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "webhooks_chat_check" CHECK (("webhooks"."format" = 'Telegram') = ("webhooks"."chat_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "game_phases" ADD CONSTRAINT "game_phases_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log_idx" ON "webhook_deliveries" USING btree ("webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting_idx" ON "webhook_deliveries" USING btree ("webhook_id","id") WHERE "webhook_deliveries"."state" = 'Waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_done_idx" ON "webhook_deliveries" USING btree ("created_at") WHERE "webhook_deliveries"."state" <> 'Waiting';--> statement-breakpoint
CREATE INDEX "webhooks_game_id_idx" ON "webhooks" USING btree ("game_id");