ALTER TABLE "participations" ADD COLUMN "writeup_comment" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "participations" ADD COLUMN "writeup_grade" integer;--> statement-breakpoint
ALTER TABLE "participations" ADD CONSTRAINT "participations_writeup_grade_check" CHECK ("participations"."writeup_grade" between 0 and 100);