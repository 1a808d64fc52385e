CREATE TABLE "secret_key_checks" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "secret_key_checks_single_row" CHECK ("secret_key_checks"."id" = 1)
);
