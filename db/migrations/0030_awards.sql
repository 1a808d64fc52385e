ALTER TYPE "public"."webhook_event_kind" ADD VALUE 'Award' BEFORE 'Cheat';--> statement-breakpoint
ALTER TYPE "public"."webhook_kind" ADD VALUE 'Award' BEFORE 'Cheat';--> statement-breakpoint
CREATE TABLE "awards" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "awards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"game_id" integer NOT NULL,
	"participation_id" integer NOT NULL,
	"points" integer NOT NULL,
	"reason" varchar(200) NOT NULL,
	"label" varchar(32),
	"awarded_at" timestamp (3) with time zone NOT NULL,
	"external_id" varchar(64),
	"account_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reversed_at" timestamp (3) with time zone,
	"reversed_by_id" uuid,
	CONSTRAINT "awards_points_check" CHECK ("awards"."points" <> 0),
	CONSTRAINT "awards_known_check" CHECK ("awards"."awarded_at" <= "awards"."created_at")
);
--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_reversed_by_id_accounts_id_fk" FOREIGN KEY ("reversed_by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_participation_fkey" FOREIGN KEY ("participation_id","game_id") REFERENCES "public"."participations"("id","game_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "awards_external_id_key" ON "awards" USING btree ("game_id","external_id") WHERE "awards"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "awards_game_id_idx" ON "awards" USING btree ("game_id","id");--> statement-breakpoint
CREATE INDEX "awards_participation_id_idx" ON "awards" USING btree ("participation_id");--> statement-breakpoint
CREATE INDEX "awards_account_id_idx" ON "awards" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "awards_reversed_by_id_idx" ON "awards" USING btree ("reversed_by_id");