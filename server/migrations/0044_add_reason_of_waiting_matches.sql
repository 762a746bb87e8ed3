ALTER TABLE "match_reviews" ADD COLUMN "reason" text;--> statement-breakpoint
CREATE INDEX "games_title_beginning_idx" ON "games" USING btree ("title_key" collate "C");