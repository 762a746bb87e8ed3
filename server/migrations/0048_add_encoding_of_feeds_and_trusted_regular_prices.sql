ALTER TABLE "offers" ADD COLUMN "trusted_regular_minor" integer;--> statement-breakpoint
ALTER TABLE "product_feeds" ADD COLUMN "encoding" text;--> statement-breakpoint
CREATE INDEX "reading_images_game_idx" ON "reading_images" USING btree ("game_id","country");