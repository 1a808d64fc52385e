CREATE TYPE "public"."rejudging_state" AS ENUM('Computing', 'Ready', 'Outdated', 'Applied', 'Discarded');--> statement-breakpoint
ALTER TYPE "public"."webhook_event_kind" ADD VALUE 'Rejudged' BEFORE 'Cheat';--> statement-breakpoint
ALTER TYPE "public"."webhook_kind" ADD VALUE 'Rejudged' BEFORE 'Cheat';--> statement-breakpoint
CREATE TABLE "rejudging_verdicts" (
	"rejudging_id" integer NOT NULL,
	"submission_id" integer NOT NULL,
	"before" "answer_result" NOT NULL,
	"after" "answer_result" NOT NULL,
	"owner_id" integer,
	"is_canary" boolean NOT NULL,
	CONSTRAINT "rejudging_verdicts_pkey" PRIMARY KEY("rejudging_id","submission_id")
);
--> statement-breakpoint
CREATE TABLE "rejudgings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rejudgings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"game_id" integer NOT NULL,
	"state" "rejudging_state" DEFAULT 'Computing' NOT NULL,
	"reason" varchar(200) NOT NULL,
	"challenge_id" integer,
	"participation_id" integer,
	"from_at" timestamp (3) with time zone,
	"until_at" timestamp (3) with time zone,
	"takes_back" boolean NOT NULL,
	"digest" varchar(64),
	"effect" jsonb,
	"teams" jsonb,
	"account_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"computed_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"closed_by_id" uuid
);
--> statement-breakpoint
ALTER TABLE "solves" DROP CONSTRAINT "solves_submission_id_key";--> statement-breakpoint
ALTER TABLE "solves" DROP CONSTRAINT "solves_pkey";--> statement-breakpoint
ALTER TABLE "solves" ADD COLUMN "id" integer PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "solves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "solves" ADD COLUMN "given_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "solves" ADD COLUMN "reversed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "rejudging_verdicts" ADD CONSTRAINT "rejudging_verdicts_rejudging_id_rejudgings_id_fk" FOREIGN KEY ("rejudging_id") REFERENCES "public"."rejudgings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rejudging_verdicts" ADD CONSTRAINT "rejudging_verdicts_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rejudging_verdicts" ADD CONSTRAINT "rejudging_verdicts_owner_id_participations_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."participations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rejudgings" ADD CONSTRAINT "rejudgings_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rejudgings" ADD CONSTRAINT "rejudgings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rejudgings" ADD CONSTRAINT "rejudgings_closed_by_id_accounts_id_fk" FOREIGN KEY ("closed_by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rejudgings" ADD CONSTRAINT "rejudgings_challenge_fkey" FOREIGN KEY ("challenge_id","game_id") REFERENCES "public"."challenges"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rejudgings" ADD CONSTRAINT "rejudgings_participation_fkey" FOREIGN KEY ("participation_id","game_id") REFERENCES "public"."participations"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rejudging_verdicts_submission_id_idx" ON "rejudging_verdicts" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "rejudging_verdicts_owner_id_idx" ON "rejudging_verdicts" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rejudgings_open_key" ON "rejudgings" USING btree ("game_id") WHERE "rejudgings"."state" in ('Computing', 'Ready', 'Outdated');--> statement-breakpoint
CREATE INDEX "rejudgings_game_id_idx" ON "rejudgings" USING btree ("game_id","id");--> statement-breakpoint
CREATE INDEX "rejudgings_challenge_id_idx" ON "rejudgings" USING btree ("challenge_id");--> statement-breakpoint
CREATE INDEX "rejudgings_participation_id_idx" ON "rejudgings" USING btree ("participation_id");--> statement-breakpoint
CREATE INDEX "rejudgings_account_id_idx" ON "rejudgings" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "rejudgings_closed_by_id_idx" ON "rejudgings" USING btree ("closed_by_id");--> statement-breakpoint
CREATE UNIQUE INDEX "solves_valid_key" ON "solves" USING btree ("participation_id","challenge_id") WHERE "solves"."reversed_at" is null;--> statement-breakpoint
CREATE INDEX "solves_submission_id_idx" ON "solves" USING btree ("submission_id");