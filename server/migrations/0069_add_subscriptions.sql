CREATE TABLE "plan_coverage" (
	"plan" text NOT NULL,
	"covers" text NOT NULL,
	CONSTRAINT "plan_coverage_plan_covers_pk" PRIMARY KEY("plan","covers")
);
--> statement-breakpoint
CREATE TABLE "plan_prices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plan_prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"plan" text NOT NULL,
	"country" text NOT NULL,
	"currency" text NOT NULL,
	"price_minor" bigint NOT NULL,
	"since" date NOT NULL,
	"source" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_memberships" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscription_memberships_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"game_id" integer NOT NULL,
	"plan" text NOT NULL,
	"country" text,
	"since" date,
	"until" date,
	"leaving_on" date,
	"source" text NOT NULL,
	"product_id" text,
	"last_seen_at" timestamp with time zone NOT NULL,
	"joined_notice_at" timestamp with time zone,
	"leaves_notice_at" timestamp with time zone,
	"likely_notice_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_plans" (
	"key" text PRIMARY KEY NOT NULL,
	"service" text NOT NULL,
	"name" text NOT NULL,
	"countries" text[],
	"includes" text[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "subscription_readings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscription_readings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"plan" text NOT NULL,
	"source" text NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"seen" integer NOT NULL,
	"complete" boolean DEFAULT false NOT NULL,
	"joined" integer DEFAULT 0 NOT NULL,
	"left" integer DEFAULT 0 NOT NULL,
	"waiting" integer DEFAULT 0 NOT NULL,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "subscription_services" (
	"key" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "notification_events" ALTER COLUMN "store" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_events" ALTER COLUMN "new_minor" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "plans" text;--> statement-breakpoint
ALTER TABLE "notification_events" ADD COLUMN "plan_name" text;--> statement-breakpoint
ALTER TABLE "notification_events" ADD COLUMN "happens_on" date;--> statement-breakpoint
ALTER TABLE "notification_events" ADD COLUMN "median_days" integer;--> statement-breakpoint
ALTER TABLE "notification_rules" ADD COLUMN "unless_included" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "plans" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_coverage" ADD CONSTRAINT "plan_coverage_plan_subscription_plans_key_fk" FOREIGN KEY ("plan") REFERENCES "public"."subscription_plans"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_coverage" ADD CONSTRAINT "plan_coverage_covers_subscription_plans_key_fk" FOREIGN KEY ("covers") REFERENCES "public"."subscription_plans"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_prices" ADD CONSTRAINT "plan_prices_plan_subscription_plans_key_fk" FOREIGN KEY ("plan") REFERENCES "public"."subscription_plans"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_memberships" ADD CONSTRAINT "subscription_memberships_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_memberships" ADD CONSTRAINT "subscription_memberships_plan_subscription_plans_key_fk" FOREIGN KEY ("plan") REFERENCES "public"."subscription_plans"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD CONSTRAINT "subscription_plans_service_subscription_services_key_fk" FOREIGN KEY ("service") REFERENCES "public"."subscription_services"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_readings" ADD CONSTRAINT "subscription_readings_plan_subscription_plans_key_fk" FOREIGN KEY ("plan") REFERENCES "public"."subscription_plans"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_coverage_covers_idx" ON "plan_coverage" USING btree ("covers");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_prices_key" ON "plan_prices" USING btree ("plan","country","since");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_memberships_period_key" ON "subscription_memberships" USING btree ("game_id","plan",coalesce("country", ''),coalesce("since", '-infinity'));--> statement-breakpoint
CREATE INDEX "subscription_memberships_plan_idx" ON "subscription_memberships" USING btree ("plan","source");--> statement-breakpoint
CREATE INDEX "subscription_memberships_unnoticed_idx" ON "subscription_memberships" USING btree ("since") WHERE "subscription_memberships"."joined_notice_at" is null;--> statement-breakpoint
CREATE INDEX "subscription_readings_plan_idx" ON "subscription_readings" USING btree ("plan","source","id");--> statement-breakpoint
-- Also events of subscriptions, which have neither a store nor a price.
CREATE OR REPLACE VIEW "shown_events" AS
	SELECT event.id, event.user_id, event.rule_id, event.kind, event.value, event.scope, event.subject, event.list_name,
		event.game_id, games.title, stores.name AS store_name, stores.kind AS store_kind, event.old_minor,
		event.new_minor, event.currency, event.country, markets.locale,
		-- URLs of the default market have no country
		CASE WHEN event.country <> (
			SELECT country FROM markets WHERE enabled ORDER BY country <> 'US', country LIMIT 1
		) THEN lower(event.country) END AS country_path,
		event.at, event.read_at IS NOT NULL AS read, games.localized_titles, event.plan_name,
		event.happens_on::text AS happens_on, event.median_days
	FROM notification_events event
	JOIN games ON games.id = event.game_id AND NOT games.hidden
	LEFT JOIN stores ON stores.key = event.store
	JOIN markets ON markets.country = event.country
	WHERE stores.key IS NOT NULL OR event.plan_name IS NOT NULL;
--> statement-breakpoint
-- The memberships of a game on a day, in each plan that has them, directly or by a plan that it includes.
CREATE FUNCTION plans_of_game(game integer, day date) RETURNS TABLE (
	plan text, country text, countries text[], membership_id integer
) LANGUAGE sql STABLE AS $$
	SELECT coverage.plan, membership.country, plans.countries, membership.id
	FROM subscription_memberships membership
	JOIN plan_coverage coverage ON coverage.covers = membership.plan
	JOIN subscription_plans plans ON plans.key = coverage.plan
	WHERE membership.game_id = game
		AND (membership.since IS NULL OR membership.since <= day)
		AND (membership.until IS NULL OR membership.until > day)
		AND (membership.country IS NULL OR plans.countries IS NULL OR membership.country = ANY (plans.countries))
$$;
--> statement-breakpoint
-- Whether a plan of the user has the game on a day in a country.
CREATE FUNCTION is_included(subscriber integer, game integer, market text, day date) RETURNS boolean
LANGUAGE sql STABLE AS $$
	SELECT EXISTS (
		SELECT FROM plans_of_game(game, day) included
		JOIN users ON users.id = subscriber AND included.plan = ANY (users.plans)
		WHERE (included.country IS NULL OR included.country = market)
			AND (included.countries IS NULL OR market = ANY (included.countries))
	)
$$;
--> statement-breakpoint
-- The rules about subscriptions of a game, by itself or as part of a list.
CREATE FUNCTION subscription_rules_about(game integer) RETURNS TABLE (rule_id integer)
LANGUAGE sql STABLE AS $$
	SELECT rule.id FROM notification_rules rule
	WHERE rule.game_id = game AND rule.kind IN ('joins', 'leaves')
	UNION ALL
	SELECT rule.id FROM list_items item
	JOIN game_lists list ON list.id = item.list_id AND list.kind = 'wishlist'
	JOIN notification_rules rule ON rule.user_id = list.user_id AND rule.subject = 'wishlist'
	WHERE item.game_id = game AND rule.kind IN ('joins', 'leaves')
	UNION ALL
	SELECT rule.id FROM list_items item JOIN notification_rules rule ON rule.list_id = item.list_id
	WHERE item.game_id = game AND rule.kind IN ('joins', 'leaves')
$$;
