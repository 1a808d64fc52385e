CREATE TABLE "pauses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pauses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"game_id" integer NOT NULL,
	"reason" varchar(500) NOT NULL,
	"hide_statements" boolean NOT NULL,
	"stop_instances" boolean NOT NULL,
	"paused_at" timestamp (3) with time zone NOT NULL,
	"account_id" uuid,
	"resumed_at" timestamp (3) with time zone,
	"resumed_by_id" uuid,
	CONSTRAINT "pauses_period_check" CHECK ("pauses"."resumed_at" >= "pauses"."paused_at")
);
--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "statements_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pauses" ADD CONSTRAINT "pauses_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pauses" ADD CONSTRAINT "pauses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pauses" ADD CONSTRAINT "pauses_resumed_by_id_accounts_id_fk" FOREIGN KEY ("resumed_by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pauses_open_key" ON "pauses" USING btree ("game_id") WHERE "pauses"."resumed_at" is null;--> statement-breakpoint
CREATE INDEX "pauses_game_id_idx" ON "pauses" USING btree ("game_id","id");--> statement-breakpoint
CREATE INDEX "pauses_account_id_idx" ON "pauses" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "pauses_resumed_by_id_idx" ON "pauses" USING btree ("resumed_by_id");--> statement-breakpoint
ALTER TABLE "games" ADD CONSTRAINT "games_paused_check" CHECK ("games"."paused_at" is not null or not "games"."statements_hidden");