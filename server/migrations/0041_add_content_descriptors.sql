ALTER TABLE "games" ADD COLUMN "content_descriptors" smallint[];--> statement-breakpoint
-- Whether a game is for adults only: by Steam's descriptors, by its tags, or by words of a title without descriptors.
-- The only definition; `games.explicit` holds its result.
CREATE FUNCTION is_explicit(title_key text, genre text, tags text, content_descriptors smallint[])
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(content_descriptors && '{3,4}', false)
    OR coalesce(
      string_to_array(lower(tags), ', ') || lower(genre) && '{
        hentai,nsfw,sexual content,sexuelle inhalte,sexueller inhalt,contenu sexuel,contenu à caractère sexuel,
        contenido sexual,conteúdo sexual,contenuti sessuali,contenuto sessuale,treści seksualne,seksuele inhoud,
        seksuel indhold,sexuellt innehåll,seksuelt innhold,seksuaalinen sisältö,sexuální obsah,szexuális tartalom,
        conținut sexual,cinsel içerik,сексуальный контент,Сексуальный контент,сексуальний вміст,Сексуальний вміст,
        хентай,Хентай,色情内容,色情內容,性内容,性的コンテンツ,性的表現,선정적인 콘텐츠,성적인 콘텐츠,헨타이,ヘンタイ
      }'::text[],
      false
    )
    OR content_descriptors IS NULL AND string_to_array(translate(title_key, '0123456789', '          '), ' ') && '{
      hentai,sex,sexual,porn,porno,pornography,pornstar,nsfw,futa,futanari,lewd,milf,milfs,eroge,erotic,erotica,
      bdsm,fetish,xxx,ahegao,bukkake,masturbation,blowjob,stripper,strippers,хентай,порно,секс,эротика,ヘンタイ
    }'::text[]
$$;
--> statement-breakpoint
-- Under an override by a person, `overrides` holds the derived value.
CREATE FUNCTION derive_explicit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  derived CONSTANT boolean := is_explicit(NEW.title_key, NEW.genre, NEW.tags, NEW.content_descriptors);
BEGIN
  IF NEW.overrides ? 'explicit' THEN
    NEW.overrides := NEW.overrides || jsonb_build_object('explicit', derived);
  ELSE
    NEW.explicit := derived;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER derive_explicit_of_new BEFORE INSERT ON games
  FOR EACH ROW WHEN (NOT NEW.explicit AND NOT NEW.overrides ? 'explicit') EXECUTE FUNCTION derive_explicit();
--> statement-breakpoint
CREATE TRIGGER derive_explicit BEFORE UPDATE OF title_key, genre, tags, content_descriptors ON games
  FOR EACH ROW WHEN (
    OLD.title_key <> NEW.title_key OR OLD.genre IS DISTINCT FROM NEW.genre OR OLD.tags IS DISTINCT FROM NEW.tags
    OR OLD.content_descriptors IS DISTINCT FROM NEW.content_descriptors
  ) EXECUTE FUNCTION derive_explicit();
--> statement-breakpoint
-- The details read so far only state whether Steam had one of the two descriptors.
UPDATE games SET content_descriptors = '{3}', updated_at = now()
FROM game_facts
WHERE game_facts.game_id = games.id AND details ->> 'isExplicit' = 'true' AND content_descriptors IS NULL;
--> statement-breakpoint
UPDATE games
SET explicit = CASE WHEN overrides ? 'explicit' THEN explicit ELSE derived END,
  overrides = CASE
    WHEN overrides ? 'explicit' THEN overrides || jsonb_build_object('explicit', derived) ELSE overrides
  END,
  updated_at = now()
FROM (SELECT id, is_explicit(title_key, genre, tags, content_descriptors) AS derived FROM games) derivation
WHERE derivation.id = games.id
  AND derived IS DISTINCT FROM CASE WHEN overrides ? 'explicit' THEN (overrides ->> 'explicit')::boolean ELSE explicit END;
