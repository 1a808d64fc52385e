CREATE TYPE "public"."case_state" AS ENUM('Open', 'Cleared', 'Moved', 'Suspended');--> statement-breakpoint
CREATE TYPE "public"."trace_kind" AS ENUM('Opened', 'Loaded', 'Connected');--> statement-breakpoint
CREATE TABLE "case_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "case_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"case_id" integer NOT NULL,
	"account_id" uuid,
	"text" text NOT NULL,
	"state" "case_state",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_questions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "case_questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"case_id" integer NOT NULL,
	"challenge_id" integer,
	"account_id" uuid,
	"text" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"answer" text,
	"answer_hash" varchar(64),
	"answered_by_id" uuid,
	"answered_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"game_id" integer NOT NULL,
	"participation_id" integer NOT NULL,
	"state" "case_state" DEFAULT 'Open' NOT NULL,
	"account_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cases_participation_id_key" UNIQUE("participation_id")
);
--> statement-breakpoint
CREATE TABLE "play_traces" (
	"participation_id" integer NOT NULL,
	"challenge_id" integer NOT NULL,
	"kind" "trace_kind" NOT NULL,
	"game_id" integer NOT NULL,
	"account_id" uuid,
	"address_hash" varchar(16),
	"device_hash" varchar(16),
	"happened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "play_traces_pkey" PRIMARY KEY("participation_id","challenge_id","kind")
);
--> statement-breakpoint
CREATE TABLE "trace_epochs" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "trace_epochs_one_check" CHECK ("trace_epochs"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device_hash" varchar(64);--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "address_hash" varchar(16);--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "device_hash" varchar(16);--> statement-breakpoint
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_questions" ADD CONSTRAINT "case_questions_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_questions" ADD CONSTRAINT "case_questions_challenge_id_challenges_id_fk" FOREIGN KEY ("challenge_id") REFERENCES "public"."challenges"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_questions" ADD CONSTRAINT "case_questions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_questions" ADD CONSTRAINT "case_questions_answer_hash_files_hash_fk" FOREIGN KEY ("answer_hash") REFERENCES "public"."files"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_questions" ADD CONSTRAINT "case_questions_answered_by_id_accounts_id_fk" FOREIGN KEY ("answered_by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_participation_fkey" FOREIGN KEY ("participation_id","game_id") REFERENCES "public"."participations"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "play_traces" ADD CONSTRAINT "play_traces_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "play_traces" ADD CONSTRAINT "play_traces_participation_fkey" FOREIGN KEY ("participation_id","game_id") REFERENCES "public"."participations"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "play_traces" ADD CONSTRAINT "play_traces_challenge_fkey" FOREIGN KEY ("challenge_id","game_id") REFERENCES "public"."challenges"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_notes_case_id_idx" ON "case_notes" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "case_notes_account_id_idx" ON "case_notes" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "case_questions_case_id_idx" ON "case_questions" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "case_questions_challenge_id_idx" ON "case_questions" USING btree ("challenge_id");--> statement-breakpoint
CREATE INDEX "case_questions_account_id_idx" ON "case_questions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "case_questions_answered_by_id_idx" ON "case_questions" USING btree ("answered_by_id");--> statement-breakpoint
CREATE INDEX "case_questions_answer_hash_idx" ON "case_questions" USING btree ("answer_hash");--> statement-breakpoint
CREATE INDEX "cases_game_id_idx" ON "cases" USING btree ("game_id","updated_at");--> statement-breakpoint
CREATE INDEX "cases_account_id_idx" ON "cases" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "play_traces_game_id_idx" ON "play_traces" USING btree ("game_id");--> statement-breakpoint
CREATE INDEX "play_traces_challenge_id_idx" ON "play_traces" USING btree ("challenge_id");--> statement-breakpoint
CREATE INDEX "play_traces_account_id_idx" ON "play_traces" USING btree ("account_id");