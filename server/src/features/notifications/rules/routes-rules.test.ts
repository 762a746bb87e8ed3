import { maxRules } from "contract/notifications/rules.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../../platform/db/drizzle.ts";
import { startTestApp } from "../../../test/app.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { signInUser, type TestUser } from "../../../test/users.ts";
import { gameLists } from "../../lists/table.ts";
import { recordOffers } from "../../prices/offers/commands.ts";
import { channels } from "../channels/table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const ada = await signInUser(db, "Ada");
const bob = await signInUser(db, "Bob");
const [gameId = 0, hiddenId = 0] = await addCatalogue(db, [
  {
    title: "Hades II",
    localizedTitles: "ja: ハデスII",
    offers: { steam: { priceMinor: 2_999 }, cdkeys: { priceMinor: 1_999, inStock: true } },
  },
  { title: "Hidden" },
]);
await db.execute(sql`update games set hidden = true where id = ${hiddenId}`);

const call = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object, user: TestUser = ada) =>
  app.inject({ method, url: `/api/rules${path}`, headers: user.headers, ...(payload && { payload }) });

const aboutGame = { kind: "target", subject: { type: "game", id: gameId }, value: 15 };

beforeEach(async () => {
  await db.execute(sql`delete from notification_rules`);
  await db.execute(sql`delete from channels`);
});

async function addChannel(user: TestUser): Promise<number> {
  const row = { userId: user.id, kind: "ntfy" as const, name: "Phone", config: "" };
  const [channel] = await db.insert(channels).values(row).returning();
  return channel!.id;
}

describe("rules (spec/notifications 1)", () => {
  test("are added, listed, changed and removed by their owner", async () => {
    const channel = await addChannel(ada);
    const added = await call("POST", "", { ...aboutGame, scope: "official", channels: [channel, channel] });
    expect(added.statusCode).toBe(201);
    const { rule } = added.json();
    expect(rule).toEqual({
      id: expect.any(Number),
      kind: "target",
      subject: { type: "game", id: gameId, title: "Hades II" },
      country: "US",
      currency: "USD",
      value: 15,
      scope: "official",
      unless_included: false,
      channels: [channel],
      created_at: expect.any(String),
      current_price: 29.99,
      last_fired: null,
    });
    expect((await call("GET", "")).json()).toEqual({ rules: [rule], total: 1, lists: [] });
    expect((await call("GET", "?language=ja")).json().rules[0].subject).toMatchObject({
      title: "Hades II",
      localized_title: "ハデスII",
    });
    expect((await call("GET", "?language=de")).json().rules).toEqual([rule]);
    expect((await call("GET", "", undefined, bob)).json()).toEqual({ rules: [], total: 0, lists: [] });
    const input = { kind: "discount", subject: { type: "wishlist" }, value: 50, scope: "mine" };
    const changed = await call("PUT", `/${rule.id}`, input);
    expect(changed.json().rule).toMatchObject({ ...input, id: rule.id, channels: [], current_price: null });
    expect((await call("PUT", `/${rule.id}`, input, bob)).statusCode).toBe(404);
    expect((await call("DELETE", `/${rule.id}`, undefined, bob)).statusCode).toBe(204);
    expect((await call("GET", "")).json().total).toBe(1);
    for (let time = 0; time < 2; time += 1) expect((await call("DELETE", `/${rule.id}`)).statusCode).toBe(204);
    expect((await call("GET", "")).json().total).toBe(0);
  });

  test("report when and why they last fired", async () => {
    const { rule } = (await call("POST", "", { ...aboutGame, value: 25, scope: "official" })).json();
    const now = new Date();
    await recordOffers(db, [{ gameId, store: "steam", priceMinor: 2_450 }], { now });
    const [fired] = (await call("GET", "")).json().rules;
    expect(fired).toMatchObject({
      id: rule.id,
      current_price: 24.5,
      last_fired: {
        at: now.toISOString(),
        game_id: gameId,
        title: "Hades II",
        store: "Steam",
        price: 24.5,
        old_price: 29.99,
      },
    });
    await recordOffers(db, [{ gameId, store: "steam", priceMinor: 2_999 }], { now: new Date(now.getTime() + 1) });
  });

  test("can only be about lists of their owner", async () => {
    const [list] = await db.insert(gameLists).values({ userId: ada.id, name: "Summer" }).returning();
    const input = { kind: "drop", subject: { type: "list", id: list!.id } };
    expect((await call("POST", "", input)).json().rule.subject).toEqual({ type: "list", id: list!.id, name: "Summer" });
    expect((await call("GET", "")).json().lists).toEqual([{ id: list!.id, name: "Summer" }]);
    const refused = await call("POST", "", input, bob);
    expect([refused.statusCode, refused.json().details]).toEqual([
      400,
      [{ path: "subject.id", msg: "You have no such list" }],
    ]);
  });

  test.each<[input: object, status: number, problem: string]>([
    [{ ...aboutGame, value: null }, 400, "Enter a price from $0.01 to $10,000, with two decimals"],
    [{ ...aboutGame, value: 0 }, 400, "Enter a price from $0.01 to $10,000, with two decimals"],
    [{ ...aboutGame, kind: "discount", value: 50.5 }, 400, "Enter a discount from 1 to 100 percent"],
    [{ ...aboutGame, kind: "discount", value: 101 }, 400, "Enter a discount from 1 to 100 percent"],
    [{ ...aboutGame, kind: "drop" }, 400, "This kind of rule has no value"],
    [{ ...aboutGame, subject: { type: "game", id: 999_999 } }, 404, "Game not found"],
    [{ ...aboutGame, subject: { type: "game", id: hiddenId } }, 404, "Game not found"],
    [{ ...aboutGame, channels: [999_999] }, 400, "You have no such channel"],
    [{ ...aboutGame, country: "XX" }, 400, "country"],
    [{ ...aboutGame, kind: "sale" }, 400, "kind"],
  ])("%j is a %d: %s", async (input, status, problem) => {
    const response = await call("POST", "", input);
    expect([response.statusCode, response.json().error]).toEqual([status, expect.stringContaining(problem)]);
  });

  test("duplicates are refused, and the number of rules is limited", async () => {
    expect((await call("POST", "", aboutGame)).statusCode).toBe(201);
    expect((await call("POST", "", aboutGame)).json().error).toBe("You have this rule already");
    expect((await call("POST", "", { ...aboutGame, value: 14 })).statusCode).toBe(201);
    await db.execute(sql`
      insert into notification_rules (user_id, kind, subject, game_id, country, value, scope)
      select ${ada.id}, 'target', 'game', ${gameId}, 'US', number, 'all'
      from generate_series(1, ${maxRules - 3}::int) number`);
    const added = await Promise.all([16, 17].map((value) => call("POST", "", { ...aboutGame, value })));
    expect(added.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  });

  test("need a sign-in", async () => {
    for (const url of ["/api/rules", "/api/inbox", "/api/inbox/events", "/api/notifications/settings"]) {
      expect((await app.inject(url)).statusCode).toBe(401);
    }
  });
});

test("an alert may be about official stores only, until it is set otherwise", async () => {
  const setOfficial = (targetPrice: number | null, official?: boolean) =>
    app.inject({
      method: "POST",
      url: "/api/alerts",
      headers: ada.headers,
      payload: { gameId, targetPrice, ...(official !== undefined && { official }) },
    });
  const steps: [targetPrice: number | null, official: boolean | undefined, status: number, now: boolean][] = [
    [14.99, true, 201, true],
    [14.99, undefined, 200, true],
    [9.99, undefined, 200, true],
    [null, undefined, 200, true],
    [null, false, 200, false],
    [null, true, 200, true],
  ];
  for (const [price, official, status, now] of steps) {
    const set = await setOfficial(price, official);
    const { alert } = set.json();
    expect([set.statusCode, alert.target_price, alert.official]).toEqual([status, price, now]);
  }
  expect((await call("GET", "")).json().rules).toMatchObject([{ kind: "drop", scope: "official" }]);
});
