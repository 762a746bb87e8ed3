import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parse } from "csv-parse/sync";
import { games as gamesTable } from "../server/src/features/games/table.ts";
import { matchOffers } from "../server/src/features/prices/matching/find.ts";
import type { SourceOffer } from "../server/src/features/prices/sources/source.ts";
import type { Db } from "../server/src/platform/db/connect.ts";
import { sql } from "../server/src/platform/db/drizzle.ts";
import { derivedOf } from "../server/src/test/catalogue.ts";
import { sharedData } from "../server/src/test/shared-data.ts";
import {
  ambiguousTitles,
  type ChangedGame,
  type ChangedTitle,
  changeTitles,
  judge,
  lettersOf,
  type MatchedTitle,
} from "../server/src/test/title-changes.ts";
import { formatNumber, type Section, type Target } from "./report.ts";
import { benchFolder, openData, stopAll } from "./site.ts";

const min = { precision: 0.998, recall: 0.85 };
const madeTitles = 5_000;
const batch = 250;
const shelf = { store: "cdkeys", country: "US" };

/** How many automatic matches are right, and how many products that a person is certain about are matched. */
export async function matching(): Promise<Section> {
  const { db } = await openData(`${benchFolder}matching`);
  const games = await fillCatalogue(db);
  const ambiguous = ambiguousTitles(games);
  const random = seeded(1);
  const made = changeTitles(madeTitles, () => games[Math.floor(random() * games.length)]!);
  const sets: [name: string, titles: ChangedTitle[]][] = [
    ["titles made by changes", made],
    ...keyShops().map(([name, titles, behind]): [string, ChangedTitle[]] => {
      return [name, titles.map((one) => withGame(one, behind, games))];
    }),
  ];
  const rows: string[][] = [];
  const all: MatchedTitle[] = [];
  const begin = performance.now();
  for (const [name, titles] of sets) {
    console.log(`  ${name}`);
    const matched = await matchAll(db, titles, ambiguous);
    const { wrong, missed, ...result } = judge(matched);
    for (const text of wrong) console.log(`    wrong: ${text}`);
    for (const text of missed.slice(0, 12)) console.log(`    missed: ${text}`);
    rows.push([
      name,
      formatNumber(titles.length),
      formatNumber(result.matched),
      formatShare(result.precision),
      formatNumber(result.certain),
      formatShare(result.recall),
    ]);
    all.push(...matched);
  }
  const seconds = (performance.now() - begin) / 1_000;
  const { precision, recall } = judge(all);
  await stopAll();
  return {
    title: "Matching products with games",
    about: [
      `${formatNumber(games.length)} real games and an empty market. Titles are made from random games by ${kindsOf(made)} kinds of`,
      "change, half of which are other products or for other countries; the others are those of key shops. A title is",
      "certain for a person if only one game has it and no other title begins with it. A match of a real title is right if",
      `it has the letters of the game's title. ${formatNumber(all.length / seconds)} products per second.`,
    ],
    tables: [[["Titles", "Number", "Matched", "Right", "Certain", "Of these matched"], ...rows]],
    targets: [
      atLeast("automatic matches that are right", precision, min.precision),
      atLeast("certain products that are matched", recall, min.recall),
    ],
  };
}

const formatShare = (share: number) => `${(share * 100).toFixed(2)} %`;

const kindsOf = (titles: readonly ChangedTitle[]) => new Set(titles.map(({ kind }) => kind)).size;

function atLeast(what: string, measured: number, share: number): Target {
  return { what, target: `≥ ${formatShare(share)}`, measured: formatShare(measured), met: measured >= share };
}

/** Numbers from 0 to 1, the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

async function fillCatalogue(db: Db): Promise<ChangedGame[]> {
  const file = sharedData("catalogue/games-real.jsonl");
  if (!file) throw new Error("This part needs the real data in ../shared/data");
  await db.execute(sql`truncate games, match_reviews restart identity cascade`);
  const games: ChangedGame[] = [];
  let rows: (typeof gamesTable.$inferInsert)[] = [];
  const insert = async () => {
    const added = await db.insert(gamesTable).values(rows).returning({
      id: gamesTable.id,
      title: gamesTable.title,
      appid: gamesTable.steamAppid,
      date: gamesTable.releaseDate,
    });
    games.push(
      ...added.map(({ id, title, appid, date }) => ({
        id,
        title,
        appid: appid!,
        year: date ? Number(date.slice(0, 4)) : null,
      })),
    );
    rows = [];
  };
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { title, steam_appid: steamAppid, release_date: releaseDate } = JSON.parse(line);
    rows.push({ title, steamAppid, releaseDate, ...derivedOf({ title }) });
    if (rows.length === 1_000) await insert();
  }
  await insert();
  await db.execute(sql`analyze games`);
  return games;
}

async function matchAll(
  db: Db,
  titles: readonly ChangedTitle[],
  ambiguous: ReadonlySet<number>,
): Promise<MatchedTitle[]> {
  const found = new Map<string, { id: number; title: string }>();
  for (let start = 0; start < titles.length; start += batch) {
    const offers = titles.slice(start, start + batch).map(({ offer }) => offer);
    const { matched } = await matchOffers(db, shelf, offers, new Date(), true);
    const ids = sql.param(matched.map(({ gameId }) => gameId));
    const { rows } = await db.execute<{ id: number; title: string }>(sql`
      select id, title from games where id = any(${ids}::integer[])
    `);
    const titleOf = new Map(rows.map(({ id, title }) => [id, title]));
    for (const { offer, gameId: id } of matched) found.set(offer.productId, { id, title: titleOf.get(id)! });
  }
  return titles.map((one) => ({
    ...one,
    matched: found.get(one.offer.productId) ?? null,
    isAmbiguous: "gameId" in one.outcome && ambiguous.has(one.outcome.gameId),
  }));
}

type ShopTitle = Pick<SourceOffer, "title" | "platform" | "steamAppid"> & { title: string };

/** The titles of real key shops, with what they write behind them, as a person reads it. */
function keyShops(): [name: string, titles: ShopTitle[], behind: RegExp][] {
  const table = (name: string, delimiter = ","): Record<string, string>[] => {
    const file = sharedData(`upstream/keyshop/${name}`);
    const options = { columns: true, bom: true, delimiter, relax_quotes: true, relax_column_count: true } as const;
    return file ? parse(readFileSync(file, "utf8"), options) : [];
  };
  const names = (name: string, list: (body: never) => { name: string }[]) => {
    const file = sharedData(`upstream/keyshop/${name}`);
    return file ? list(JSON.parse(readFileSync(file, "utf8")) as never).map(({ name: title }) => ({ title })) : [];
  };
  const titlesOf = (rows: Record<string, string>[]) => rows.flatMap(({ title }) => (title ? { title } : []));
  const g2a = table("g2a-allkeyshop-c8c9141.tsv", "\t").flatMap(({ label, rss }): ShopTitle[] => {
    const [appid] = rss?.match(/\d+/) ?? [];
    return label ? [{ title: label, ...(appid && { steamAppid: Number(appid) }) }] : [];
  });
  const keys = [
    ...names("eneba-2026-05-12.json", (list: { name: string }[]) => list),
    ...names("kinguin-products.json", ({ results }: { results: { name: string }[] }) => results),
    ...g2a,
  ];
  return [
    ["Instant Gaming", titlesOf(table("instantgaming-2025-11.csv")), / - (?:PC|Xbox|PlayStation|Nintendo)\b.*$/],
    ["Loaded (CDKeys)", titlesOf(table("loaded-cdkeys-2025-11-17.csv")), /(?: -)? (?:PC|Xbox)\b.*$/],
    ["GOG", titlesOf(table("gog-us-2025-11-18.csv")), /$/],
    [
      "Eneba, Kinguin, G2A",
      keys,
      / (?:\(PC\) )?(?:(?:Steam|Uplay|Origin|Gog\.com|GOG\.com|XBOX LIVE) )?(?:CD )?Key.*$/,
    ],
  ];
}

/** The product with the only game that has the letters of its title; for Europe and consoles there is none. */
function withGame({ title, ...columns }: ShopTitle, behind: RegExp, games: readonly ChangedGame[]): ChangedTitle {
  const id = `${title} ${columns.steamAppid ?? ""}`;
  const offer = { productId: id, title, currency: "USD", priceMinor: 999, ...columns };
  const bare = title.replace(behind, "");
  const isForUs = !/xbox|\bps[45]\b|switch|europe/i.test(title) || /\bPC\b(?!\)?.*EUROPE)/.test(title);
  const named = isForUs ? (gamesByLetters(games).get(lettersOf(bare)) ?? []) : [];
  const [game, ...others] = columns.steamAppid ? games.filter(({ appid }) => appid === columns.steamAppid) : named;
  const isKnown = game !== undefined && others.length === 0;
  return { kind: "real", offer, outcome: isKnown ? { gameId: game.id } : { exceptTitle: bare } };
}

let byLetters: ReadonlyMap<string, readonly ChangedGame[]> | undefined;
function gamesByLetters(games: readonly ChangedGame[]) {
  byLetters ??= Map.groupBy(games, ({ title }) => lettersOf(title));
  return byLetters;
}
