import { readFileSync } from "node:fs";
import { joinLocalizedTitles } from "contract/games/titles.ts";
import { beforeAll, expect, test } from "vitest";
import { byRelevance, indexGames } from "../../../../test/indexed-games.ts";
import { sharedData } from "../../../../test/shared-data.ts";
import type { IndexedGames } from "../indexed-games.ts";
import { plainWords } from "../search/words.ts";
import { searchGames } from "../search.ts";

const realFile = sharedData("catalogue/games-real.jsonl");

function readTable(name: string): string[][] {
  const [, ...lines] = readFileSync(new URL(name, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => line.split("\t"));
}

const queries = readTable("./queries.tsv").map(([query, appid, title]) => ({
  query: query!,
  appid: Number(appid),
  title: title!,
}));

/** Titles of games in other languages. */
const localized = readTable("./localized-titles.tsv").map(([locale, query, appid, title]) => ({
  locale: locale!,
  query: query!,
  appid: Number(appid),
  title: title!,
}));

type RealGame = Record<string, string & number>;
let games: RealGame[] = [];
let index: IndexedGames;

beforeAll(() => {
  if (!realFile) return;
  games = readFileSync(realFile, "utf8")
    .trimEnd()
    .split("\n")
    .map((row) => JSON.parse(row) as RealGame);
  const titles = Map.groupBy(localized, ({ appid }) => appid);
  index = indexGames(
    games.map((game) => ({
      title: game.title!,
      localizedTitles: joinLocalizedTitles(
        (titles.get(game.steam_appid!) ?? []).map(({ locale, query }) => ({ locale, title: query })),
      ),
      tags: game.tags ?? null,
      steamAppid: game.steam_appid ?? null,
      playerCount: game.player_count ?? null,
      reviewCount: game.review_count ?? null,
    })),
  );
});

/** The shares of searches whose game comes first, and is among the first five. */
function measure(searches: readonly { query: string; appid: number; title: string }[]) {
  const places = searches.map(({ query, appid, title }) => {
    const found = searchGames(index, query)!;
    const sorted = byRelevance(index, found);
    const place = sorted.findIndex((slot) => games[slot]!.steam_appid === appid);
    const instead = sorted[0] === undefined ? "nothing" : games[sorted[0]]!.title;
    if (place !== 0) {
      console.log(`${query}: ${title} is number ${place + 1}, after ${instead} (${found.corrected ?? "as typed"})`);
    }
    return place;
  });
  const share = (isCounted: (place: number) => boolean) => places.filter(isCounted).length / searches.length;
  const [first, amongFive] = [share((place) => place === 0), share((place) => place >= 0 && place < 5)];
  console.log(`first ${(first * 100).toFixed(1)} %, among five ${(amongFive * 100).toFixed(1)} %`);
  return { first, amongFive };
}

test.runIf(realFile)(
  "the right game comes first for 92 % of 300 searches, and is among the first five for 98 %",
  () => {
    const { first, amongFive } = measure(queries);
    expect(queries).toHaveLength(300);
    expect(first).toBeGreaterThanOrEqual(0.92);
    expect(amongFive).toBeGreaterThanOrEqual(0.98);
  },
);

const isUnspaced = ({ locale }: { locale: string }) => /^(zh|ja|ko)/.test(locale);

test.runIf(realFile).each([
  { how: "as they are written", typed: (title: string) => title },
  {
    how: "without signs, accents and capitals, and in East Asia without spaces",
    typed: (title: string, unspaced: boolean) => plainWords(title).join(unspaced ? "" : " "),
  },
])("the right game comes first for 95 % of titles in other languages, $how", ({ typed }) => {
  expect(localized.length).toBeGreaterThanOrEqual(200);
  const searches = localized.map((row) => ({ ...row, query: typed(row.query, isUnspaced(row)) }));
  expect(measure(searches).first).toBeGreaterThanOrEqual(0.95);
});

test.runIf(realFile)(
  "the right game is among the first five while its title in another language is being typed",
  () => {
    const withoutLast = (title: string) => [...title].slice(0, -1).join("").trim();
    expect(measure(localized.map((row) => ({ ...row, query: withoutLast(row.query) }))).amongFive).toBeGreaterThan(
      0.98,
    );
  },
);
