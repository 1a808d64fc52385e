CREATE TABLE "earlier_flags" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "earlier_flags_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"participation_id" integer NOT NULL,
	"challenge_id" integer NOT NULL,
	"flag_hash" varchar(64) NOT NULL,
	"flag_sealed" text NOT NULL,
	"replaced_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "spec_hash" varchar(64);--> statement-breakpoint
ALTER TABLE "engines" ADD COLUMN "is_limited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "engines" ADD COLUMN "starts_max" integer DEFAULT 4 NOT NULL;--> statement-breakpoint
ALTER TABLE "earlier_flags" ADD CONSTRAINT "earlier_flags_team_challenge_fkey" FOREIGN KEY ("participation_id","challenge_id") REFERENCES "public"."team_challenges"("participation_id","challenge_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "earlier_flags_challenge_id_flag_hash_idx" ON "earlier_flags" USING btree ("challenge_id","flag_hash");--> statement-breakpoint
CREATE INDEX "earlier_flags_participation_challenge_idx" ON "earlier_flags" USING btree ("participation_id","challenge_id");--> statement-breakpoint
CREATE INDEX "containers_challenge_started_idx" ON "containers" USING btree ("challenge_id","started_at") WHERE "containers"."started_at" is not null;--> statement-breakpoint
CREATE INDEX "containers_started_idx" ON "containers" USING btree ("started_at") WHERE "containers"."started_at" is not null;