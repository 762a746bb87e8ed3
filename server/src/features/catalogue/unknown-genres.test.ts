import { expect, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInAdmin } from "../../test/users.ts";

test("games with a genre that the site does not know have a filter of their own", async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await addCatalogue(db, [
    { title: "Weaver", genre: "Action, Basket Weaving" },
    { title: "Weavers", genre: "Basket Weaving" },
    { title: "Known", genre: "Indie" },
    { title: "Without" },
  ]);
  const app = await startTestApp(database);
  const { headers } = await signInAdmin(db, "Reader", ["catalogue.read"]);
  const url = "/api/admin/catalogue/games?sortBy=title&sortOrder=ASC";
  const list = async (query: string) => (await app.inject({ url: url + query, headers })).json();
  const found = await list("&unknown_genre=true");
  expect(found.games.map(({ title }: { title: string }) => title)).toEqual(["Weaver", "Weavers"]);
  expect(found).toMatchObject({ total: 2, unknown_genres: [{ name: "Basket Weaving", games: 2 }] });
  expect((await list("")).total).toBe(4);
});
