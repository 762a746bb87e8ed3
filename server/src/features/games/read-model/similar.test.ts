import { expect, test } from "vitest";
import { startTestApp } from "../../../test/app.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { signInUser } from "../../../test/users.ts";
import { users } from "../../users/table.ts";
import { games } from "../table.ts";

const database = await createTestDatabase();
const { db } = database;
const list = [
  { title: "Souls", developer: "From", tags: "Action, RPG, Souls-like", playerCount: 100 },
  { title: "Other souls", developer: "Team", tags: "Action, Souls-like", playerCount: 1 },
  { title: "Less alike", developer: "Team", tags: "Action, Souls-like, Puzzle, Racing", playerCount: 90 },
  { title: "Role playing", developer: "From", tags: "Action, RPG", playerCount: 5 },
  { title: "More popular role playing", developer: "Team", tags: "Action, RPG", playerCount: 50 },
  { title: "Nothing in common", developer: "From", tags: "Sports", playerCount: 900 },
  { title: "Adult souls", developer: "From", tags: "Souls-like, Hentai", playerCount: 9 },
  { title: "Untagged", playerCount: 3 },
  ...Array.from({ length: 10 }, (_, n) => ({ title: `Story ${n}`, tags: "RPG, Story, Choices" })),
  ...Array.from({ length: 10 }, (_, n) => ({ title: `Action ${n}`, tags: "Action", playerCount: n })),
];
const ids = await addCatalogue(db, list);
const [dlc] = await db
  .insert(games)
  .values({ title: "DLC", titleFolded: "dlc", titleKey: "dlc", type: "dlc", tags: "Souls-like", developer: "From" })
  .returning({ id: games.id });
const app = await startTestApp(database);

async function similarTo(id: number, headers = {}) {
  const response = await app.inject({ url: `/api/games/${id}/similar`, headers });
  const titles = (games: { title: string }[]) => games.map(({ title }) => title);
  const { games: found, by_developer: others } = response.json();
  return { games: titles(found), others: titles(others) };
}

test("games are similar if they share rare tags and have few others; popularity breaks ties", async () => {
  const { games } = await similarTo(ids[0]!);
  expect(games.slice(0, 4)).toEqual(["Other souls", "More popular role playing", "Role playing", "Less alike"]);
  expect(games).toHaveLength(8);
});

test("the most popular other games of the developer come first, of type game only", async () => {
  expect((await similarTo(ids[0]!)).others).toEqual(["Nothing in common", "Role playing"]);
  expect((await similarTo(dlc!.id)).others).toEqual(["Nothing in common", "Souls", "Role playing"]);
});

test("explicit games are only shown to users who enabled them", async () => {
  const user = await signInUser(db, "ann");
  await db.update(users).set({ showExplicitContent: true });
  expect((await similarTo(ids[0]!)).games).not.toContain("Adult souls");
  expect((await similarTo(ids[0]!, user.headers)).games).toContain("Adult souls");
});

test("a game added later is compared as well", async () => {
  const late = { title: "Late souls", developer: "From", tags: "Action, RPG, Souls-like", playerCount: 7 };
  const [id] = await addCatalogue(db, [late]);
  await expect.poll(async () => (await app.inject(`/api/games/${id}/similar`)).statusCode).toBe(200);
  expect((await similarTo(id!)).games).toContain("Souls");
  // a game not requested before, since responses are cached while their games stay the same
  expect((await similarTo(ids[1]!)).games).toContain("Late souls");
  expect((await similarTo(ids[3]!)).others).toContain("Late souls");
});

test("a game without tags and developer has no similar games, an unknown one is not found", async () => {
  expect(await similarTo(ids[7]!)).toEqual({ games: [], others: [] });
  expect((await app.inject("/api/games/999999/similar")).statusCode).toBe(404);
});
