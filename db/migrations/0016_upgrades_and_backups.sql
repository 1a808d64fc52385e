CREATE TABLE "backups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"place" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"size_bytes" bigint NOT NULL,
	"missing_files" integer NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"faults" integer
);
--> statement-breakpoint
CREATE TABLE "schema_upgrades" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "schema_upgrades_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" text NOT NULL,
	"migrations" integer NOT NULL,
	"upgraded_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
