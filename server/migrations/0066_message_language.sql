ALTER TABLE "contact_messages" ADD COLUMN "language" text;--> statement-breakpoint
update content_strings set key = 'contact.rate_limited' where key = 'contact.too_many';
--> statement-breakpoint
update content_strings set key = 'game.cut_against_steam' where key = 'game.you_save_against';
--> statement-breakpoint
delete from content_strings where key in (
  'game.insight.every_month',
  'deals.score.discount', 'deals.score.low', 'deals.score.rating', 'deals.score.popularity'
);
--> statement-breakpoint
-- becomes its default: it states what were texts of their own
update content_strings set last_modified = null where key = 'deals.score_text';
--> statement-breakpoint
-- parts of sentences become sentences: edited ones get the variables for what was around them
with became (key, before, after) as (
  values
    ('finder.corrected', '', ' {search}.'),
    ('finder.instead', '', ' {search}'),
    ('finder.remove', '', ' {filter}'),
    ('finder.row.low', '', ' {price}'),
    ('browse.showing_search', '{games} ', ''),
    ('browse.showing_store', '{games} ', ''),
    ('browse.showing_max_price', '{games} ', ''),
    ('game.you_save', '', ' {amount}'),
    ('game.cut_against_steam', '{cut} ', ''),
    ('game.low_at_store', '{price} ', ''),
    ('history.attainable_times_zero', '{price} ', ''),
    ('history.attainable_times_one', '{price} ', ''),
    ('history.attainable_times_two', '{price} ', ''),
    ('history.attainable_times_few', '{price} ', ''),
    ('history.attainable_times_many', '{price} ', ''),
    ('history.attainable_times_other', '{price} ', ''),
    ('basket.missing', '', ' {games}'),
    ('notifications.in_country', '{where} ', ''),
    ('notifications.before', '{event}, ', '')
),
changed as (
  update content_strings text set
    current_value = became.before || text.current_value || became.after,
    folded_value = became.before || text.folded_value || became.after,
    version = text.version + 1,
    source_version = text.source_version + 1
  from became
  where became.key = text.key and text.last_modified is not null
  returning text.id, text.current_value, text.source_version
)
insert into content_string_versions (content_string_id, value, source_version)
select id, current_value, source_version from changed;
