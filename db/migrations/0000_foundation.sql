CREATE TYPE "public"."role" AS ENUM('Banned', 'User', 'Monitor', 'Admin');--> statement-breakpoint
CREATE TYPE "public"."token_purpose" AS ENUM('VerifyEmail', 'ResetPassword', 'ChangeEmail');--> statement-breakpoint
CREATE TYPE "public"."activity_type" AS ENUM('Normal', 'ContainerStart', 'ContainerDestroy', 'FlagSubmit', 'CheatDetected');--> statement-breakpoint
CREATE TYPE "public"."attachment_type" AS ENUM('Local', 'Remote');--> statement-breakpoint
CREATE TYPE "public"."challenge_category" AS ENUM('Misc', 'Crypto', 'Pwn', 'Web', 'Reverse', 'Blockchain', 'Forensics', 'Hardware', 'Mobile', 'PPC', 'AI', 'Pentest', 'OSINT');--> statement-breakpoint
CREATE TYPE "public"."challenge_type" AS ENUM('StaticAttachment', 'StaticContainer', 'DynamicAttachment', 'DynamicContainer');--> statement-breakpoint
CREATE TYPE "public"."network_mode" AS ENUM('Open', 'Isolated', 'Custom');--> statement-breakpoint
CREATE TYPE "public"."container_kind" AS ENUM('Team', 'Test');--> statement-breakpoint
CREATE TYPE "public"."container_state" AS ENUM('requested', 'starting', 'running', 'stopping', 'destroyed', 'failed');--> statement-breakpoint
CREATE TYPE "public"."staff_role" AS ENUM('organiser', 'observer');--> statement-breakpoint
CREATE TYPE "public"."log_level" AS ENUM('Information', 'Warning', 'Error', 'Fatal');--> statement-breakpoint
CREATE TYPE "public"."task_status" AS ENUM('Success', 'Failed', 'Duplicate', 'Denied', 'NotFound', 'Exit', 'Pending', 'Degraded', 'Unhealthy');--> statement-breakpoint
CREATE TYPE "public"."notice_type" AS ENUM('Normal', 'FirstBlood', 'SecondBlood', 'ThirdBlood', 'NewHint', 'NewChallenge');--> statement-breakpoint
CREATE TYPE "public"."participation_status" AS ENUM('Pending', 'Accepted', 'Rejected', 'Suspended');--> statement-breakpoint
CREATE TYPE "public"."answer_result" AS ENUM('FlagSubmitted', 'Accepted', 'WrongAnswer', 'CheatDetected', 'NotFound');--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_name" varchar(16) NOT NULL,
	"email" varchar(256) NOT NULL,
	"email_confirmed" boolean DEFAULT false NOT NULL,
	"password_hash" text NOT NULL,
	"role" "role" DEFAULT 'User' NOT NULL,
	"bio" varchar(128) DEFAULT '' NOT NULL,
	"real_name" varchar(128) DEFAULT '' NOT NULL,
	"std_number" varchar(64) DEFAULT '' NOT NULL,
	"phone" varchar(32),
	"avatar_hash" varchar(64),
	"ip" varchar(45) DEFAULT '0.0.0.0' NOT NULL,
	"registered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_signed_in_at" timestamp (3) with time zone,
	"last_visited_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" varchar(128) NOT NULL,
	"token_hash" varchar(64) NOT NULL,
	"scopes" text[] DEFAULT '{}'::text[] NOT NULL,
	"creator_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_tokens_token_hash_key" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "mail_tokens" (
	"token_hash" varchar(64) PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"purpose" "token_purpose" NOT NULL,
	"email" varchar(256) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "mail_tokens_expiry_check" CHECK ("mail_tokens"."expires_at" > "mail_tokens"."created_at")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" varchar(64) PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip" varchar(45) NOT NULL,
	"user_agent" varchar(256) DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activities" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"game_id" integer NOT NULL,
	"type" "activity_type" NOT NULL,
	"values" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"participation_id" integer,
	"account_id" uuid,
	"submission_id" integer,
	"result" "answer_result",
	"happened_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" uuid,
	"game_id" integer,
	"action" varchar(64) NOT NULL,
	"target" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"ip" varchar(45),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attachments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"type" "attachment_type" NOT NULL,
	"remote_url" text,
	"file_hash" varchar(64),
	"file_name" text,
	CONSTRAINT "attachments_target_check" CHECK (("attachments"."type" = 'Local') = ("attachments"."file_hash" is not null) and ("attachments"."type" = 'Remote') = ("attachments"."remote_url" is not null))
);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "challenges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"game_id" integer NOT NULL,
	"title" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"category" "challenge_category" DEFAULT 'Misc' NOT NULL,
	"type" "challenge_type" DEFAULT 'StaticAttachment' NOT NULL,
	"hints" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_enabled" boolean DEFAULT false NOT NULL,
	"deadline_at" timestamp (3) with time zone,
	"submission_limit" integer DEFAULT 0 NOT NULL,
	"original_score" integer DEFAULT 1000 NOT NULL,
	"min_score_rate" double precision DEFAULT 0.25 NOT NULL,
	"difficulty" double precision DEFAULT 5 NOT NULL,
	"disable_blood_bonus" boolean DEFAULT false NOT NULL,
	"attachment_id" integer,
	"file_name" text DEFAULT 'attachment' NOT NULL,
	"flag_template_sealed" text,
	"container_image" text DEFAULT '' NOT NULL,
	"memory_limit_mib" integer DEFAULT 64 NOT NULL,
	"cpu_tenths" integer DEFAULT 1 NOT NULL,
	"storage_limit_mib" integer DEFAULT 256 NOT NULL,
	"expose_port" integer DEFAULT 80 NOT NULL,
	"network_mode" "network_mode" DEFAULT 'Open' NOT NULL,
	"enable_traffic_capture" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "challenges_id_game_id_key" UNIQUE("id","game_id"),
	CONSTRAINT "challenges_title_check" CHECK (btrim("challenges"."title") <> ''),
	CONSTRAINT "challenges_min_score_rate_check" CHECK ("challenges"."min_score_rate" between 0 and 1),
	CONSTRAINT "challenges_difficulty_check" CHECK ("challenges"."difficulty" > 0),
	CONSTRAINT "challenges_submission_limit_check" CHECK ("challenges"."submission_limit" between 0 and 10000),
	CONSTRAINT "challenges_expose_port_check" CHECK ("challenges"."expose_port" between 1 and 65535)
);
--> statement-breakpoint
CREATE TABLE "flags" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "flags_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"challenge_id" integer NOT NULL,
	"hash" varchar(64) NOT NULL,
	"sealed" text NOT NULL,
	"attachment_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "flags_id_challenge_id_key" UNIQUE("id","challenge_id")
);
--> statement-breakpoint
CREATE TABLE "config_entries" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "containers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" "container_kind" NOT NULL,
	"game_id" integer NOT NULL,
	"challenge_id" integer NOT NULL,
	"participation_id" integer,
	"account_id" uuid,
	"state" "container_state" DEFAULT 'requested' NOT NULL,
	"image" text NOT NULL,
	"engine_id" text,
	"internal_host" text,
	"internal_port" integer,
	"public_host" text,
	"public_port" integer,
	"is_proxy" boolean DEFAULT false NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	CONSTRAINT "containers_kind_check" CHECK (("containers"."kind" = 'Team') = ("containers"."participation_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "division_challenges" (
	"division_id" integer NOT NULL,
	"challenge_id" integer NOT NULL,
	"game_id" integer NOT NULL,
	"permissions" integer DEFAULT 2147483647 NOT NULL,
	CONSTRAINT "division_challenges_pkey" PRIMARY KEY("division_id","challenge_id")
);
--> statement-breakpoint
CREATE TABLE "divisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "divisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"game_id" integer NOT NULL,
	"name" varchar(31) NOT NULL,
	"invite_code" varchar(32),
	"default_permissions" integer DEFAULT 2147483647 NOT NULL,
	CONSTRAINT "divisions_id_game_id_key" UNIQUE("id","game_id")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"hash" varchar(64) PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"content_type" text DEFAULT 'application/octet-stream' NOT NULL,
	"size_bytes" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "game_staff" (
	"game_id" integer NOT NULL,
	"account_id" uuid NOT NULL,
	"role" "staff_role" NOT NULL,
	"added_by_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "game_staff_pkey" PRIMARY KEY("game_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "games" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "games_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"public_key" text NOT NULL,
	"private_key_sealed" text NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"practice_mode" boolean DEFAULT true NOT NULL,
	"accept_without_review" boolean DEFAULT false NOT NULL,
	"writeup_required" boolean DEFAULT false NOT NULL,
	"writeup_deadline" timestamp (3) with time zone NOT NULL,
	"writeup_note" text DEFAULT '' NOT NULL,
	"invite_code" varchar(32),
	"team_member_count_limit" integer DEFAULT 0 NOT NULL,
	"container_count_limit" integer DEFAULT 3 NOT NULL,
	"poster_hash" varchar(64),
	"start_at" timestamp (3) with time zone NOT NULL,
	"end_at" timestamp (3) with time zone NOT NULL,
	"freeze_at" timestamp (3) with time zone,
	"blood_bonus" bigint DEFAULT 52459530 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "games_period_check" CHECK ("games"."end_at" > "games"."start_at"),
	CONSTRAINT "games_limits_check" CHECK ("games"."team_member_count_limit" >= 0 and "games"."container_count_limit" >= 0),
	CONSTRAINT "games_title_check" CHECK (btrim("games"."title") <> '')
);
--> statement-breakpoint
CREATE TABLE "logs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"time" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"level" "log_level" NOT NULL,
	"status" "task_status",
	"user_name" varchar(16),
	"ip" varchar(45),
	"message" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"game_id" integer NOT NULL,
	"type" "notice_type" NOT NULL,
	"values" jsonb NOT NULL,
	"challenge_id" integer,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"announced_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "participation_members" (
	"game_id" integer NOT NULL,
	"account_id" uuid NOT NULL,
	"participation_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "participation_members_pkey" PRIMARY KEY("game_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "participations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "participations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"game_id" integer NOT NULL,
	"team_id" integer NOT NULL,
	"division_id" integer,
	"status" "participation_status" DEFAULT 'Pending' NOT NULL,
	"token" text NOT NULL,
	"writeup_hash" varchar(64),
	"writeup_name" text,
	"writeup_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "participations_game_id_team_id_key" UNIQUE("game_id","team_id"),
	CONSTRAINT "participations_id_game_id_key" UNIQUE("id","game_id")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" varchar(8) PRIMARY KEY NOT NULL,
	"title" varchar(50) DEFAULT '' NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"tags" jsonb,
	"author_id" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cheat_findings" (
	"submission_id" integer PRIMARY KEY NOT NULL,
	"game_id" integer NOT NULL,
	"submit_participation_id" integer NOT NULL,
	"source_participation_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instances" (
	"participation_id" integer NOT NULL,
	"challenge_id" integer NOT NULL,
	"game_id" integer NOT NULL,
	"submission_count" integer DEFAULT 0 NOT NULL,
	"loaded_at" timestamp (3) with time zone,
	"flag_id" integer,
	"flag_hash" varchar(64),
	"flag_sealed" text,
	"last_container_operation_at" timestamp (3) with time zone,
	CONSTRAINT "instances_pkey" PRIMARY KEY("participation_id","challenge_id"),
	CONSTRAINT "instances_flag_id_key" UNIQUE("flag_id")
);
--> statement-breakpoint
CREATE TABLE "solve_corrections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "solve_corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"submission_id" integer NOT NULL,
	"status" "answer_result" NOT NULL,
	"reason" text NOT NULL,
	"account_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "solve_corrections_reason_check" CHECK (btrim("solve_corrections"."reason") <> '')
);
--> statement-breakpoint
CREATE TABLE "solves" (
	"participation_id" integer NOT NULL,
	"challenge_id" integer NOT NULL,
	"game_id" integer NOT NULL,
	"submission_id" integer NOT NULL,
	"account_id" uuid,
	"solved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "solves_pkey" PRIMARY KEY("participation_id","challenge_id"),
	CONSTRAINT "solves_submission_id_key" UNIQUE("submission_id")
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"game_id" integer NOT NULL,
	"challenge_id" integer NOT NULL,
	"participation_id" integer NOT NULL,
	"account_id" uuid,
	"answer_hash" varchar(64) NOT NULL,
	"answer_sealed" text NOT NULL,
	"status" "answer_result" DEFAULT 'FlagSubmitted' NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"judged_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "team_members" (
	"team_id" integer NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "team_members_pkey" PRIMARY KEY("team_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "teams" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "teams_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" varchar(20) NOT NULL,
	"bio" varchar(72),
	"avatar_hash" varchar(64),
	"locked" boolean DEFAULT false NOT NULL,
	"invite_token" varchar(32) NOT NULL,
	"captain_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "teams_name_check" CHECK (btrim("teams"."name") <> '')
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_avatar_hash_files_hash_fk" FOREIGN KEY ("avatar_hash") REFERENCES "public"."files"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_creator_id_accounts_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD CONSTRAINT "mail_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_participation_id_participations_id_fk" FOREIGN KEY ("participation_id") REFERENCES "public"."participations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_file_hash_files_hash_fk" FOREIGN KEY ("file_hash") REFERENCES "public"."files"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flags" ADD CONSTRAINT "flags_challenge_id_challenges_id_fk" FOREIGN KEY ("challenge_id") REFERENCES "public"."challenges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flags" ADD CONSTRAINT "flags_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "containers" ADD CONSTRAINT "containers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "containers" ADD CONSTRAINT "containers_challenge_fkey" FOREIGN KEY ("challenge_id","game_id") REFERENCES "public"."challenges"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "containers" ADD CONSTRAINT "containers_participation_fkey" FOREIGN KEY ("participation_id","game_id") REFERENCES "public"."participations"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "division_challenges" ADD CONSTRAINT "division_challenges_division_fkey" FOREIGN KEY ("division_id","game_id") REFERENCES "public"."divisions"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "division_challenges" ADD CONSTRAINT "division_challenges_challenge_fkey" FOREIGN KEY ("challenge_id","game_id") REFERENCES "public"."challenges"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "divisions" ADD CONSTRAINT "divisions_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_staff" ADD CONSTRAINT "game_staff_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_staff" ADD CONSTRAINT "game_staff_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_staff" ADD CONSTRAINT "game_staff_added_by_id_accounts_id_fk" FOREIGN KEY ("added_by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "games" ADD CONSTRAINT "games_poster_hash_files_hash_fk" FOREIGN KEY ("poster_hash") REFERENCES "public"."files"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_challenge_id_challenges_id_fk" FOREIGN KEY ("challenge_id") REFERENCES "public"."challenges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participation_members" ADD CONSTRAINT "participation_members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participation_members" ADD CONSTRAINT "participation_members_participation_fkey" FOREIGN KEY ("participation_id","game_id") REFERENCES "public"."participations"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_division_id_divisions_id_fk" FOREIGN KEY ("division_id") REFERENCES "public"."divisions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_writeup_hash_files_hash_fk" FOREIGN KEY ("writeup_hash") REFERENCES "public"."files"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cheat_findings" ADD CONSTRAINT "cheat_findings_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cheat_findings" ADD CONSTRAINT "cheat_findings_submit_fkey" FOREIGN KEY ("submit_participation_id","game_id") REFERENCES "public"."participations"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cheat_findings" ADD CONSTRAINT "cheat_findings_source_fkey" FOREIGN KEY ("source_participation_id","game_id") REFERENCES "public"."participations"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instances" ADD CONSTRAINT "instances_participation_fkey" FOREIGN KEY ("participation_id","game_id") REFERENCES "public"."participations"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instances" ADD CONSTRAINT "instances_challenge_fkey" FOREIGN KEY ("challenge_id","game_id") REFERENCES "public"."challenges"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instances" ADD CONSTRAINT "instances_flag_fkey" FOREIGN KEY ("flag_id") REFERENCES "public"."flags"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solve_corrections" ADD CONSTRAINT "solve_corrections_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solve_corrections" ADD CONSTRAINT "solve_corrections_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solves" ADD CONSTRAINT "solves_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solves" ADD CONSTRAINT "solves_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solves" ADD CONSTRAINT "solves_participation_fkey" FOREIGN KEY ("participation_id","game_id") REFERENCES "public"."participations"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solves" ADD CONSTRAINT "solves_challenge_fkey" FOREIGN KEY ("challenge_id","game_id") REFERENCES "public"."challenges"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_participation_fkey" FOREIGN KEY ("participation_id","game_id") REFERENCES "public"."participations"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_challenge_fkey" FOREIGN KEY ("challenge_id","game_id") REFERENCES "public"."challenges"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_avatar_hash_files_hash_fk" FOREIGN KEY ("avatar_hash") REFERENCES "public"."files"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_captain_id_accounts_id_fk" FOREIGN KEY ("captain_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_user_name_key" ON "accounts" USING btree (lower("user_name"));--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email_key" ON "accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "api_tokens_creator_id_idx" ON "api_tokens" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "mail_tokens_account_id_idx" ON "mail_tokens" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_account_id_idx" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "activities_game_id_idx" ON "activities" USING btree ("game_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "activities_participation_id_idx" ON "activities" USING btree ("participation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "activities_submission_key" ON "activities" USING btree ("submission_id","type");--> statement-breakpoint
CREATE INDEX "audit_entries_game_id_idx" ON "audit_entries" USING btree ("game_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entries_account_id_idx" ON "audit_entries" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "attachments_file_hash_idx" ON "attachments" USING btree ("file_hash");--> statement-breakpoint
CREATE INDEX "challenges_game_id_idx" ON "challenges" USING btree ("game_id");--> statement-breakpoint
CREATE INDEX "challenges_attachment_id_idx" ON "challenges" USING btree ("attachment_id");--> statement-breakpoint
CREATE INDEX "flags_challenge_id_hash_idx" ON "flags" USING btree ("challenge_id","hash");--> statement-breakpoint
CREATE INDEX "flags_attachment_id_idx" ON "flags" USING btree ("attachment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "containers_live_team_key" ON "containers" USING btree ("participation_id","challenge_id") WHERE "containers"."kind" = 'Team' and "containers"."state" in ('requested', 'starting', 'running', 'stopping');--> statement-breakpoint
CREATE UNIQUE INDEX "containers_live_test_key" ON "containers" USING btree ("challenge_id") WHERE "containers"."kind" = 'Test' and "containers"."state" in ('requested', 'starting', 'running', 'stopping');--> statement-breakpoint
CREATE INDEX "containers_live_idx" ON "containers" USING btree ("state","expires_at") WHERE "containers"."state" in ('requested', 'starting', 'running', 'stopping');--> statement-breakpoint
CREATE INDEX "containers_game_id_idx" ON "containers" USING btree ("game_id");--> statement-breakpoint
CREATE INDEX "division_challenges_challenge_id_idx" ON "division_challenges" USING btree ("challenge_id");--> statement-breakpoint
CREATE INDEX "divisions_game_id_idx" ON "divisions" USING btree ("game_id");--> statement-breakpoint
CREATE INDEX "game_staff_account_id_idx" ON "game_staff" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "games_start_at_idx" ON "games" USING btree ("start_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "games_end_at_idx" ON "games" USING btree ("end_at");--> statement-breakpoint
CREATE INDEX "logs_level_id_idx" ON "logs" USING btree ("level","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notices_game_id_idx" ON "notices" USING btree ("game_id","published_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notices_unannounced_idx" ON "notices" USING btree ("published_at") WHERE "notices"."announced_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_blood_key" ON "notices" USING btree ("challenge_id","type") WHERE "notices"."type" in ('FirstBlood', 'SecondBlood', 'ThirdBlood');--> statement-breakpoint
CREATE INDEX "participation_members_participation_id_idx" ON "participation_members" USING btree ("participation_id");--> statement-breakpoint
CREATE INDEX "participation_members_account_id_idx" ON "participation_members" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "participations_team_id_idx" ON "participations" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "participations_division_id_idx" ON "participations" USING btree ("division_id");--> statement-breakpoint
CREATE INDEX "posts_order_idx" ON "posts" USING btree ("is_pinned" DESC NULLS LAST,"updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "cheat_findings_game_id_idx" ON "cheat_findings" USING btree ("game_id");--> statement-breakpoint
CREATE INDEX "instances_challenge_id_flag_hash_idx" ON "instances" USING btree ("challenge_id","flag_hash");--> statement-breakpoint
CREATE INDEX "solve_corrections_submission_id_idx" ON "solve_corrections" USING btree ("submission_id","id");--> statement-breakpoint
CREATE INDEX "solves_game_id_submission_id_idx" ON "solves" USING btree ("game_id","submission_id");--> statement-breakpoint
CREATE INDEX "solves_challenge_id_submission_id_idx" ON "solves" USING btree ("challenge_id","submission_id");--> statement-breakpoint
CREATE INDEX "submissions_waiting_idx" ON "submissions" USING btree ("challenge_id","id") WHERE "submissions"."status" = 'FlagSubmitted';--> statement-breakpoint
CREATE INDEX "submissions_game_id_idx" ON "submissions" USING btree ("game_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "submissions_participation_challenge_idx" ON "submissions" USING btree ("participation_id","challenge_id","id");--> statement-breakpoint
CREATE INDEX "submissions_challenge_id_idx" ON "submissions" USING btree ("challenge_id");--> statement-breakpoint
CREATE INDEX "submissions_account_id_idx" ON "submissions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "team_members_account_id_idx" ON "team_members" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "teams_captain_id_idx" ON "teams" USING btree ("captain_id");