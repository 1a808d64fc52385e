ALTER TYPE "public"."webhook_event_kind" ADD VALUE 'Health' BEFORE 'Test';--> statement-breakpoint
ALTER TYPE "public"."webhook_kind" ADD VALUE 'Health';--> statement-breakpoint
CREATE TABLE "health_alerts" (
	"condition" varchar(32) NOT NULL,
	"subject" varchar(255) NOT NULL,
	"raised_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "health_alerts_condition_subject_pk" PRIMARY KEY("condition","subject")
);
--> statement-breakpoint
CREATE TABLE "health_watch" (
	"id" smallint PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"leased_until" timestamp (3) with time zone NOT NULL
);
