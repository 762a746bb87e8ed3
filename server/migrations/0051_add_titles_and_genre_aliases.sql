CREATE TABLE "game_titles" (
	"game_id" integer NOT NULL,
	"locale" text DEFAULT 'und' NOT NULL,
	"title" text NOT NULL,
	"title_key" text NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "game_titles_game_id_locale_title_key_pk" PRIMARY KEY("game_id","locale","title_key")
);
--> statement-breakpoint
CREATE TABLE "genre_aliases" (
	"key" text PRIMARY KEY NOT NULL,
	"word" text NOT NULL,
	"genre" text,
	"mapped_at" timestamp with time zone NOT NULL,
	"changed" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "also_known_as" text;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "also_known_keys" text;--> statement-breakpoint
ALTER TABLE "game_titles" ADD CONSTRAINT "game_titles_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "game_titles_key_idx" ON "game_titles" USING btree ("title_key");--> statement-breakpoint
CREATE INDEX "game_titles_beginning_idx" ON "game_titles" USING btree ("title_key" collate "C");--> statement-breakpoint
CREATE FUNCTION list_game_titles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM game_titles WHERE game_id = NEW.id AND source = 'game';
  INSERT INTO game_titles (game_id, title, title_key, source)
  SELECT NEW.id, title, key, 'game'
  FROM unnest(string_to_array(NEW.also_known_as, E'\n'), string_to_array(NEW.also_known_keys, E'\n')) AS other (title, key)
  WHERE key <> NEW.title_key
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER list_titles_insert AFTER INSERT ON games
  FOR EACH ROW WHEN (NEW.also_known_as IS NOT NULL) EXECUTE FUNCTION list_game_titles();
--> statement-breakpoint
CREATE TRIGGER list_titles_update AFTER UPDATE ON games
  FOR EACH ROW WHEN (
    (OLD.title_key, OLD.also_known_as, OLD.also_known_keys)
      IS DISTINCT FROM (NEW.title_key, NEW.also_known_as, NEW.also_known_keys)
    AND (OLD.also_known_as IS NOT NULL OR NEW.also_known_as IS NOT NULL)
  ) EXECUTE FUNCTION list_game_titles();
