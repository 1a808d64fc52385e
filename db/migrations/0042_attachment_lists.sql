ALTER TABLE "attachments" ADD COLUMN "first_id" integer;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_first_id_attachments_id_fk" FOREIGN KEY ("first_id") REFERENCES "public"."attachments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_first_id_idx" ON "attachments" USING btree ("first_id");