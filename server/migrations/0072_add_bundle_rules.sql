CREATE TABLE "bundle_notices" (
	"bundle_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "bundle_notices_bundle_id_user_id_pk" PRIMARY KEY("bundle_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "notification_events" ADD COLUMN "bundle_id" integer;--> statement-breakpoint
ALTER TABLE "notification_events" ADD COLUMN "bundle_title" text;--> statement-breakpoint
ALTER TABLE "notification_events" ADD COLUMN "wanted_games" integer;--> statement-breakpoint
ALTER TABLE "notification_events" ADD COLUMN "separately_minor" integer;--> statement-breakpoint
ALTER TABLE "bundle_notices" ADD CONSTRAINT "bundle_notices_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_notices" ADD CONSTRAINT "bundle_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bundle_notices_user_id_idx" ON "bundle_notices" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_events_bundle_idx" ON "notification_events" USING btree ("bundle_id") WHERE "notification_events"."bundle_id" is not null;
--> statement-breakpoint
-- Also with the bundle that an event is about.
CREATE OR REPLACE VIEW "shown_events" AS
	SELECT event.id, event.user_id, event.rule_id, event.kind, event.value, event.scope, event.subject, event.list_name,
		event.game_id, games.title, stores.name AS store_name, stores.kind AS store_kind, event.old_minor,
		event.new_minor, event.currency, event.country, markets.locale,
		-- URLs of the default market have no country
		CASE WHEN event.country <> (
			SELECT country FROM markets WHERE enabled ORDER BY country <> 'US', country LIMIT 1
		) THEN lower(event.country) END AS country_path,
		event.at, event.read_at IS NOT NULL AS read, games.localized_titles, event.plan_name,
		event.happens_on::text AS happens_on, event.median_days, event.bundle_id, event.bundle_title,
		event.wanted_games, event.separately_minor
	FROM notification_events event
	JOIN games ON games.id = event.game_id AND NOT games.hidden
	LEFT JOIN stores ON stores.key = event.store
	JOIN markets ON markets.country = event.country
	WHERE stores.key IS NOT NULL OR event.plan_name IS NOT NULL;
