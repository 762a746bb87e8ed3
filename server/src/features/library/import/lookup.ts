import type { LookupKey } from "contract/games/lookup-api.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { appidOf, entryOf, type ImportEntry, titleOf } from "./entry.ts";
import { readStoreLink } from "./links.ts";
import { matchEntries } from "./match.ts";

/** The ids of the games that the names certainly mean, by the rules of imports; `null` for all others. */
export async function lookUpGames(db: Db, key: LookupKey, names: readonly string[]): Promise<(number | null)[]> {
  const matches = await matchEntries(
    db,
    names.map((name) => toEntry(key, name)),
  );
  return matches.map((match) => (match.kind === "found" ? match.game.id : null));
}

/** What is asked for, as a file would name it. Nothing matches an empty entry. */
function toEntry(key: LookupKey, name: string): ImportEntry {
  const of = (fields: Partial<ImportEntry>) => entryOf({ as: "owned", ...fields });
  switch (key) {
    case "steam":
      return of({ steamAppid: appidOf(name) });
    case "gog":
    case "epic":
      return of({ product: { store: key, id: name } });
    case "url":
      return of(readStoreLink(name) ?? {});
    case "title":
      return of({ title: titleOf(name) });
  }
}
