import { foldText } from "contract/core/text.ts";
import { titleKey } from "contract/games/rules.ts";
import { expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInUser } from "../../test/users.ts";
import { importGames } from "../library/commands.ts";
import { users } from "../users/table.ts";
import { games } from "./table.ts";

interface Facts {
  title: string;
  genre?: string;
  tags?: string;
  contentDescriptors?: number[];
}

const hidden: Facts[] = [
  { title: "Quiet Evenings", contentDescriptors: [3] },
  { title: "Quiet Nights", contentDescriptors: [1, 4, 5] },
  { title: "Beach Days", tags: "Casual, Hentai" },
  { title: "Beach Nights", tags: "NSFW" },
  { title: "Beach Weeks", tags: "Indie, sexual content, Nudity", contentDescriptors: [1] },
  { title: "Beach Years", genre: "Sexual Content" },
  { title: "Пляж", tags: "Инди, Сексуальный контент" },
  { title: "Playa", tags: "Contenido sexual, Indie" },
  { title: "Cyberpunk hentai" },
  { title: "Cyberpunk SEX Simulator", tags: "Casual, Indie" },
  { title: "My Boss is a Futanari 2" },
  { title: "HENTAI3: Puzzle" },
  { title: "Porn-Studio" },
  { title: "NSFW [Studio]" },
  { title: "Ｈｅｎｔａｉ Wide" },
];

const shown: Facts[] = [
  { title: "Cyberpunk 2077", tags: "Cyberpunk, Open World, Nudity, Mature", contentDescriptors: [1, 2, 5] },
  { title: "The Witcher 3: Wild Hunt", tags: "Open World, RPG, Nudity" },
  { title: "Naked Sun", tags: "Nudity" },
  { title: "Essex Farming" },
  { title: "The Sextant of Middlesex" },
  { title: "Unisex Salon" },
  { title: "Pornic: a Town in France" },
  { title: "The Sexy Brutale" },
  { title: "Hentaigana Teacher" },
  { title: "Sex Education Quiz", contentDescriptors: [] },
  { title: "Asexual", contentDescriptors: [1, 2, 5] },
  { title: "Content", tags: "Sexual Content Warning" },
];

const database = await createTestDatabase();
const { db } = database;
const all = [...hidden, ...shown];
const ids = (
  await db
    .insert(games)
    .values(all.map((game) => ({ ...game, titleFolded: foldText(game.title), titleKey: titleKey(game.title) })))
    .returning({ id: games.id })
).map(({ id }) => id);
const app = await startTestApp(database);
const adult = await signInUser(db, "adult");
await db.update(users).set({ showExplicitContent: true }).where(eq(users.id, adult.id));
const owner = await signInUser(db, "owner");
await importGames(db, {
  userId: owner.id,
  source: "file",
  items: [ids[0]!, ids.at(-1)!].map((gameId) => ({ gameId, as: "owned" as const, addedAt: null })),
  maxWishes: 1,
  now: new Date(),
});

const get = async (url: string, headers = {}) => (await app.inject({ url, headers })).json();
const titlesOf = (list: { games: { title: string }[] }) => list.games.map(({ title }) => title).sort();

test("descriptors, tags or, without descriptors, title words make a game explicit (spec/games 1.3)", async () => {
  const list = await get("/api/games?limit=100");
  expect(titlesOf(list)).toEqual(shown.map(({ title }) => title).sort());
  expect([list.totalGames, list.hidden_explicit]).toEqual([shown.length, hidden.length]);
});

test("a search says how many games it leaves out, and suggestions do too", async () => {
  for (const [search, total, left] of [
    ["cyberpunk 2077", 1, 0],
    ["witcher 3", 1, 0],
    ["cyberpunk", 1, 2],
    ["beach nights", 0, 1],
  ] as const) {
    const query = encodeURIComponent(search);
    const list = await get(`/api/games?search=${query}`);
    expect([search, list.totalGames, list.hidden_explicit]).toEqual([search, total, left]);
    const suggested = await get(`/api/games/suggest?q=${query}`);
    expect([search, suggested.total, suggested.hidden_explicit]).toEqual([search, total, left]);
  }
  expect((await get("/api/games/free")).hidden_explicit).toBe(0);
});

test("users who enabled explicit games see all of them, and none is counted as left out", async () => {
  const list = await get("/api/games?limit=100", adult.headers);
  expect([list.totalGames, list.hidden_explicit]).toEqual([all.length, 0]);
});

test("a game that is explicit and owned counts as owned only", async () => {
  const list = await get("/api/games?limit=100", owner.headers);
  expect(list).toMatchObject({ totalGames: shown.length - 1, hidden: 1, hidden_explicit: hidden.length - 1 });
});

test("a batch says how many it leaves out", async () => {
  const payload = { gameIds: ids };
  const { games, hidden_explicit } = (await app.inject({ method: "POST", url: "/api/games/batch", payload })).json();
  expect([games.length, hidden_explicit]).toEqual([shown.length, hidden.length]);
});

test("a change of tags or descriptors changes it, unless a person has decided", async () => {
  const [plain, decided] = [ids[all.findIndex(({ title }) => title === "Naked Sun")]!, ids.at(-1)!];
  await db
    .update(games)
    .set({ overrides: { explicit: false } })
    .where(eq(games.id, decided));
  const stateOf = async (id: number) => {
    const [game] = await db.select().from(games).where(eq(games.id, id));
    return [game!.explicit, game!.overrides.explicit];
  };
  await db
    .update(games)
    .set({ contentDescriptors: [4] })
    .where(sql`id in (${plain}, ${decided})`);
  expect(await stateOf(plain)).toEqual([true, undefined]);
  expect(await stateOf(decided)).toEqual([false, true]);
  await db.update(games).set({ contentDescriptors: null }).where(sql`id in (${plain}, ${decided})`);
  expect(await stateOf(plain)).toEqual([false, undefined]);
  expect(await stateOf(decided)).toEqual([false, false]);
});
