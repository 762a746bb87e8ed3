ALTER TABLE "game_prices" ADD COLUMN "activates_on" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "sale_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "activates_on" text[];--> statement-breakpoint
CREATE INDEX "offers_sale_ends_at_idx" ON "offers" USING btree ("sale_ends_at") WHERE "offers"."sale_ends_at" is not null;