CREATE INDEX "voucher_votes_day_idx" ON "voucher_votes" USING btree ("day");
--> statement-breakpoint
-- Processes hold the vouchers in memory, with the votes that count.
CREATE FUNCTION announce_vouchers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('vouchers', NULL);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "vouchers"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_vouchers();
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON "voucher_votes"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_vouchers();
--> statement-breakpoint
-- What enabled stores sell and can deliver, in the currency of the market.
CREATE VIEW "deliverable_offers" AS
	SELECT offers.game_id, offers.country, offers.store, offers.price_minor, offers.activates_on
	FROM offers
	JOIN stores ON stores.key = offers.store AND stores.enabled
	JOIN markets ON markets.country = offers.country AND markets.currency = offers.currency
	WHERE offers.price_minor IS NOT NULL AND offers.in_stock IS NOT FALSE;
--> statement-breakpoint
-- An item activates somewhere, or it is not known where.
UPDATE "bundle_items" SET "activates_in" = NULL WHERE "activates_in" = '{}';
