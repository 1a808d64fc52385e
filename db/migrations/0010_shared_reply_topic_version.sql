CREATE TABLE "topic_versions" (
	"topic" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL
);
