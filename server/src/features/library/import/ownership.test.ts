import { describe, expect, test } from "vitest";
import { readText } from "./read-text.ts";

/** The targets of the entries, and whether they are decided. */
async function read(text: string) {
  const { entries, isDecided } = await readText(text, undefined);
  return { as: entries.map(({ as }) => as), isDecided };
}

const json = (value: unknown) => JSON.stringify(value);

describe("lists with what only wishes have are wishes (IsThereAnyDeal-Issues#1166)", () => {
  test.each([
    "title,category,shop,price_limit,cut_limit,drm,added\nHades,,,10,50,,2024-01-01",
    "appid,name,priority,date_added\n1145360,Hades,1,1700000000",
    "Name;Rank\nHades;1",
    "Game\tTarget Price\nHades\t9.99",
    "title,Desired Price\nHades,5",
    "title,Max. price\nHades,5",
    "title,wanted\nHades,yes",
    "name,appid,Min Discount\nHades,1145360,50",
    "title,Notify Below\nHades,5",
    "title,wishlisted_at\nHades,2024-01-01",
    json([{ title: "Hades", price_limit: 10, cut_limit: 50 }]),
    json([{ title: "Hades", priority: 1 }]),
    json([{ name: "Hades", targetPrice: 5 }]),
    json({ games: [{ name: "Hades", rank: 0 }] }),
    json({ data: [{ title: "Hades", desired_price: null }] }),
    json({ wishlist: ["Hades"] }),
    json({ 1145360: { name: "Hades", priority: 0, added: 1_700_000_000 } }),
    "My Steam wishlist:\nHades",
    "# Wishlist\n- Hades",
    "Hades (target $10)",
    "Hades - priority: 1",
  ])("%s", async (text) => expect(await read(text)).toEqual({ as: ["wished"], isDecided: true }));
});

describe("lists with what only possessions have are owned", () => {
  test.each([
    "title,playtime_forever\nHades,100",
    "Name,Purchase Date\nHades,2024-01-01",
    "Name,Hours Played\nHades,2",
    json([{ title: "Hades", last_played: "2024-01-01" }]),
    json({ library: [{ title: "Hades" }] }),
    json({ owned: ["Hades"] }),
    "My library:\nHades",
  ])("%s", async (text) => expect(await read(text)).toEqual({ as: ["owned"], isDecided: true }));
});

describe("nothing decides about other lists, which the import asks about", () => {
  test.each([
    "Hades",
    "title,appid\nHades,1145360",
    "title,copies,priority\nHades,2,1",
    json([{ title: "Hades" }]),
    json(["Hades"]),
    json({ games: ["Hades"] }),
    "Batman Arkham Collection",
    "Hades - Deluxe Edition 2",
    "Hades (2020)",
  ])("%s", async (text) => expect(await read(text)).toEqual({ as: ["owned"], isDecided: false }));
});

test("headings divide a text, and the user's choice takes precedence over all of it", async () => {
  const text = "Owned:\nHades\nCeleste\n\nWishlist\nSable";
  expect(await read(text)).toEqual({ as: ["owned", "owned", "wished"], isDecided: true });
  const { entries, isDecided } = await readText("Name;Rank\nHades;1", "ignored");
  expect([entries[0]!.as, entries[0]!.title, isDecided]).toEqual(["ignored", "Hades", true]);
});
