import type { GenreWords } from "contract/catalogue/genre-api.ts";
import { AppError, invalid } from "contract/core/errors.ts";
import { aliasKey, canonicalGenre, isKnownGenre, knownGenres, withAliases } from "contract/games/genres.ts";
import { splitTags } from "contract/games/rules.ts";
import { arrayOf } from "../../platform/db/arrays.ts";
import type { Db } from "../../platform/db/connect.ts";
import { desc, eq, sql } from "../../platform/db/drizzle.ts";
import { type Actor, recordChange } from "../audit/commands.ts";
import { type ChangedGenre, genreAliases } from "../games/table.ts";
import { lockPrices } from "../prices/offers/commands.ts";
import { listUnknownGenres } from "./queries-games.ts";

/**
 * Maps a word to a genre, `null` = ignores it, in all games that have it and for every later import. Throws `invalid`
 * for a known genre, `conflict` for a word that is mapped already.
 */
export function mapGenre(
  db: Db,
  editor: Actor,
  { word, genre }: { word: string; genre: string | null },
  now: Date,
): Promise<GenreWords> {
  return db.transaction(async (tx) => {
    const key = aliasKey(word);
    if (key === "") throw invalid([{ path: "word", msg: "Must have letters" }]);
    if (isKnownGenre(canonicalGenre(word))) throw invalid([{ path: "word", msg: `${word} is a known genre` }]);
    // blocks imports and edits
    await lockPrices(tx);
    const [mapped] = await tx.select().from(genreAliases).where(eq(genreAliases.key, key));
    if (mapped) throw new AppError("conflict", `${word} is already ${toWords(mapped.genre)}: undo that first`);
    const aliases = new Map([[key, genre]]);
    const changed = (await listGenres(tx))
      .filter(({ before }) => splitTags(before).some((one) => aliasKey(one) === key))
      .map((one): ChangedGenre => ({ ...one, after: withAliases(one.before, aliases) }));
    await writeGenres(tx, changed, "after", now);
    await tx.insert(genreAliases).values({ key, word, genre, mappedAt: now, changed });
    await recordMapping(tx, editor, word, {
      action: "CREATE",
      description: genre === null ? `Ignored the genre ${word}` : `Mapped the genre ${word} to ${genre}`,
      oldValue: null,
      newValue: { genre, games: countGames(changed) },
    });
    return listGenreWords(tx);
  });
}

/** Ends a mapping, and restores the genres of games that have not changed since. Throws `not_found`. */
export function undoGenre(db: Db, editor: Actor, word: string, now: Date): Promise<GenreWords> {
  return db.transaction(async (tx) => {
    await lockPrices(tx);
    const [mapped] = await tx
      .delete(genreAliases)
      .where(eq(genreAliases.key, aliasKey(word)))
      .returning();
    if (!mapped) throw new AppError("not_found", `${word} is not mapped`);
    const { genre, changed } = mapped;
    await writeGenres(tx, changed, "before", now);
    await recordMapping(tx, editor, mapped.word, {
      action: "DELETE",
      description: `Undid the mapping of the genre ${mapped.word}`,
      oldValue: { genre, games: countGames(changed) },
      newValue: null,
    });
    return listGenreWords(tx);
  });
}

export async function listGenreWords(db: Db): Promise<GenreWords> {
  const unknown = await listUnknownGenres(db);
  const mapped = await db.select().from(genreAliases).orderBy(desc(genreAliases.mappedAt), genreAliases.key);
  return {
    unknown: unknown.map(({ name, ids }) => ({ word: name, games: ids.length })),
    mapped: mapped.map(({ word, genre, changed, mappedAt }) => {
      return { word, genre, games: countGames(changed), mapped_at: mappedAt.toISOString() };
    }),
  };
}

const toWords = (genre: string | null) => (genre === null ? "ignored" : `mapped to ${genre}`);

const countGames = (changed: readonly ChangedGenre[]) => new Set(changed.map(({ id }) => id)).size;

/** The genres with an unknown word, of games and of what their overrides replace. */
async function listGenres(tx: Db): Promise<Omit<ChangedGenre, "after">[]> {
  const { rows } = await tx.execute<Omit<ChangedGenre, "after">>(sql`
    select id, overridden, before
    from games cross join lateral (
      values (false, genre), (true, overrides ->> 'genre')
    ) stated (overridden, before)
    where exists (
      select from regexp_split_to_table(before, ' *, *') name where name <> all(${arrayOf(knownGenres)}::text[])
    )
    order by id, overridden
  `);
  return rows;
}

/** Replaces genres that are still as the mapping found or left them. */
async function writeGenres(tx: Db, changed: readonly ChangedGenre[], to: "before" | "after", now: Date): Promise<void> {
  if (changed.length === 0) return;
  const given = sql`json_to_recordset(${JSON.stringify(changed)})
    as given (id integer, overridden boolean, before text, after text)`;
  const [old, next] = to === "after" ? [sql`given.before`, sql`given.after`] : [sql`given.after`, sql`given.before`];
  await tx.execute(sql`
    update games set genre = ${next}, updated_at = ${now}
    from ${given}
    where given.id = games.id and not overridden and games.genre is not distinct from ${old}
  `);
  await tx.execute(sql`
    update games set overrides = jsonb_set(overrides, '{genre}', coalesce(to_jsonb(${next}), 'null'))
    from ${given}
    where given.id = games.id and overridden and overrides ? 'genre'
      and overrides ->> 'genre' is not distinct from ${old}
  `);
}

function recordMapping(
  tx: Db,
  editor: Actor,
  word: string,
  change: { action: "CREATE" | "DELETE"; description: string; oldValue: object | null; newValue: object | null },
): Promise<void> {
  return recordChange(tx, editor, {
    resourceType: "genre",
    resourceId: null,
    resourceKey: word,
    ...change,
  });
}
