ALTER TABLE "factors" ALTER COLUMN "secret_sealed" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "factors" ALTER COLUMN "last_step" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "factors" ADD COLUMN "credential_id" text;--> statement-breakpoint
ALTER TABLE "factors" ADD COLUMN "public_key" text;--> statement-breakpoint
ALTER TABLE "factors" ADD COLUMN "counter" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "factors" ADD COLUMN "transports" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_credential_id_unique" UNIQUE("credential_id");--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_kind_check" CHECK (num_nulls("factors"."credential_id", "factors"."public_key") = case when "factors"."secret_sealed" is null then 0 else 2 end);