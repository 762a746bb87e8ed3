-- exclusive: processes of the release before keep wishlists in a table of their own.
-- A user's wishlist becomes the list of kind "wishlist", with its order, notes, priorities and dates.
ALTER TABLE "game_lists" ADD COLUMN "kind" text DEFAULT 'list' NOT NULL;--> statement-breakpoint
ALTER TABLE "list_items" ADD COLUMN "priority" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "game_lists_wishlist_key" ON "game_lists" USING btree ("user_id") WHERE "game_lists"."kind" = 'wishlist';--> statement-breakpoint
-- Ids keep their distance: where lists are in use, no id comes to mean another game.
CREATE TABLE "moved_wishlists" AS
	SELECT CASE WHEN list.is_called THEN greatest(list.last_value, wish.last_value) ELSE 0 END::integer AS by,
		CASE WHEN wish.is_called THEN wish.last_value END::integer AS last
	FROM list_items_id_seq list, wishlist_items_id_seq wish;--> statement-breakpoint
INSERT INTO "game_lists" ("user_id", "kind", "name", "created_at")
	SELECT owner.user_id, 'wishlist', '', coalesce(min(item.added_at), now())
	FROM (
		SELECT user_id FROM wishlist_items UNION SELECT user_id FROM merged_items WHERE kind = 'wishlist_item'
	) owner
	LEFT JOIN wishlist_items item USING (user_id)
	GROUP BY owner.user_id
	ORDER BY owner.user_id;--> statement-breakpoint
INSERT INTO "list_items" ("id", "list_id", "game_id", "priority", "notes", "position", "added_at")
	OVERRIDING SYSTEM VALUE
	SELECT item.id + moved.by, list.id, item.game_id, item.priority, item.notes, item.display_order, item.added_at
	FROM wishlist_items item
	JOIN game_lists list ON list.user_id = item.user_id AND list.kind = 'wishlist'
	CROSS JOIN moved_wishlists moved;--> statement-breakpoint
SELECT setval('list_items_id_seq', last + by) FROM moved_wishlists WHERE last IS NOT NULL;--> statement-breakpoint
-- What rules have seen stays, so that none fires.
UPDATE "rule_states" state
	SET basis = (split_part(basis, ' ', 1)::integer + moved.by) || substr(basis, strpos(basis || ' ', ' '))
	FROM notification_rules rule, moved_wishlists moved
	WHERE rule.id = state.rule_id AND rule.subject = 'wishlist' AND moved.by > 0;--> statement-breakpoint
-- Merges of games can still be undone.
UPDATE "merged_items"
	SET before = before || '{"priority": 0}', after = after || '{"priority": 0}'
	WHERE kind = 'list_item';--> statement-breakpoint
UPDATE "merged_items" merged
	SET kind = 'list_item', item_id = item_id + moved.by,
		before = before - 'user_id' - 'display_order' || jsonb_build_object(
			'id', item_id + moved.by, 'list_id', list.id, 'position', before -> 'display_order'),
		after = after - 'user_id' - 'display_order' || jsonb_build_object(
			'id', item_id + moved.by, 'list_id', list.id, 'position', after -> 'display_order')
	FROM game_lists list, moved_wishlists moved
	WHERE merged.kind = 'wishlist_item' AND list.user_id = merged.user_id AND list.kind = 'wishlist';--> statement-breakpoint
DROP TABLE "moved_wishlists";--> statement-breakpoint
DROP TABLE "wishlist_items";
