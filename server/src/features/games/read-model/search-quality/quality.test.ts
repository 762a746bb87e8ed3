import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { byRelevance, indexGames } from "../../../../test/indexed-games.ts";
import { sharedData } from "../../../../test/shared-data.ts";
import { searchGames } from "../search.ts";

const realFile = sharedData("catalogue/games-real.jsonl");

const queries = readFileSync(new URL("./queries.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [query, appid, title] = line.split("\t") as [string, string, string];
    return { query, appid: Number(appid), title };
  });

const share = (part: number) => part / queries.length;

test.runIf(realFile)(
  "the right game comes first for 92 % of 300 searches, and is among the first five for 98 %",
  () => {
    const rows = readFileSync(realFile!, "utf8").trimEnd().split("\n");
    const games = rows.map((row) => JSON.parse(row) as Record<string, string & number>);
    const index = indexGames(
      games.map((game) => ({
        title: game.title!,
        tags: game.tags ?? null,
        steamAppid: game.steam_appid ?? null,
        playerCount: game.player_count ?? null,
        reviewCount: game.review_count ?? null,
      })),
    );
    const places = queries.map(({ query, appid }) => {
      const found = searchGames(index, query)!;
      const sorted = byRelevance(index, found);
      return sorted.findIndex((slot) => games[slot]!.steam_appid === appid);
    });
    for (const [at, { query, title }] of queries.entries()) {
      if (places[at] === 0) continue;
      const found = searchGames(index, query)!;
      const [first] = byRelevance(index, found);
      const instead = first === undefined ? "nothing" : games[first]!.title;
      console.log(
        `${query}: ${title} is number ${places[at]! + 1}, after ${instead} (${found.corrected ?? "as typed"})`,
      );
    }
    const first = share(places.filter((place) => place === 0).length);
    const amongFive = share(places.filter((place) => place >= 0 && place < 5).length);
    console.log(`first ${(first * 100).toFixed(1)} %, among five ${(amongFive * 100).toFixed(1)} %`);
    expect(queries).toHaveLength(300);
    expect(first).toBeGreaterThanOrEqual(0.92);
    expect(amongFive).toBeGreaterThanOrEqual(0.98);
  },
);
