import { expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInUser } from "../../test/users.ts";
import { addItem, changeItem, removeItems, reorderList } from "./commands-items.ts";
import { listWholeList } from "./queries-items.ts";
import { gameLists } from "./table.ts";

const { db } = await createTestDatabase();
const wishlistOf = (userId: number) => ({ userId, listId: "wishlist" as const });

async function fillWishlist(name: string, size: number) {
  const { id: userId } = await signInUser(db, name);
  const gameIds = await addGames(size, name);
  const ids: number[] = [];
  for (const gameId of gameIds) {
    ids.push((await addItem(db, wishlistOf(userId), { gameId })).item.id);
  }
  return { userId, ids, gameIds };
}

const addGames = (size: number, name: string) =>
  addCatalogue(
    db,
    upTo(size).map((number) => ({ title: `${name} ${number}` })),
  );
const inOrder = (ids: readonly number[]) => ids.map((id, index) => ({ id, position: index + 1 }));
const places = async (userId: number) =>
  (await listWholeList(db, wishlistOf(userId))).map(({ displayOrder }) => displayOrder);
const upTo = (size: number) => Array.from({ length: size }, (_, index) => index + 1);

test("concurrent reorders by two tabs result in the order of one of them", async () => {
  const { userId, ids } = await fillWishlist("Tabs", 30);
  const reversed = ids.toReversed();
  for (let round = 0; round < 10; round += 1) {
    await Promise.all([
      reorderList(db, wishlistOf(userId), inOrder(ids)),
      reorderList(db, wishlistOf(userId), inOrder(reversed)),
    ]);
    const now = (await listWholeList(db, wishlistOf(userId))).map(({ id }) => id);
    expect([ids, reversed]).toContainEqual(now);
    expect(await places(userId)).toEqual(upTo(30));
  }
});

test("places stay distinct and complete under concurrent changes", async () => {
  const { userId, ids, gameIds } = await fillWishlist("Storm", 30);
  const more = await addGames(2, "More");
  await Promise.all([
    reorderList(db, wishlistOf(userId), inOrder(ids.slice(10, 25).toReversed())),
    ...[3, 5, 8].map((index) => removeItems(db, wishlistOf(userId), { gameIds: [gameIds[index]!] })),
    ...more.map((gameId) => addItem(db, wishlistOf(userId), { gameId })),
    ...[12, 20, 29].map((index) => changeItem(db, wishlistOf(userId), ids[index]!, { place: index - 9 })),
    changeItem(db, wishlistOf(userId), ids[0]!, { place: 30, notes: "last" }),
  ]);
  expect(await places(userId)).toEqual(upTo(29));
});

test("adding a game many times concurrently creates one item", async () => {
  const { id: userId } = await signInUser(db, "Eager");
  const [gameId = 0] = await addGames(1, "Wanted");
  const responses = await Promise.all(Array.from({ length: 12 }, () => addItem(db, wishlistOf(userId), { gameId })));
  expect(responses.filter(({ added }) => added)).toHaveLength(1);
  expect(new Set(responses.map(({ item }) => item.id)).size).toBe(1);
  expect(await listWholeList(db, wishlistOf(userId))).toHaveLength(1);
  expect(await db.$count(gameLists, eq(gameLists.userId, userId))).toBe(1);
});

test("the limit holds when many games are added concurrently", async () => {
  const { id: userId } = await signInUser(db, "Crowd");
  const gameIds = await addGames(10, "Crowd");
  const responses = await Promise.allSettled(gameIds.map((gameId) => addItem(db, wishlistOf(userId), { gameId }, 4)));
  expect(responses.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
  expect(await places(userId)).toEqual([1, 2, 3, 4]);
});
