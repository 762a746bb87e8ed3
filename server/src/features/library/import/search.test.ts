import { expect, test } from "vitest";
import { startTestApp } from "../../../test/app.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { signInUser } from "../../../test/users.ts";

const database = await createTestDatabase();
const { db } = database;
const titles = [
  "The Witcher 3: Wild Hunt",
  "Hollow Knight",
  "Baldur's Gate 3",
  "GUILT: The Deathless",
  "Mortal Kombat 11",
  "BOXVR",
  "Grand Theft Auto IV: The Complete Edition",
  "Divinity: Original Sin 2 - Definitive Edition",
  "Portal",
  "Portal 2",
  "Disco Elysium",
  "Flashback",
  "Flashback ",
  "ELDEN RING",
];
await addCatalogue(
  db,
  titles.map((title, at) => ({
    title,
    playerCount: 1_000 - at,
    localizedTitles: title === "ELDEN RING" ? "ja: エルデンリング" : null,
  })),
);
const app = await startTestApp(database);
const { headers } = await signInUser(db, "ada");

async function preview(text: string, query = "") {
  const payload = { source: "file", text };
  const url = `/api/library/import/preview${query}`;
  return (await app.inject({ method: "POST", url, headers, payload })).json();
}

test.each([
  ["The Witcher 3", "The Witcher 3: Wild Hunt", true],
  ["Hollow Knigth", "Hollow Knight", true],
  ["Hollow Knigth (PC)", "Hollow Knight", true],
  ["BG3", null, false],
  ["Baldur Gate 3", "Baldur's Gate 3", true],
  ["Divinity Original Sin 2", "Divinity: Original Sin 2 - Definitive Edition", true],
  ["Disco Elysum", "Disco Elysium", true],
  ["hollowknight", "Hollow Knight", true],
  ["Elden", "ELDEN RING", false],
  // IsThereAnyDeal-Issues#3135, Enhanced_Steam#1587: a part of another title is no match
  ["GUILT", "GUILT: The Deathless", false],
  ["BOX VR", "BOXVR", true],
  ["The Witcher 3 - PS4", "The Witcher 3: Wild Hunt", false],
  // IsThereAnyDeal-Issues#1320: 11 is not II
  ["Mortal Kombat 2", null, false],
  ["Mortal Kombat II", null, false],
  ["Grand Theft Auto V", null, false],
  ["Portal 3", null, false],
  ["A Game of Another Site", null, false],
])("%s is offered as %s; probable: %s", async (name, title, probable) => {
  const { found, unsure, missing } = await preview(name);
  expect(found).toEqual([]);
  if (title === null) expect([unsure, missing.length]).toEqual([[], 1]);
  else expect([unsure[0]?.candidates[0].title, unsure[0]?.probable]).toEqual([title, probable]);
});

test.each([
  "Baldurs Gate 3",
  "Baldurs Gate III",
  "hollow knight",
  "Mortal Kombat 11",
  "GUILT: The Deathless",
  "Portal",
])("%s is certain", async (name) => {
  const { found, unsure, missing, decided } = await preview(name);
  expect([found.length, unsure, missing, decided]).toEqual([1, [], [], false]);
});

test("an entry with an appid that the catalogue lacks is not searched", async () => {
  const { unsure, missing } = await preview("name,appid\nHollow Knigth,367520");
  expect([unsure, missing.length]).toEqual([[], 1]);
});

test("games added as owned that are on the wishlist are named", async () => {
  const { found } = await preview("Portal\nPortal 2");
  const ids = found.map(({ game }: { game: { id: number } }) => game.id);
  await app.inject({ method: "POST", url: "/api/wishlist", headers, payload: { gameId: ids[1] } });
  const items = ids.map((gameId: number) => ({ gameId, as: "owned" }));
  const payload = { source: "file", items };
  const { summary, on_wishlist } = (
    await app.inject({ method: "POST", url: "/api/library/import", headers, payload })
  ).json();
  expect([summary.owned, on_wishlist]).toEqual([2, [ids[1]]]);
});

test("games have their titles in the language of the call too", async () => {
  const { found, unsure } = await preview("Elden Ring\nElden\nPortal", "?language=ja");
  const shown = { title: "ELDEN RING", localized_title: "エルデンリング" };
  expect(found[0].game).toMatchObject(shown);
  expect(found[1].game).not.toHaveProperty("localized_title");
  expect(unsure[0].candidates[0]).toMatchObject(shown);
  expect((await preview("Elden Ring")).found[0].game).not.toHaveProperty("localized_title");
});
