import { expect, test } from "vitest";
import { ImportRow } from "./row.ts";

/** The parsed field, or the message that refuses it. */
function read(field: string, value: unknown): unknown {
  const parsed = ImportRow.safeParse({ title: "Sable", [field]: value });
  if (parsed.success) return parsed.data[field as keyof ImportRow];
  expect(parsed.error.issues.map(({ path }) => path.join("."))).toEqual([field]);
  return `refused: ${parsed.error.issues[0]?.message}`;
}

test.each([
  ["steam_price", 59.99, 5999],
  ["steam_price", "9.79", 979],
  ["steam_price", 0, 0],
  ["steam_price", null, null],
  ["steam_price", 10_000, 1_000_000],
  ["gog_link", " https://www.gog.com/game/sable ", "https://www.gog.com/game/sable"],
  ["gog_link", "", null],
  ["steam_appid", 10, 10],
  ["steam_appid", "281990", 281990],
  ["cdkeys_stock", true, true],
  ["cdkeys_stock", "FALSE", false],
  ["cdkeys_stock", "1", true],
  ["cdkeys_stock", null, null],
  ["release_date", "2024-02-29", "2024-02-29"],
  ["release_date", "", null],
  ["metacritic_score", 0, null],
  ["metacritic_score", "97", 97],
  ["player_count", 0, 0],
  ["tags", "Action ,FPS,, Co-op ", "Action, FPS, Co-op"],
  ["developer", "SmiteWorks USA, LLC", "SmiteWorks USA, LLC"],
  ["genre", "  ", null],
  ["genre", "Инди, Acción", "Indie, Action"],
  ["genre", "Weaving", "Weaving"],
  ["content_descriptors", [5, 1, 5], [1, 5]],
  ["content_descriptors", "3; 4", [3, 4]],
  ["content_descriptors", [], []],
  ["content_descriptors", null, null],
  ["title", "none", "none"],
  ["title", "140", "140"],
  ["title", "缺氧", "缺氧"],
  ["title", "🧠 OUT OF THE BOX", "🧠 OUT OF THE BOX"],
  ["title", '"Glow Ball" - The billiard puzzle game', '"Glow Ball" - The billiard puzzle game'],
])("%s %j is read as %j", (field, value, expected) => expect(read(field, value)).toEqual(expected));

const notDollars = "is not an amount of US dollars such as 9.99";
const notPrice = "is not a price: it must be from 0 to 10000 with at most 2 decimals";
const notDay = "is not a day written YYYY-MM-DD";
test.each([
  ["steam_price", "$39.99", `"$39.99" ${notDollars}`],
  ["steam_price", "9.99 €", `"9.99 €" ${notDollars}`],
  ["steam_price", "8,19€", `"8,19€" ${notDollars}`],
  ["steam_price", "₹3,249", `"₹3,249" ${notDollars}`],
  ["steam_price", "385 руб.", `"385 руб." ${notDollars}`],
  ["steam_price", "-90%$13.70$1.37", `"-90%$13.70$1.37" ${notDollars}`],
  ["steam_price", "Factorio Demo", `"Factorio Demo" ${notDollars}`],
  ["steam_price", "$9.99 USD / month", `"$9.99 USD / month" ${notDollars}`],
  ["steam_price", "Free To Play", `"Free To Play" ${notDollars}`],
  ["steam_price", "N/A", `"N/A" ${notDollars}`],
  ["steam_price", "", `"" ${notDollars}`],
  ["steam_price", [], `[] ${notDollars}`],
  ["steam_price", -1, `-1 ${notPrice}`],
  ["steam_price", 10_000.01, `10000.01 ${notPrice}`],
  ["steam_price", 968_000, `968000 ${notPrice}`],
  ["steam_price", 9.999, `9.999 ${notPrice}`],
  ["null_price", Number.POSITIVE_INFINITY, `null ${notDollars}`],
  ["release_date", "21 Aug, 2012", `"21 Aug, 2012" ${notDay}`],
  ["release_date", "21-Oct-08", `"21-Oct-08" ${notDay}`],
  ["release_date", "99-Mon", `"99-Mon" ${notDay}`],
  ["release_date", "09/03/20", `"09/03/20" ${notDay}`],
  ["release_date", "Q3 2025", `"Q3 2025" ${notDay}`],
  ["release_date", "Coming soon", `"Coming soon" ${notDay}`],
  ["release_date", "2026년 9월 1일", `"2026년 9월 1일" ${notDay}`],
  ["release_date", "2021-08-10T17:00:00.000Z", `"2021-08-10T17:00:00.000Z" ${notDay}`],
  ["release_date", "2023-02-29", `"2023-02-29" ${notDay}`],
  ["release_date", "0000-01-01", `"0000-01-01" ${notDay}`],
  ["release_date", 1_628_614_800, "1628614800 is not text"],
  ["player_count", "492,197", '"492,197" is not a whole number'],
  ["player_count", 1.5, "1.5 is not a whole number"],
  ["player_count", 2_147_483_648, "2147483648 is not a whole number"],
  ["review_score", "86% (Very Positive)", '"86% (Very Positive)" is not a number from 0 to 10'],
  ["rating", 10.1, "10.1 is not a number from 0 to 10"],
  ["metacritic_score", "N/A", '"N/A" is not a score from 0 to 100'],
  ["metacritic_score", 101, "101 is not a score from 0 to 100"],
  ["steam_appid", 0, "0 is not a Steam appid"],
  ["steam_appid", "app/10", '"app/10" is not a Steam appid'],
  ["cdkeys_stock", "maybe", '"maybe" is not true or false'],
  ["steam_link", "javascript:alert(1)", '"javascript:alert(1)" is not an address that begins with https:// or http://'],
  ["steam_link", "http://a b", '"http://a b" is not an address that begins with https:// or http://'],
  ["boxart_url", "http://a.test/x.jpg", '"http://a.test/x.jpg" is not an address that begins with https://'],
  ["title", "", "must not be empty"],
  ["title", " \u200b\u00a0", "must not be empty"],
  ["title", undefined, "is missing"],
  ["title", 7, "7 is not text"],
  ["title", "x".repeat(301), "is longer than 300 characters"],
])("%s %j is refused", (field, value, message) => expect(read(field, value)).toBe(`refused: ${message}`));

test.each([[null], ["text"], [[1]], [7]])("%j is not a game", (value) => {
  expect(ImportRow.safeParse(value).error?.issues).toMatchObject([{ path: [], message: "is not a JSON object" }]);
});

test("absent fields stay absent", () => {
  expect(ImportRow.parse({ title: "Sable", steam_price: null })).toEqual({ title: "Sable", steam_price: null });
});

test.each([
  [{ review_score: 9.7, review_count: 241_610 }, 9.6],
  [{ review_score: 10, review_count: 5 }, 7.1],
  [{ review_score: 0, review_count: 3 }, 3.3],
  [{ review_score: 9.7, review_count: 241_610, rating: 1 }, 9.6],
  [{ review_score: 10, review_count: 0, rating: 8 }, null],
  [{ review_score: 10, rating: 8.06 }, 8.1],
  [{ rating: 8 }, 8],
  [{ rating: null }, null],
  [{}, undefined],
])("the rating of %j is %s (spec/price-sources 5.3)", (fields, rating) => {
  expect(ImportRow.parse({ title: "Sable", ...fields }).rating).toBe(rating);
});
