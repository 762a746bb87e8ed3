import { localizedIn } from "contract/games/titles.ts";
import type { ImportFormat, ImportTarget, SteamProblem } from "contract/library/rules.ts";
import type { ImportPreview } from "contract/library/schema.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, isNotNull, sql } from "../../../platform/db/drizzle.ts";
import { mapInSlices } from "../../../platform/process/slices.ts";
import { games } from "../../games/table.ts";
import { toImportedGame } from "../present.ts";
import { listWished } from "../queries.ts";
import { libraryGames } from "../table.ts";
import type { ImportEntry } from "./entry.ts";
import { type KnownGame, type Match, matchEntries } from "./match.ts";
import { type FindNamed, searchUncertain } from "./search.ts";

export interface Previewed {
  format: ImportFormat;
  entries: readonly ImportEntry[];
  problems: readonly SteamProblem[];
  /** Whether it is known what the games are, such as owned. */
  isDecided: boolean;
}

interface PreviewOptions {
  /** Finds titles with typos; without it these are missing. */
  search?: FindNamed;
  /** The language of titles that are shown beside the English ones. */
  language?: string | undefined;
}

/** Previews an import: certain matches, probable and possible ones, and games that are not in the catalogue. */
export async function previewImport(
  db: Db,
  userId: number,
  read: Previewed,
  { search, language }: PreviewOptions = {},
): Promise<ImportPreview> {
  const entries = await withoutRepeats(read.entries);
  const matched = await matchEntries(db, entries);
  const matches = search ? await searchUncertain(db, search, entries, matched) : matched;
  const ids = [...new Set(matches.flatMap(gamesOf).map(({ id }) => id))];
  const knownAs = await findKnownAs(db, userId, ids);
  const localized = language === undefined ? null : await findLocalized(db, ids, language);
  const toGame = (game: KnownGame) => toImportedGame(game, localized?.get(game.id) ?? {}, knownAs.get(game.id) ?? []);
  const preview: ImportPreview = {
    format: read.format,
    decided: read.isDecided,
    found: [],
    unsure: [],
    missing: [],
    problems: [...read.problems],
  };
  const seen = new Set<string>();
  for (const [n, entry] of entries.entries()) {
    const match = matches[n]!;
    const common = { name: nameOf(entry), as: entry.as, added_at: entry.addedAt?.toISOString() ?? null };
    if (match.kind === "missing") preview.missing.push(common);
    else if (match.kind === "unsure") {
      preview.unsure.push({ ...common, candidates: match.candidates.map(toGame), probable: match.isProbable });
    } else {
      const key = `${entry.as} ${match.game.id}`;
      if (!seen.has(key)) preview.found.push({ ...common, game: toGame(match.game) });
      seen.add(key);
    }
  }
  return preview;
}

function nameOf({ title, steamAppid, link, product }: ImportEntry): string {
  if (title !== null) return title;
  if (steamAppid !== null) return `https://store.steampowered.com/app/${steamAppid}/`;
  return link ?? `${product?.store} ${product?.id}`;
}

/** Lists repeat games, for instance once for each launcher. */
async function withoutRepeats(entries: readonly ImportEntry[]): Promise<ImportEntry[]> {
  const byFacts = (entry: ImportEntry) => [JSON.stringify({ ...entry, addedAt: null }), entry] as const;
  return [...new Map(await mapInSlices(entries, byFacts)).values()];
}

function gamesOf(match: Match): readonly KnownGame[] {
  if (match.kind === "found") return [match.game];
  return match.kind === "unsure" ? match.candidates : [];
}

/** The present states of the games for the user. */
async function findKnownAs(db: Db, userId: number, ids: readonly number[]) {
  const targets = new Map<number, ImportTarget[]>();
  if (ids.length === 0) return targets;
  const add = (gameId: number, as: ImportTarget) => targets.set(gameId, [...(targets.get(gameId) ?? []), as]);
  const states = await db
    .select({ gameId: libraryGames.gameId, state: libraryGames.state })
    .from(libraryGames)
    .where(and(eq(libraryGames.userId, userId), sql`${libraryGames.gameId} = any(${sql.param([...ids])}::integer[])`));
  for (const { gameId, state } of states) add(gameId, state);
  for (const gameId of await listWished(db, userId, ids)) add(gameId, "wished");
  return targets;
}

/** The titles of the games in a language, in slices of the event loop; games without one are left out or empty. */
async function findLocalized(db: Db, ids: readonly number[], language: string) {
  const { id, title, localizedTitles } = games;
  const rows = await db
    .select({ id, title, localizedTitles })
    .from(games)
    .where(and(sql`${id} = any(${sql.param([...ids])}::integer[])`, isNotNull(localizedTitles)));
  return new Map(await mapInSlices(rows, (row) => [row.id, localizedIn(row, language)] as const));
}
