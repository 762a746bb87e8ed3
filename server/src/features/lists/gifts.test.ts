import { expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInUser, type TestUser } from "../../test/users.ts";
import { giftMarks } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const ada = await signInUser(db, "Ada");
const bob = await signInUser(db, "Bob");
const [alpha = 0, beta = 0, gamma = 0] = await addCatalogue(db, [
  { title: "Alpha", offers: { steam: { priceMinor: 2_000 } } },
  { title: "Beta" },
  { title: "Gamma" },
]);

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function call(user: TestUser | null, method: Method, url: string, payload?: object) {
  const { statusCode, body, headers } = await app.inject({ method, url, headers: { ...user?.headers }, payload });
  return { status: statusCode, body: body === "" ? undefined : JSON.parse(body), headers, text: body };
}

/** A gift list of Ada's with two games. */
async function giftList() {
  const { id } = (await call(ada, "POST", "/api/lists", { name: "Birthday", is_gift: true })).body.list;
  for (const gameId of [alpha, beta]) await call(ada, "POST", `/api/lists/${id}/items`, { gameId });
  const { token } = (await call(ada, "POST", `/api/lists/${id}/share`)).body;
  return { id: id as number, token: token as string };
}

const mark = (token: string, gameId: number, giver?: string, user: TestUser | null = null) =>
  call(user, "PUT", `/api/shared/${token}/gifts/${gameId}`, { giver });
const unmark = (token: string, gameId: number, giver: string, user: TestUser | null = null) =>
  call(user, "DELETE", `/api/shared/${token}/gifts/${gameId}`, { giver });
const marks = async (token: string, giver?: string, user: TestUser | null = null) =>
  (await call(user, "POST", `/api/shared/${token}/gifts`, { giver })).body.gifts;

test("a friend marks a gift, visible to others as taken, and unmarks it (spec/lists 5.2)", async () => {
  const { token } = await giftList();
  const first = await mark(token, alpha);
  expect(first.status).toBe(200);
  const { giver } = first.body;
  expect(giver).toMatch(/^[\w-]{43}$/);
  expect(await marks(token, giver)).toEqual([{ game_id: alpha, mine: true }]);
  expect(await marks(token)).toEqual([{ game_id: alpha, mine: false }]);
  expect(await marks(token, undefined, bob)).toEqual([{ game_id: alpha, mine: false }]);

  expect(await mark(token, alpha, giver)).toMatchObject({ status: 200, body: { giver } });
  expect(await mark(token, alpha, undefined, bob)).toMatchObject({
    status: 409,
    body: { error: "Someone is giving this already" },
  });
  expect((await mark(token, beta, giver)).status).toBe(200);
  expect((await unmark(token, alpha, "x".repeat(43))).status).toBe(204);
  expect(await marks(token, giver)).toHaveLength(2);
  for (let twice = 0; twice < 2; twice += 1) expect((await unmark(token, alpha, giver)).status).toBe(204);
  expect(await marks(token)).toEqual([{ game_id: beta, mine: false }]);
});

test("of friends who mark concurrently, only one gives", async () => {
  const { token } = await giftList();
  const attempts = await Promise.all(Array.from({ length: 8 }, () => mark(token, alpha)));
  expect(attempts.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
});

test("only games of gift lists are given", async () => {
  const { id, token } = await giftList();
  expect((await mark(token, gamma)).status).toBe(404);
  expect((await mark("n".repeat(43), alpha)).status).toBe(404);
  expect((await call(null, "PUT", `/api/shared/${token}/gifts/${alpha}`, { giver: "short" })).status).toBe(400);
  await mark(token, alpha);
  await call(ada, "PUT", `/api/lists/${id}`, { is_gift: false });
  expect((await call(null, "POST", `/api/shared/${token}/gifts`)).status).toBe(404);
  expect((await mark(token, beta)).status).toBe(404);
  await call(ada, "PUT", `/api/lists/${id}`, { is_gift: true });
  expect(await marks(token)).toHaveLength(1);
});

/** All responses to the owner about a list. */
async function seenByOwner({ id, token }: { id: number; token: string }) {
  const calls: [Method, string, object?][] = [
    ["GET", "/api/lists"],
    ["GET", `/api/lists/${id}`],
    ["GET", `/api/lists/${id}/items`],
    ["GET", `/api/lists/${id}/basket`],
    ["GET", `/api/shared/${token}`],
    ["POST", `/api/shared/${token}/gifts`, {}],
    ["PUT", `/api/shared/${token}/gifts/${alpha}`, {}],
    ["PUT", `/api/shared/${token}/gifts/${beta}`, {}],
    ["DELETE", `/api/shared/${token}/gifts/${alpha}`, { giver: "x".repeat(43) }],
    ["POST", `/api/lists/${id}/items`, { gameId: alpha }],
    ["GET", "/api/auth/export"],
  ];
  const seen = [];
  for (const [method, url, payload] of calls) {
    const { status, text } = await call(ada, method, url, payload);
    seen.push([method, url, status, text.replace(/"exported_?[aA]t":"[^"]*"/, "")]);
  }
  for (const format of ["rss", "atom", "json"]) {
    const { body, headers } = await app.inject(`/feeds/lists/${token}.${format}`);
    seen.push([format, body, headers.etag]);
  }
  seen.push((await app.inject(`/images/lists/${token}/social`)).headers.etag);
  return seen;
}

test("no response to the owner reveals a mark (spec/lists 5.3)", async () => {
  const list = await giftList();
  const before = await seenByOwner(list);
  const { giver } = (await mark(list.token, alpha)).body;
  expect(await seenByOwner(list)).toEqual(before);
  await mark(list.token, beta, undefined, bob);
  expect(await seenByOwner(list)).toEqual(before);
  await unmark(list.token, alpha, giver);
  expect(await seenByOwner(list)).toEqual(before);
});

test("the owner is refused the same way, whatever is marked", async () => {
  const { token } = await giftList();
  const { giver } = (await mark(token, alpha)).body;
  const refused = { status: 403, body: { code: "forbidden", error: "What friends give stays hidden from the owner" } };
  expect(await call(ada, "POST", `/api/shared/${token}/gifts`, { giver })).toMatchObject(refused);
  for (const gameId of [alpha, beta, gamma]) {
    expect(await mark(token, gameId, giver, ada)).toMatchObject(refused);
    expect(await unmark(token, gameId, giver, ada)).toMatchObject(refused);
  }
  expect(await marks(token, giver)).toEqual([{ game_id: alpha, mine: true }]);
});

test("the owner removes and adds a marked game like any other, and the mark survives", async () => {
  const { id, token } = await giftList();
  await mark(token, alpha);
  const done = [];
  for (const gameId of [alpha, beta]) {
    const removed = await call(ada, "DELETE", `/api/lists/${id}/items/game/${gameId}`);
    const added = await call(ada, "POST", `/api/lists/${id}/items`, { gameId });
    done.push([removed.status, added.status, added.body.item.display_order]);
  }
  expect(done[0]).toEqual(done[1]);
  expect(await marks(token)).toEqual([{ game_id: alpha, mine: false }]);
  const { token: next } = (await call(ada, "POST", `/api/lists/${id}/share`)).body;
  expect(await marks(next)).toEqual([{ game_id: alpha, mine: false }]);
  await call(ada, "DELETE", `/api/lists/${id}`);
  expect(await db.$count(giftMarks, eq(giftMarks.listId, id))).toBe(0);
});

test("a mark does not identify the giver", async () => {
  const columns = Object.keys(giftMarks).filter((name) => !name.startsWith("enable"));
  expect(columns).toEqual(["id", "listId", "gameId", "giverHash"]);
});
