-- exclusive: an older process would mix the languages of the texts
CREATE TABLE "languages" (
	"tag" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"direction" text NOT NULL,
	"enabled" boolean NOT NULL,
	"shipped_hash" text,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone
);
--> statement-breakpoint
insert into languages (tag, name, direction, enabled) values
  ('en', 'English', 'ltr', true),
  ('ar', 'العربية', 'rtl', true),
  ('de', 'Deutsch', 'ltr', true),
  ('es', 'Español', 'ltr', true),
  ('fr', 'Français', 'ltr', true),
  ('ja', '日本語', 'ltr', true),
  ('pl', 'Polski', 'ltr', true),
  ('pt-BR', 'Português (Brasil)', 'ltr', true);
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT OR UPDATE OR DELETE ON languages
  FOR EACH STATEMENT EXECUTE FUNCTION announce_table();
--> statement-breakpoint
ALTER TABLE "content_strings" DROP CONSTRAINT "content_strings_key";--> statement-breakpoint
ALTER TABLE "content_strings" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "content_strings" ADD COLUMN "source_version" integer;--> statement-breakpoint
ALTER TABLE "content_strings" ADD CONSTRAINT "content_strings_language_languages_tag_fk" FOREIGN KEY ("language") REFERENCES "public"."languages"("tag") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_strings" ADD CONSTRAINT "content_strings_key" UNIQUE("key","language");
--> statement-breakpoint
-- texts with a number have a form for each plural now; edited ones keep their value
update content_strings set key = renamed.new_key
from (values
  ('game.ends_in_days', 'game.ends_in_days_other'),
  ('browse.showing', 'browse.showing_other'),
  ('free.count', 'free.count_other'),
  ('deals.count', 'deals.count_other'),
  ('deals.score_young', 'deals.score_young_other'),
  ('suggest.count', 'suggest.count_other'),
  ('suggest.see_one', 'suggest.see_all_one'),
  ('suggest.see_all', 'suggest.see_all_other'),
  ('finder.show', 'finder.show_other'),
  ('finder.games', 'finder.games_other'),
  ('finder.drop', 'finder.drop_other'),
  ('game.period.days', 'game.period.days_other'),
  ('game.sold_out', 'game.sold_out_other'),
  ('game.elsewhere', 'game.elsewhere_other'),
  ('game.not_sold_at', 'game.not_sold_at_other'),
  ('game.insight.too_short', 'game.insight.too_short_other'),
  ('game.insight.every_months', 'game.insight.every_months_other'),
  ('game.insight.every_week', 'game.insight.every_weeks_one'),
  ('game.insight.every_weeks', 'game.insight.every_weeks_other'),
  ('game.insight.one_day', 'game.insight.days_one'),
  ('game.insight.days', 'game.insight.days_other'),
  ('game.insight.based_on', 'game.insight.based_on_other'),
  ('game.insight.based_on_keyshops', 'game.insight.based_on_keyshops_other'),
  ('security.recovery_left', 'security.recovery_left_other'),
  ('wishlist.selected_remove', 'wishlist.selected_remove_other'),
  ('basket.complete', 'basket.complete_other'),
  ('basket.partial', 'basket.partial_other'),
  ('lists.one_game', 'lists.games_one'),
  ('lists.games', 'lists.games_other'),
  ('library.count', 'library.count_other'),
  ('library.preview.known', 'library.preview.known_other'),
  ('library.preview.more', 'library.preview.more_other'),
  ('library.preview.apply', 'library.preview.apply_other'),
  ('library.done.owned', 'library.done.owned_other'),
  ('library.done.on_wishlist', 'library.done.on_wishlist_other'),
  ('library.done.wished', 'library.done.wished_other'),
  ('library.done.ignored', 'library.done.ignored_other'),
  ('library.done.unchanged', 'library.done.unchanged_other'),
  ('library.done.refused', 'library.done.refused_other'),
  ('hidden.one', 'hidden.games_one'),
  ('hidden.many', 'hidden.games_other'),
  ('hidden.explicit_many', 'hidden.explicit_other'),
  ('alerts.there_once', 'alerts.there_one'),
  ('alerts.there', 'alerts.there_other'),
  ('channels.full', 'channels.full_other'),
  ('history.days', 'history.days_other'),
  ('history.unchanged', 'history.unchanged_other'),
  ('history.show_days', 'history.show_days_other'),
  ('history.chart', 'history.chart_other'),
  ('history.stores', 'history.stores_other'),
  ('history.attainable_once', 'history.attainable_times_one'),
  ('history.attainable_times', 'history.attainable_times_other'),
  ('my_stores.line_some', 'my_stores.line_some_other'),
  ('my_stores.line_some_official', 'my_stores.line_some_official_other'),
  ('notices.several', 'notices.several_other'),
  ('notifications.bell_unread', 'notifications.bell_unread_other'),
  ('picture.list_one', 'picture.list_count_one'),
  ('picture.list_games', 'picture.list_count_other'),
  ('my_stores.line_one', 'my_stores.line_store'),
  ('wishlist.priority_other', 'wishlist.priority_number'),
  ('channels.mail_other', 'channels.mail_another')
) as renamed (old_key, new_key)
where key = renamed.old_key;
