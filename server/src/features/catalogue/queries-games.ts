import type { EditableGame } from "contract/catalogue/game-fields.ts";
import type { GameDependents } from "contract/catalogue/game-schema.ts";
import { type CatalogueSort, type MissingFact, missingFacts } from "contract/catalogue/rules.ts";
import { AppError } from "contract/core/errors.ts";
import type { Order } from "contract/core/sorting.ts";
import { type EditableField, editableFields, type RowField, rowField } from "contract/games/columns.ts";
import type { GameType } from "contract/games/game-type.ts";
import { knownGenres } from "contract/games/genres.ts";
import { arrayOf } from "../../platform/db/arrays.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, count, desc, eq, type SQL, sql } from "../../platform/db/drizzle.ts";
import { containsWords } from "../../platform/db/search.ts";
import { games } from "../games/table.ts";
import { isAlert } from "../notifications/rules/queries-rules.ts";
import { users } from "../users/table.ts";
import { gameFacts, gameVersions } from "./table.ts";

const editableColumns = Object.fromEntries(editableFields.map((name) => [name, games[rowField(name)]])) as {
  [Name in EditableField]: (typeof games)[RowField<Name>];
};

/** The values of files and sources for overridden fields, by column name. */
export type Overrides = Partial<EditableGame>;

const selectGame = (db: Db) =>
  db
    .select({
      id: games.id,
      version: games.version,
      hidden: games.hidden,
      sample: games.sample,
      overrides: sql<Overrides>`${games.overrides}`,
      createdAt: games.createdAt,
      updatedAt: games.updatedAt,
      values: editableColumns,
    })
    .from(games)
    .$dynamic();

export type EditedGame = Awaited<ReturnType<typeof selectGame>>[number];

export async function requireEditedGame(db: Db, id: number): Promise<EditedGame> {
  return only(await selectGame(db).where(eq(games.id, id)));
}

/** Throws `not_found`. Locks the game until the end of the transaction. */
export async function lockGame(tx: Db, id: number): Promise<EditedGame> {
  return only(await selectGame(tx).where(eq(games.id, id)).for("update"));
}

function only([game]: EditedGame[]): EditedGame {
  if (!game) throw new AppError("not_found", "Game not found");
  return game;
}

export interface GameContext {
  facts: (Pick<typeof gameFacts.$inferSelect, "source" | "productId" | "details" | "readAt"> & {
    parentId: number | null;
  })[];
  parent: { id: number; title: string } | null;
  dependents: GameDependents;
}

/** The details from each source, by precedence, the base game, and the numbers of dependents. */
export async function readContext(db: Db, { id, values }: EditedGame): Promise<GameContext> {
  // sequential, as a transaction has one connection
  const facts = await db
    .select({
      source: gameFacts.source,
      productId: gameFacts.productId,
      details: gameFacts.details,
      readAt: gameFacts.readAt,
      parentId: sql<number | null>`(
        select base.id from games base where base.steam_appid = (${gameFacts.details} ->> 'parentAppid')::integer
      )`,
    })
    .from(gameFacts)
    .where(eq(gameFacts.gameId, id))
    .orderBy(sql`${gameFacts.source} <> 'steam'`, gameFacts.source);
  const [parent] = await db
    .select({ id: games.id, title: games.title })
    .from(games)
    .where(eq(games.id, values.parent_id ?? 0));
  const dependents = await countDependents(db, id);
  return { facts, parent: parent ?? null, dependents };
}

export async function countDependents(db: Db, id: number): Promise<GameDependents> {
  const { rows } = await db.execute<GameDependents>(sql`
    select
      (select count(*)::integer from offers where game_id = ${id}) as offers,
      (select count(*)::integer from price_history where game_id = ${id}) as history,
      (
        select count(*)::integer from list_items join game_lists on game_lists.id = list_id
        where game_id = ${id} and game_lists.kind = 'wishlist'
      ) as wishlists,
      (select count(*)::integer from notification_rules rule where game_id = ${id} and ${isAlert(sql`rule`)}) as alerts,
      (select count(*)::integer from games where parent_id = ${id}) as additions
  `);
  return rows[0]!;
}

const offersIn = (country: string) => sql`
  select from offers join stores on stores.key = offers.store and stores.enabled
  where offers.game_id = ${games.id} and offers.country = ${country} and price_minor is not null`;

/** Whether a game lacks a fact; prices are those of a market. */
const lacks: Record<MissingFact, (country: string) => SQL> = {
  picture: () => sql`(${games.boxartUrl} is null and ${games.steamAppid} is null)`,
  genre: () => sql`${games.genre} is null`,
  release_date: () => sql`${games.releaseDate} is null`,
  developer: () => sql`${games.developer} is null`,
  description: () => sql`${games.description} is null`,
  price: (country) => sql`not exists (${offersIn(country)})`,
};

/** The columns of the list, with prices in a market. */
const listColumns = (country: string) => ({
  id: games.id,
  title: games.title,
  type: games.type,
  developer: games.developer,
  release_date: games.releaseDate,
  steam_appid: games.steamAppid,
  hidden: games.hidden,
  explicit: games.explicit,
  overridden: sql<EditableField[]>`array(select jsonb_object_keys(${games.overrides}))`,
  boxartUrl: games.boxartUrl,
  bestMinor: sql<number | null>`(
    select best_minor from game_prices listed where listed.game_id = games.id and listed.country = ${country}
  )`,
  offers: sql<number>`(select count(*)::integer from (${offersIn(country)}) offer)`,
  missing: sql<MissingFact[]>`array_remove(array[${sql.join(
    missingFacts.map((fact) => sql`case when ${lacks[fact](country)} then ${fact} end`),
    sql`, `,
  )}], null)`,
});

const selectListed = (db: Db, country: string) => db.select(listColumns(country)).from(games).$dynamic();

export type ListedGame = Awaited<ReturnType<typeof selectListed>>[number];

/** The games of these ids that are not hidden, in that order. */
export function listVisible(db: Db, country: string, ids: readonly number[]): Promise<ListedGame[]> {
  const some = sql`${arrayOf(ids)}::integer[]`;
  return selectListed(db, country)
    .where(and(sql`${games.id} = any(${some})`, eq(games.hidden, false)))
    .orderBy(sql`array_position(${some}, ${games.id})`);
}

/** What only the panel's list can ask for. */
interface PanelFilter {
  /** Only games with overridden fields. */
  edited: boolean;
  /** Only games that lack all of these. */
  missing: readonly MissingFact[];
}

const isEdited = sql`${games.overrides} <> '{}'`;

const passes = ({ edited, missing }: PanelFilter, country: string) =>
  and(edited ? isEdited : undefined, ...missing.map((fact) => lacks[fact](country)));

/** The ids of the visible games that pass. */
export async function listPassing(db: Db, country: string, filter: PanelFilter): Promise<Set<number>> {
  const rows = await db
    .select({ id: games.id })
    .from(games)
    .where(and(passes(filter, country), eq(games.hidden, false)));
  return new Set(rows.map(({ id }) => id));
}

/** The genres of visible games that this site does not know, with the ids of their games, most games first. */
export async function listUnknownGenres(db: Db): Promise<{ name: string; ids: number[] }[]> {
  const { rows } = await db.execute<{ name: string; ids: number[] }>(sql`
    select name, array_agg(id order by id) as ids
    from games cross join lateral regexp_split_to_table(genre, ' *, *') name
    where not hidden and name <> all(${arrayOf(knownGenres)}::text[])
    group by name
    order by count(*) desc, name
  `);
  return rows;
}

export interface HiddenFilter extends PanelFilter {
  search: string;
  types: "any" | readonly GameType[];
  sort: CatalogueSort;
  order: Order;
  offset: number;
  limit: number;
}

const popularity = sql`coalesce(${games.playerCount}, ${games.reviewCount})`;
const sortColumns: Record<CatalogueSort, SQL> = {
  relevance: popularity,
  popularity,
  title: sql`${games.titleFolded} collate "C"`,
  release_date: sql`${games.releaseDate}`,
  rating: sql`${games.rating}`,
};

/** A page of the hidden games whose titles contain the words of the search. */
export async function listHidden(db: Db, country: string, filter: HiddenFilter) {
  const { search, types, sort, order, offset, limit } = filter;
  const matching = and(
    eq(games.hidden, true),
    containsWords(search, [games.titleFolded]),
    types === "any" ? undefined : sql`coalesce(${games.type}, 'game') = any(${arrayOf(types)}::game_type[])`,
    passes(filter, country),
  );
  const direction = sql.raw(order);
  const [rows, total] = await Promise.all([
    selectListed(db, country)
      .where(matching)
      .orderBy(sql`${sortColumns[sort]} ${direction} nulls last`, games.id)
      .limit(limit)
      .offset(offset),
    db.$count(games, matching),
  ]);
  return { games: rows, total };
}

const selectVersions = (db: Db) =>
  db
    .select({
      version: gameVersions.version,
      action: gameVersions.action,
      values: gameVersions.values,
      overridden: gameVersions.overridden,
      replaced: gameVersions.replaced,
      createdAt: gameVersions.createdAt,
      createdBy: gameVersions.createdBy,
      username: users.username,
      reason: gameVersions.reason,
    })
    .from(gameVersions)
    .leftJoin(users, eq(users.id, gameVersions.createdBy))
    .$dynamic();

export type VersionRow = Awaited<ReturnType<typeof selectVersions>>[number];

/** A page of a game's versions, the latest first, and how many there are. */
export async function listVersions(db: Db, gameId: number, { limit, offset }: { limit: number; offset: number }) {
  const ofGame = eq(gameVersions.gameId, gameId);
  const [versions, [counted]] = await Promise.all([
    selectVersions(db).where(ofGame).orderBy(desc(gameVersions.version)).limit(limit).offset(offset),
    db.select({ total: count() }).from(gameVersions).where(ofGame),
  ]);
  return { versions, total: counted!.total };
}

/** Throws `not_found`. */
export async function requireVersion(db: Db, gameId: number, version: number): Promise<VersionRow> {
  const named = and(eq(gameVersions.gameId, gameId), eq(gameVersions.version, version));
  const [row] = await selectVersions(db).where(named);
  if (!row) throw new AppError("not_found", `The game has no version ${version}`);
  return row;
}
