DROP INDEX "contact_submissions_submitted_at_idx";--> statement-breakpoint
DROP INDEX "contact_submissions_name_idx";--> statement-breakpoint
DROP INDEX "contact_submissions_email_idx";--> statement-breakpoint
DROP INDEX "contact_submissions_subject_idx";--> statement-breakpoint
DROP INDEX "contact_submissions_status_idx";