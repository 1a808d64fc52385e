CREATE TYPE "public"."engine_kind" AS ENUM('docker', 'swarm', 'kubernetes');--> statement-breakpoint
CREATE TYPE "public"."engine_state" AS ENUM('active', 'draining', 'removed');--> statement-breakpoint
CREATE TYPE "public"."image_state" AS ENUM('pulling', 'present', 'failed');--> statement-breakpoint
CREATE TYPE "public"."solver_result" AS ENUM('running', 'passed', 'failed', 'timedOut', 'error');--> statement-breakpoint
ALTER TYPE "public"."container_kind" ADD VALUE 'Shared';--> statement-breakpoint
ALTER TYPE "public"."container_kind" ADD VALUE 'Warm';--> statement-breakpoint
ALTER TYPE "public"."container_kind" ADD VALUE 'Check';--> statement-breakpoint
CREATE TABLE "engine_images" (
	"engine" varchar(63) NOT NULL,
	"image" text NOT NULL,
	"state" "image_state" NOT NULL,
	"percent" integer,
	"error" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "engine_images_engine_image_pk" PRIMARY KEY("engine","image")
);
--> statement-breakpoint
CREATE TABLE "engines" (
	"name" varchar(63) PRIMARY KEY NOT NULL,
	"kind" "engine_kind" NOT NULL,
	"state" "engine_state" DEFAULT 'active' NOT NULL,
	"is_up" boolean DEFAULT true NOT NULL,
	"last_error" text,
	"memory_mib" integer,
	"cpu_tenths" integer,
	"runtimes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "solver_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "solver_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"game_id" integer NOT NULL,
	"challenge_id" integer NOT NULL,
	"account_id" uuid,
	"container_id" uuid,
	"image" text NOT NULL,
	"result" "solver_result" DEFAULT 'running' NOT NULL,
	"output_sealed" text,
	"error" text,
	"exit_code" integer,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "container_options" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "solver" jsonb;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "shared_challenge_id" integer;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "engine" varchar(63);--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "memory_mib" integer;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "cpu_tenths" integer;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "ports" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "host_token" varchar(32);--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "placed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "container_total_limit" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "engine_images" ADD CONSTRAINT "engine_images_engine_engines_name_fk" FOREIGN KEY ("engine") REFERENCES "public"."engines"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solver_checks" ADD CONSTRAINT "solver_checks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solver_checks" ADD CONSTRAINT "solver_checks_challenge_fkey" FOREIGN KEY ("challenge_id","game_id") REFERENCES "public"."challenges"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "solver_checks_challenge_idx" ON "solver_checks" USING btree ("challenge_id","id");--> statement-breakpoint
CREATE INDEX "solver_checks_running_idx" ON "solver_checks" USING btree ("requested_at") WHERE "solver_checks"."result" = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "containers_live_shared_key" ON "containers" USING btree ("shared_challenge_id") WHERE "containers"."state" in ('requested', 'starting', 'running', 'stopping');--> statement-breakpoint
CREATE INDEX "containers_waiting_idx" ON "containers" USING btree ("requested_at","id") WHERE "containers"."state" = 'requested' and "containers"."engine" is null;--> statement-breakpoint
ALTER TABLE "containers" ADD CONSTRAINT "containers_host_token_key" UNIQUE("host_token");