import { hash } from "@node-rs/argon2";
import { describe, expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { hashToken } from "../../platform/process/token.ts";
import { accountCalls, password } from "../../test/account-calls.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { users } from "../users/table.ts";
import { isOutdated } from "./passwords/password-cost.ts";
import { sweepExpired } from "./sessions/commands-session.ts";
import { oneTimeKeys, passwordResets, sessions } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const [gameId = 0] = await addCatalogue(db, [{ title: "Alpha", offers: { steam: { priceMinor: 2_000 } } }]);

const day = 24 * 3_600_000;
const { call, register, login } = accountCalls(app);

describe("signing in", () => {
  test("works with the address in any case, and with blanks around it", async () => {
    const { email, id } = await register();
    const { status, body } = await login(` ${email.toUpperCase()} `);
    expect([status, body.user.id]).toEqual([200, id]);
  });

  test("a letter typed as two characters matches the composed letter", async () => {
    const { email } = await register({ password: "pässword" });
    expect((await login(email, "pässword".normalize("NFD"))).status).toBe(200);
  });

  test("an unknown address, a wrong password and an account without one get the same response", async () => {
    const { email } = await register();
    const { id, email: other } = await register();
    await db.update(users).set({ passwordHash: null }).where(eq(users.id, id));
    const wrong = { error: "Invalid email or password", code: "unauthenticated" };
    for (const response of [await login(email, "wrong"), await login("no@example.com"), await login(other)]) {
      expect([response.status, response.body]).toEqual([401, wrong]);
    }
    expect((await login("a\u0000@example.com")).status).toBe(400);
  });

  test.each([
    [{ password }, "email", "Email is required"],
    [{ email: " ", password }, "email", "Email is required"],
    [{ email: "a@example.com" }, "password", "Password is required"],
    [{ email: "a@example.com", password: "" }, "password", "Password is required"],
  ])("%j lacks its %s", async (payload, path, msg) => {
    const { status, body } = await call("POST /api/auth/login", payload);
    expect([status, body.error, body.details]).toEqual([400, msg, [{ path, msg }]]);
  });

  test("signing in rehashes a password of another cost; a wrong password doesn't", async () => {
    const { id, email } = await register();
    const outdated = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    const hashOf = async () => (await db.select().from(users).where(eq(users.id, id)))[0]!.passwordHash!;
    await db.update(users).set({ passwordHash: outdated }).where(eq(users.id, id));
    expect((await login(email, "wrong one")).status).toBe(401);
    expect(await hashOf()).toBe(outdated);
    expect((await login(email)).status).toBe(200);
    const renewed = await hashOf();
    expect([isOutdated(outdated), isOutdated(renewed)]).toEqual([true, false]);
    expect((await login(email)).status).toBe(200);
    expect(await hashOf()).toBe(renewed);
  });

  test.each([
    [true, 30],
    [false, 1],
    [undefined, 1],
  ])("with rememberMe %s it lasts %s days", async (rememberMe, days) => {
    const { email } = await register();
    const { body } = await login(email, password, { rememberMe });
    const [session] = await db
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, hashToken(body.token)));
    const length = session!.expiresAt.getTime() - session!.createdAt.getTime();
    expect(length / day).toBeCloseTo(days, 3);
  });

  test("an expired token is invalid and is swept, like expired links and keys", async () => {
    const { token, id } = await register();
    const past = new Date(Date.now() - 1_000);
    await db.update(sessions).set({ expiresAt: past }).where(eq(sessions.userId, id));
    await db.insert(passwordResets).values({ tokenHash: hashToken("x"), userId: id, expiresAt: past });
    await db.insert(oneTimeKeys).values({ key: "old", expiresAt: past });
    expect((await call("GET /api/auth/me", undefined, token)).status).toBe(401);
    await sweepExpired(db, new Date());
    expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(0);
    expect(await db.$count(passwordResets)).toBe(0);
    expect(await db.$count(oneTimeKeys)).toBe(0);
  });

  test("a sweep leaves valid tokens", async () => {
    const { token } = await register();
    await sweepExpired(db, new Date());
    expect((await call("GET /api/auth/me", undefined, token)).status).toBe(200);
  });
});

describe("signing out", () => {
  test("the token is invalid at once, other sessions stay valid", async () => {
    const { email, token } = await register();
    const other = (await login(email)).body.token;
    expect(await call("POST /api/auth/logout", undefined, token)).toMatchObject({ status: 204, body: undefined });
    expect((await call("GET /api/auth/me", undefined, token)).status).toBe(401);
    expect((await call("POST /api/auth/logout", undefined, token)).status).toBe(401);
    expect((await call("GET /api/auth/me", undefined, other)).status).toBe(200);
  });

  test("everywhere: all tokens of this user become invalid, but no one else's", async () => {
    const { email, token } = await register();
    const stranger = await register();
    const tokens = [token, (await login(email)).body.token, (await login(email)).body.token];
    expect((await call("POST /api/auth/logout-all", undefined, tokens[1])).status).toBe(204);
    for (const revoked of tokens) expect((await call("GET /api/auth/me", undefined, revoked)).status).toBe(401);
    expect((await call("GET /api/auth/me", undefined, stranger.token)).status).toBe(200);
  });
});

describe("the list of sign-ins", () => {
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

  test("shows the caller's own, with their devices, and marks the current one", async () => {
    const { email, token } = await register();
    await register();
    await call("POST /api/auth/login", { email, password }, undefined, { "user-agent": firefox });
    const { body } = await call("GET /api/auth/sessions", undefined, token);
    expect(body.sessions).toHaveLength(2);
    expect(body.sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    expect(body.sessions.find(({ current }: { current: boolean }) => !current)).toEqual({
      id: expect.any(Number),
      created_at: expect.any(String),
      last_seen_at: expect.any(String),
      expires_at: expect.any(String),
      device: "Firefox on Linux",
      current: false,
    });
  });

  test("leaves out expired ones", async () => {
    const { email, token } = await register();
    const other = (await login(email)).body.token;
    const past = new Date(Date.now() - 1);
    await db
      .update(sessions)
      .set({ expiresAt: past })
      .where(eq(sessions.tokenHash, hashToken(other)));
    expect((await call("GET /api/auth/sessions", undefined, token)).body.sessions).toHaveLength(1);
  });

  test("records the last use every few minutes, not at every call", async () => {
    const { token } = await register();
    const seen = async () => {
      const [row] = await db
        .select()
        .from(sessions)
        .where(eq(sessions.tokenHash, hashToken(token)));
      return row!.lastSeenAt.getTime();
    };
    const recent = Date.now() - 2 * 60_000;
    await db
      .update(sessions)
      .set({ lastSeenAt: new Date(recent) })
      .where(eq(sessions.tokenHash, hashToken(token)));
    await call("GET /api/auth/me", undefined, token);
    expect(await seen()).toBe(recent);
    await db
      .update(sessions)
      .set({ lastSeenAt: new Date(recent - 10 * 60_000) })
      .where(eq(sessions.tokenHash, hashToken(token)));
    await call("GET /api/auth/me", undefined, token);
    await expect.poll(async () => Date.now() - (await seen())).toBeLessThan(10_000);
  });

  test("requests do not wait until the last use is recorded", async () => {
    const { token } = await register();
    const own = eq(sessions.tokenHash, hashToken(token));
    await db
      .update(sessions)
      .set({ lastSeenAt: new Date(0) })
      .where(own);
    await db.transaction(async (tx) => {
      await tx.select().from(sessions).where(own).for("update");
      for (let nth = 0; nth < 20; nth++) expect((await call("GET /api/auth/me", undefined, token)).status).toBe(200);
    });
    const lastUse = async () => (await db.select().from(sessions).where(own))[0]!.lastSeenAt.getTime();
    await expect.poll(lastUse).toBeGreaterThan(0);
  });
});

describe("the profile", () => {
  const put = (token: string, payload: object) => call("PUT /api/auth/profile", payload, token);
  const adult = "1990-01-01";
  const teenager = new Date(Date.now() - 15 * 365 * day).toISOString().slice(0, 10);

  test("changes the given fields and keeps the rest", async () => {
    const { token, user } = await register();
    expect((await put(token, {})).body.user).toEqual(user);
    const { status, body } = await put(token, { displayName: "  Ann \u202e\u0007Lee ", birthday: adult });
    expect(status).toBe(200);
    expect(body.user).toEqual({ ...user, displayName: "Ann Lee", birthday: adult });
    expect((await put(token, { displayName: " " })).body.user.displayName).toBeNull();
  });

  test.each([
    [{ email: "nobody" }, "email", "Please enter a valid email address"],
    [{ birthday: "2999-01-01" }, "birthday", "Birthday cannot be in the future"],
    [{ birthday: "1999-02-31" }, "birthday", "Enter a valid birthday"],
    [{ displayName: "x".repeat(65) }, "displayName", "Display name must have at most 64 characters"],
  ])("%j is refused, and the list of problems is repeated under `errors`", async (payload, path, msg) => {
    const { token } = await register();
    const { status, body } = await put(token, payload);
    expect(status).toBe(400);
    expect(body).toEqual({ error: msg, code: "invalid", details: [{ path, msg }], errors: [{ path, msg }] });
  });

  test("the same address in another case needs no password and stays verified", async () => {
    const { token, id, email } = await register();
    await db.update(users).set({ emailVerified: true }).where(eq(users.id, id));
    const { status, body } = await put(token, { email: email.toUpperCase(), showExplicitContent: false });
    expect([status, body.user]).toMatchObject([200, { email: email.toUpperCase(), emailVerified: true }]);
    expect(body.user.pendingEmail).toBeNull();
  });

  test("explicit content needs an age of 18 years", async () => {
    const { token } = await register({ birthday: teenager });
    const { status, body } = await put(token, { showExplicitContent: true });
    expect([status, body.details[0].path]).toEqual([400, "showExplicitContent"]);
    expect(body.error).toBe("You must be at least 18 years old to show explicit content");
    expect((await put(token, { showExplicitContent: true, birthday: adult })).body.user.showExplicitContent).toBe(true);
  });

  test("explicit content needs a birthday", async () => {
    const { token } = await register({ birthday: null });
    expect((await put(token, { showExplicitContent: true })).status).toBe(400);
  });

  test.each([[teenager], [null]])(
    "a birthday changed to %s turns the setting off, even when the form sends it along",
    async (birthday) => {
      for (const sent of [{}, { showExplicitContent: true }]) {
        const { token } = await register({ birthday: adult });
        await put(token, { showExplicitContent: true });
        const { status, body } = await put(token, { birthday, ...sent });
        expect([status, body.user.showExplicitContent]).toEqual([200, false]);
      }
    },
  );

  test("a refused change changes nothing", async () => {
    const { token, user } = await register({ birthday: teenager });
    await put(token, { displayName: "New", showExplicitContent: true });
    expect((await call("GET /api/auth/me", undefined, token)).body.user).toEqual(user);
  });
});

describe("the user's data", () => {
  test("the export contains the caller's profile, sign-ins, wishlist and alerts, and no secret", async () => {
    const { token, email, user } = await register();
    const stranger = await register();
    await call("POST /api/wishlist", { gameId, notes: "for winter" }, token);
    await call("POST /api/alerts", { gameId, targetPrice: 5 }, token);
    const { status, body } = await call("GET /api/auth/export", undefined, token);
    expect(status).toBe(200);
    expect(body.profile).toMatchObject({ ...user, emailVerified: false });
    expect(body.signIns).toHaveLength(1);
    expect(body.wishlist).toMatchObject([{ game_id: gameId, notes: "for winter" }]);
    expect(body.alerts).toMatchObject([{ game_id: gameId, target_price: 5 }]);
    expect(JSON.stringify(body)).not.toMatch(/argon2|hash"/i);
    expect(JSON.stringify(body)).not.toContain(token);
    const other = await call("GET /api/auth/export", undefined, stranger.token);
    expect(other.body).toMatchObject({ wishlist: [], alerts: [] });
    expect(JSON.stringify(other.body)).not.toContain(email);
  });

  test("deletion needs the password and removes everything of this user and of no one else", async () => {
    const one = await register();
    const other = await register();
    for (const { token } of [one, other]) {
      await call("POST /api/wishlist", { gameId }, token);
      await call("POST /api/alerts", { gameId, targetPrice: null }, token);
    }
    for (const given of [{ password: "wrong" }, {}]) {
      const refused = await call("DELETE /api/auth/account", given, one.token);
      expect([refused.status, refused.body.error]).toEqual([403, "Wrong password"]);
    }
    expect((await call("DELETE /api/auth/account", { password }, one.token)).status).toBe(204);
    expect((await call("GET /api/auth/me", undefined, one.token)).status).toBe(401);
    expect((await login(one.email)).status).toBe(401);
    const left = await db.execute(sql`
      select (select count(*)::int from users where id = ${one.id}) as users,
             (select count(*)::int from sessions where user_id = ${one.id}) as sessions,
             (select count(*)::int from game_lists where user_id = ${one.id}) as lists,
             (select count(*)::int from notification_rules where user_id = ${one.id}) as alerts,
             (
               select count(*)::int from list_items join game_lists list on list.id = list_id
               where user_id = ${other.id}
             ) as others`);
    expect(left.rows).toEqual([{ users: 0, sessions: 0, lists: 0, alerts: 0, others: 1 }]);
    await register({ username: one.username, email: one.email });
  });

  test("deletion removes queued mail to the account", async () => {
    const { token, email } = await register();
    await db.execute(sql`insert into jobs.job (name, data, start_after)
      values ('mail', ${JSON.stringify({ to: email })}::jsonb, now() + interval '1 day')`);
    await call("DELETE /api/auth/account", { password }, token);
    const { rows } = await db.execute(sql`select 1 from jobs.job where data->>'to' = ${email}`);
    expect(rows).toEqual([]);
  });

  test("without a password a sign-in within the last 10 minutes confirms it", async () => {
    const { token, id } = await register();
    await db.update(users).set({ passwordHash: null }).where(eq(users.id, id));
    const setSessionAge = (ago: number) =>
      db
        .update(sessions)
        .set({ createdAt: new Date(Date.now() - ago * 60_000) })
        .where(eq(sessions.userId, id));
    await setSessionAge(11);
    const refused = await call("DELETE /api/auth/account", {}, token);
    expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining("Sign in again")]);
    await setSessionAge(9);
    expect((await call("DELETE /api/auth/account", {}, token)).status).toBe(204);
  });
});

describe("who may call", () => {
  const owned = [
    "POST /api/auth/logout",
    "POST /api/auth/logout-all",
    "GET /api/auth/me",
    "PUT /api/auth/profile",
    "GET /api/auth/sessions",
    "GET /api/auth/export",
    "DELETE /api/auth/account",
    "POST /api/auth/link/steam",
    "DELETE /api/auth/link/steam",
    "POST /api/auth/reauthenticate",
    "POST /api/auth/email/resend",
    "DELETE /api/auth/email/pending",
  ] as const;

  test.each(owned)("%s needs a valid token", async (route) => {
    for (const token of [undefined, "x".repeat(43)]) {
      const { status, body } = await call(route, route.startsWith("GET") ? undefined : {}, token);
      expect([status, body.code]).toEqual([401, "unauthenticated"]);
    }
  });

  test("one user's changes do not touch another account", async () => {
    const [one, other] = [await register(), await register()];
    const before = await call("GET /api/auth/export", undefined, other.token);
    const changes = { displayName: "Me", email: `me-${one.id}@example.com`, currentPassword: password };
    expect((await call("PUT /api/auth/profile", changes, one.token)).status).toBe(200);
    await call("POST /api/auth/logout", undefined, one.token);
    const after = await call("GET /api/auth/export", undefined, other.token);
    expect({ ...after.body, exportedAt: "" }).toEqual({ ...before.body, exportedAt: "" });
  });

  test("responses about accounts are not cached", async () => {
    const { token, email } = await register();
    expect((await call("GET /api/auth/me", undefined, token)).headers["cache-control"]).toBe("no-store");
    expect((await login(email)).headers["cache-control"]).toBe("no-store");
  });
});
