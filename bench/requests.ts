import { gameSorts } from "contract/games/sorting.ts";
import type { Db } from "../server/src/platform/db/connect.ts";
import { sql } from "../server/src/platform/db/drizzle.ts";
import type { Request } from "./load.ts";

export interface Subjects {
  /** All games that lists show. */
  ids: number[];
  terms: {
    /** Words in at least 1 % of titles. */
    common: string[];
    /** Words in 3 to 100 titles. */
    rare: string[];
    /** Two letters. */
    pairs: string[];
  };
}

/** The stores of generated games. */
export const stores = ["steam", "gog", "cdkeys", "other"] as const;

export const orders = ["ASC", "DESC"] as const;

/** Coprime to every number of combinations used here, so steps of this size visit each combination once. */
const stride = 7_368_787;

/** The n-th combination of one item per list; consecutive combinations differ widely. */
export function combine<Lists extends readonly (readonly unknown[])[]>(
  n: number,
  ...lists: Lists
): { [Index in keyof Lists]: Lists[Index][number] } {
  let rest = (n * stride) % lists.reduce((product, list) => product * list.length, 1);
  return lists.map((list) => {
    const item = list[rest % list.length];
    rest = Math.floor(rest / list.length);
    return item;
  }) as { [Index in keyof Lists]: Lists[Index][number] };
}

/** The whole numbers from `first` to `last`. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** A path with the parameters that are defined. */
export function request(path: string, query: Record<string, string | number | undefined> = {}): Request {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return { path: given.length === 0 ? path : `${path}?${new URLSearchParams(given)}` };
}

export const browserHeaders = { "accept-encoding": "gzip, deflate, br, zstd" };

/** The n-th list page in HTML. */
export function listPage(n: number, games: number): Request {
  // The site redirects addresses that name a default (the sort by rating, page 1) or relevance without a search.
  const sorts = gameSorts.filter((sort) => sort !== "rating" && sort !== "relevance");
  const [page, sort] = combine(n, range(2, Math.floor(games / 30)), sorts);
  return { ...request("/games", { page, sort }), headers: browserHeaders };
}

export async function findSubjects(db: Db): Promise<Subjects> {
  const { rows: games } = await db.execute<{ id: number }>(sql`select id from games where not explicit order by id`);
  const { rows: words } = await db.execute<{ word: string; titles: number }>(sql`
    select word, count(distinct id)::integer as titles
    from games, regexp_split_to_table(title_folded, '[^a-z]+') as word
    where not explicit and length(word) >= 4 group by word order by word
  `);
  const withTitles = (min: number, max: number) =>
    words.filter(({ titles }) => titles >= min && titles <= max).map(({ word }) => word);
  return {
    ids: games.map(({ id }) => id),
    terms: {
      common: withTitles(games.length / 100, games.length),
      rare: withTitles(3, 100),
      pairs: [..."aeiou"].flatMap((vowel) => [..."rnstldmc"].flatMap((letter) => [vowel + letter, letter + vowel])),
    },
  };
}
