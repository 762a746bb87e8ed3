import { setImmediate } from "node:timers/promises";
import { maxCandidates } from "contract/library/rules.ts";
import type { Db } from "../../../platform/db/connect.ts";
import type { GameIndex } from "../../games/read-model/game-index.ts";
import { readTitle } from "../../prices/sources/titles.ts";
import type { ImportEntry } from "./entry.ts";
import { distinct, findByIds, isCertain, type KnownGame, type Match } from "./match.ts";

export type FindNamed = GameIndex["findNamed"];

/** How long titles are searched, in ms. The rest keeps its matches: people can search for them one by one. */
const searchTime = 1_000;

/** A game that the search found. */
type Candidate = KnownGame & Pick<ReturnType<FindNamed>[number], "match">;

/**
 * Adds what the site's search finds for entries without a certain match: for "The Witcher 3" or "Hollow Knigth". An
 * entry with an appid that the catalogue lacks is another game.
 */
export async function searchUncertain(
  db: Db,
  search: FindNamed,
  entries: readonly ImportEntry[],
  matches: readonly Match[],
): Promise<Match[]> {
  const found = new Map<number, ReturnType<FindNamed>>();
  const start = performance.now();
  for (const [n, { title, steamAppid }] of entries.entries()) {
    if (title === null || steamAppid !== null || matches[n]!.kind === "found") continue;
    if (performance.now() - start > searchTime) break;
    const named = search(nameOf(title), maxCandidates);
    if (named.length > 0) found.set(n, named);
    await setImmediate();
  }
  const games = await findByIds(db, [...new Set([...found.values()].flat().map(({ id }) => id))]);
  return matches.map((match, n) => {
    const candidates = (found.get(n) ?? []).flatMap(({ id, match }): Candidate[] => {
      const game = games.get(id);
      return game ? [{ ...game, match }] : [];
    });
    return match.kind === "found" || candidates.length === 0 ? match : withCandidates(match, entries[n]!, candidates);
  });
}

const nameOf = (title: string) => readTitle(title).at(-1)!.name;

function withCandidates(match: Match & { kind: "unsure" | "missing" }, entry: ImportEntry, found: Candidate[]): Match {
  const before = match.kind === "unsure" ? match.candidates : [];
  const candidates = distinct([...before, ...found]).slice(0, maxCandidates);
  if (match.kind === "unsure") return { ...match, candidates };
  const reading = readTitle(entry.title!).at(-1)!;
  const same = found.filter(({ match }) => match === "same");
  if (same.length === 1 && isCertain(entry, reading, same[0]!)) return { kind: "found", game: same[0]! };
  const isProbable = same.length < 2 && found[0]!.match !== "possible" && isCertain(entry, reading, found[0]!);
  return { kind: "unsure", candidates, isProbable };
}
