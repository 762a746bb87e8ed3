import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInUser } from "../../test/users.ts";
import { addToWishlist, changeWishlistItem, removeFromWishlist, reorderWishlist } from "./commands.ts";
import { listWholeWishlist } from "./queries.ts";
import { wishlistItems } from "./table.ts";

const { db } = await createTestDatabase();
const many = 1_000;

async function wishlistOf(name: string, size: number) {
  const { id: userId } = await signInUser(db, name);
  const gameIds = await addGames(size, name);
  const ids: number[] = [];
  for (const gameId of gameIds) {
    ids.push((await addToWishlist(db, { userId, gameId, priority: 0, notes: "" }, many)).item.id);
  }
  return { userId, ids, gameIds };
}

const addGames = (size: number, name: string) =>
  addCatalogue(
    db,
    upTo(size).map((number) => ({ title: `${name} ${number}` })),
  );
const inOrder = (ids: readonly number[]) => ids.map((wishlistId, index) => ({ wishlistId, position: index + 1 }));
const places = async (userId: number) => (await listWholeWishlist(db, userId)).map(({ displayOrder }) => displayOrder);
const upTo = (size: number) => Array.from({ length: size }, (_, index) => index + 1);

test("concurrent reorders by two tabs result in the order of one of them", async () => {
  const { userId, ids } = await wishlistOf("Tabs", 30);
  const reversed = ids.toReversed();
  for (let round = 0; round < 10; round += 1) {
    await Promise.all([reorderWishlist(db, userId, inOrder(ids)), reorderWishlist(db, userId, inOrder(reversed))]);
    const now = (await listWholeWishlist(db, userId)).map(({ id }) => id);
    expect([ids, reversed]).toContainEqual(now);
    expect(await places(userId)).toEqual(upTo(30));
  }
});

test("places stay distinct and complete under concurrent changes", async () => {
  const { userId, ids, gameIds } = await wishlistOf("Storm", 30);
  const more = await addGames(2, "More");
  await Promise.all([
    reorderWishlist(db, userId, inOrder(ids.slice(10, 25).toReversed())),
    ...[3, 5, 8].map((index) => removeFromWishlist(db, userId, { gameId: gameIds[index]! })),
    ...more.map((gameId) => addToWishlist(db, { userId, gameId, priority: 0, notes: "" }, many)),
    ...[12, 20, 29].map((index) => changeWishlistItem(db, userId, ids[index]!, { place: index - 9 })),
    changeWishlistItem(db, userId, ids[0]!, { place: 30, notes: "last" }),
  ]);
  expect(await places(userId)).toEqual(upTo(29));
});

test("adding a game many times concurrently creates one item", async () => {
  const { id: userId } = await signInUser(db, "Eager");
  const [gameId = 0] = await addGames(1, "Wanted");
  const input = { userId, gameId, priority: 0, notes: "" };
  const responses = await Promise.all(Array.from({ length: 12 }, () => addToWishlist(db, input, many)));
  expect(responses.filter(({ added }) => added)).toHaveLength(1);
  expect(new Set(responses.map(({ item }) => item.id)).size).toBe(1);
  expect(await db.$count(wishlistItems, eq(wishlistItems.userId, userId))).toBe(1);
});

test("the limit holds when many games are added concurrently", async () => {
  const { id: userId } = await signInUser(db, "Crowd");
  const gameIds = await addGames(10, "Crowd");
  const responses = await Promise.allSettled(
    gameIds.map((gameId) => addToWishlist(db, { userId, gameId, priority: 0, notes: "" }, 4)),
  );
  expect(responses.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
  expect(await places(userId)).toEqual([1, 2, 3, 4]);
});
