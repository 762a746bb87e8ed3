import { hash } from "@node-rs/argon2";
import { accountProblems } from "contract/accounts/rules.ts";
import { eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { siteConfig } from "../site-config/table.ts";
import { byAll, startTestApp } from "../test/app.ts";
import { addCatalogue } from "../test/catalogue.ts";
import { createTestDatabase } from "../test/database.ts";
import { untilFound } from "../test/eventually.ts";
import { listQueuedMails } from "../test/mails.ts";
import { untilTaken } from "../test/until-taken.ts";
import { sweepExpired } from "./commands-session.ts";
import { isOutdated } from "./password-cost.ts";
import { oneTimeKeys, passwordResets, sessions, users } from "./table.ts";
import { hashToken } from "./token.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const [gameId = 0] = await addCatalogue(db, [{ title: "Alpha", offers: { steam: { priceCents: 2_000 } } }]);

const day = 24 * 3_600_000;
const password = "correct horse";
let made = 0;

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function call(route: `${Method} ${string}`, payload?: object, token?: string, headers = {}) {
  const [method, url] = route.split(" ") as [Method, string];
  const authorization = token ? { authorization: `Bearer ${token}` } : {};
  const ask = () => app.inject({ method, url, payload, headers: { ...authorization, ...headers } });
  const answer = await untilTaken(ask);
  return { status: answer.statusCode, body: answer.body ? answer.json() : undefined, headers: answer.headers };
}

function person() {
  made += 1;
  return { username: `person_${made}`, email: `Person${made}@Example.com`, password, birthday: "1990-05-17" };
}

async function register(more: object = {}) {
  const given = { ...person(), ...more };
  const { status, body } = await call("POST /api/auth/register", given);
  expect(status).toBe(201);
  return { ...given, token: body.token as string, user: body.user, id: body.user.id as number };
}

const login = (email: string, pass = password, more = {}) =>
  call("POST /api/auth/login", { email, password: pass, ...more });

describe("registration", () => {
  test("makes a member, signs in, and tells nothing that is not meant for the outside", async () => {
    const given = person();
    const { status, body } = await call("POST /api/auth/register", given);
    expect(status).toBe(201);
    expect(body.token).toMatch(/^[\w-]{43}$/);
    expect(body.user).toEqual({
      id: expect.any(Number),
      username: given.username,
      displayName: null,
      email: given.email,
      emailVerified: false,
      pendingEmail: null,
      birthday: given.birthday,
      showExplicitContent: false,
      avatarUrl: null,
      role: "member",
      isAdmin: false,
      isSuperAdmin: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      hasPassword: true,
      linked: [],
    });
    expect((await call("GET /api/auth/me", undefined, body.token)).body.user).toEqual(body.user);
  });

  test("passwords are kept as argon2id, tokens as hashes", async () => {
    const { id, token } = await register();
    const [row] = await db.select().from(users).where(eq(users.id, id));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, id));
    expect(session?.tokenHash).toEqual(hashToken(token));
  });

  const young = new Date(Date.now() - 12.5 * 365 * day).toISOString().slice(0, 10);
  const tomorrow = new Date(Date.now() + 2 * day).toISOString().slice(0, 10);
  test.each([
    ["username", { username: undefined }, "Username is required"],
    ["username", { username: "" }, "Username is required"],
    ["username", { username: "ab" }, accountProblems.username],
    ["username", { username: "a".repeat(33) }, accountProblems.username],
    ["username", { username: "with space" }, accountProblems.username],
    ["username", { username: "naïve" }, accountProblems.username],
    ["email", { email: undefined }, "Email is required"],
    ["email", { email: "nobody" }, "Please enter a valid email address"],
    ["email", { email: "a\u0000b@example.com" }, "Please enter a valid email address"],
    ["password", { password: undefined }, "Password is required"],
    ["password", { password: "12345" }, "Password must be at least 6 characters long"],
    ["password", { password: "x".repeat(129) }, "Password must be at most 128 characters long"],
    ["birthday", { birthday: young }, "You must be at least 13 years old to register"],
    ["birthday", { birthday: tomorrow }, "Birthday cannot be in the future"],
    ["birthday", { birthday: "2001-02-30" }, "Please enter a valid birthday"],
  ])("refuses a bad %s: %j", async (path, wrong, msg) => {
    const { status, body } = await call("POST /api/auth/register", { ...person(), ...wrong });
    expect(status).toBe(400);
    expect(body).toEqual({ error: msg, code: "invalid", details: [{ path, msg }] });
  });

  test("a password that is too short is said before an age that is too low (spec/accounts 2.2)", async () => {
    const { body } = await call("POST /api/auth/register", { ...person(), password: "1", birthday: young });
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(["password", "birthday"]);
    expect(body.error).toBe("Password must be at least 6 characters long");
  });

  test.each([[undefined], [null]])("a birthday of %s is accepted", async (birthday) => {
    expect((await register({ birthday })).user.birthday).toBeNull();
  });

  test("the limits themselves are inside: 3 and 32 letters, 6 and 128 characters", async () => {
    await register({ username: "abc", password: "123456" });
    await register({ username: "A".repeat(32), password: "ü".repeat(128) });
  });

  test.each([
    ["username", (other: ReturnType<typeof person>) => ({ username: other.username.toUpperCase() })],
    ["email", (other: ReturnType<typeof person>) => ({ email: other.email.toUpperCase() })],
  ])("a %s that is taken is a 409, without regard to case", async (path, same) => {
    const first = await register();
    const { status, body } = await call("POST /api/auth/register", { ...person(), ...same(first) });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "conflict", details: [{ path }] });
  });

  test("both taken: both are named", async () => {
    const { username, email } = await register();
    const { body } = await call("POST /api/auth/register", { ...person(), username, email });
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(["username", "email"]);
  });

  test.each(["username", "email"] as const)(
    "of many at once with one %s, one succeeds and the others get a 409",
    async (field) => {
      const shared = person();
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => call("POST /api/auth/register", { ...person(), [field]: shared[field] })),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      for (const { status, body } of answers) {
        if (status !== 201) expect([status, body.details[0].path]).toEqual([409, field]);
      }
    },
  );

  test("is refused while it is closed, before anything else is looked at", async () => {
    const isOpen = async () => (await call("GET /api/site")).body.registration_open;
    await db.update(siteConfig).set({ value: "false" }).where(eq(siteConfig.key, "features.registration"));
    await expect.poll(byAll(isOpen)).toBe(false);
    const { status, body } = await call("POST /api/auth/register", {});
    expect([status, body.error]).toEqual([403, "Registration is closed"]);
    await db.update(siteConfig).set({ value: "true" }).where(eq(siteConfig.key, "features.registration"));
    await expect.poll(byAll(isOpen)).toBe(true);
  });
});

describe("signing in", () => {
  test("works with the address in any case, and with blanks around it", async () => {
    const { email, id } = await register();
    const { status, body } = await login(` ${email.toUpperCase()} `);
    expect([status, body.user.id]).toEqual([200, id]);
  });

  test("a letter typed as two characters is the same letter", async () => {
    const { email } = await register({ password: "pässword" });
    expect((await login(email, "pässword".normalize("NFD"))).status).toBe(200);
  });

  test("an unknown address, a wrong password and an account without one get the same answer", async () => {
    const { email } = await register();
    const { id, email: other } = await register();
    await db.update(users).set({ passwordHash: null }).where(eq(users.id, id));
    const wrong = { error: "Invalid email or password", code: "unauthenticated" };
    for (const answer of [await login(email, "wrong"), await login("no@example.com"), await login(other)]) {
      expect([answer.status, answer.body]).toEqual([401, wrong]);
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

  test("a password that was kept at another cost is kept at today's from then on, by nobody who does not know it", async () => {
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

  test("a token past its time is no token, and is swept with links and keys past theirs", async () => {
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

  test("a sweep leaves what is good", async () => {
    const { token } = await register();
    await sweepExpired(db, new Date());
    expect((await call("GET /api/auth/me", undefined, token)).status).toBe(200);
  });
});

describe("signing out", () => {
  test("the token is dead at once, the other sign-ins live", async () => {
    const { email, token } = await register();
    const other = (await login(email)).body.token;
    expect(await call("POST /api/auth/logout", undefined, token)).toMatchObject({ status: 204, body: undefined });
    expect((await call("GET /api/auth/me", undefined, token)).status).toBe(401);
    expect((await call("POST /api/auth/logout", undefined, token)).status).toBe(401);
    expect((await call("GET /api/auth/me", undefined, other)).status).toBe(200);
  });

  test("everywhere: all tokens of this user die, nobody else's", async () => {
    const { email, token } = await register();
    const stranger = await register();
    const tokens = [token, (await login(email)).body.token, (await login(email)).body.token];
    expect((await call("POST /api/auth/logout-all", undefined, tokens[1])).status).toBe(204);
    for (const dead of tokens) expect((await call("GET /api/auth/me", undefined, dead)).status).toBe(401);
    expect((await call("GET /api/auth/me", undefined, stranger.token)).status).toBe(200);
  });
});

describe("the list of sign-ins", () => {
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

  test("shows the caller's own, with their devices, and which one asks", async () => {
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

  test("leaves out those past their time", async () => {
    const { email, token } = await register();
    const other = (await login(email)).body.token;
    const past = new Date(Date.now() - 1);
    await db
      .update(sessions)
      .set({ expiresAt: past })
      .where(eq(sessions.tokenHash, hashToken(other)));
    expect((await call("GET /api/auth/sessions", undefined, token)).body.sessions).toHaveLength(1);
  });

  test("notes the last use every few minutes, not at every call", async () => {
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

  test("nobody waits until the use is noted", async () => {
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
    const noted = async () => (await db.select().from(sessions).where(own))[0]!.lastSeenAt.getTime();
    await expect.poll(noted).toBeGreaterThan(0);
  });
});

describe("the profile", () => {
  const put = (token: string, payload: object) => call("PUT /api/auth/profile", payload, token);
  const adult = "1990-01-01";
  const teenager = new Date(Date.now() - 15 * 365 * day).toISOString().slice(0, 10);

  test("changes what is given and keeps the rest", async () => {
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
    [{ birthday: "1999-02-31" }, "birthday", "Please enter a valid birthday"],
    [{ displayName: "x".repeat(65) }, "displayName", "Display name must have at most 64 characters"],
  ])("%j is refused, and the list of problems is repeated under `errors`", async (payload, path, msg) => {
    const { token } = await register();
    const { status, body } = await put(token, payload);
    expect(status).toBe(400);
    expect(body).toEqual({ error: msg, code: "invalid", details: [{ path, msg }], errors: [{ path, msg }] });
  });

  test("the same address in other letters needs no password and stays verified", async () => {
    const { token, id, email } = await register();
    await db.update(users).set({ emailVerified: true }).where(eq(users.id, id));
    const { status, body } = await put(token, { email: email.toUpperCase(), showExplicitContent: false });
    expect([status, body.user]).toMatchObject([200, { email: email.toUpperCase(), emailVerified: true }]);
    expect(body.user.pendingEmail).toBeNull();
  });

  test("explicit content needs 18 years", async () => {
    const { token } = await register({ birthday: teenager });
    const { status, body } = await put(token, { showExplicitContent: true });
    expect([status, body.details[0].path]).toEqual([400, "showExplicitContent"]);
    expect(body.error).toBe("You must be at least 18 years old to show explicit content");
    expect((await put(token, { showExplicitContent: true, birthday: adult })).body.user.showExplicitContent).toBe(true);
  });

  test("explicit content needs a birthday at all", async () => {
    const { token } = await register({ birthday: null });
    expect((await put(token, { showExplicitContent: true })).status).toBe(400);
  });

  test.each([[teenager], [null]])(
    "a birthday changed to %s turns the setting off, also when the form sends it along",
    async (birthday) => {
      for (const sent of [{}, { showExplicitContent: true }]) {
        const { token } = await register({ birthday: adult });
        await put(token, { showExplicitContent: true });
        const { status, body } = await put(token, { birthday, ...sent });
        expect([status, body.user.showExplicitContent]).toEqual([200, false]);
      }
    },
  );

  test("what is refused changes nothing", async () => {
    const { token, user } = await register({ birthday: teenager });
    await put(token, { displayName: "New", showExplicitContent: true });
    expect((await call("GET /api/auth/me", undefined, token)).body.user).toEqual(user);
  });
});

describe("a forgotten password", () => {
  /** The job that mails it is worked on at once: by itself a worker would look later. In ms. */
  const beforeNextPoll = 5_000;

  afterEach(() => db.execute(sql`delete from jobs.job where name = 'mail'`));

  const ask = (email: string) => call("POST /api/auth/reset-password", { email });

  async function mailsTo(email: string): Promise<string[]> {
    const mails = await listQueuedMails(db);
    const paths = mails.filter(({ to }) => to === email).map(({ action }) => action?.path ?? "");
    return paths.filter((path) => path.startsWith("/reset"));
  }

  /** Asks, and waits for the mail. */
  async function tokenFor(email: string): Promise<string> {
    const before = (await mailsTo(email)).length;
    expect((await ask(email)).status).toBe(202);
    await untilFound(async () => (await mailsTo(email)).length > before, beforeNextPoll);
    const path = (await mailsTo(email)).at(-1) ?? "";
    expect(path).toMatch(/^\/reset-password\?token=[\w-]{43}$/);
    return path.slice(path.indexOf("=") + 1);
  }

  const confirm = (token: string, next: string) =>
    call("POST /api/auth/reset-password/confirm", { token, password: next });

  test("the answer is the same whether or not the address is known", async () => {
    const { email } = await register();
    const [known, unknown] = [await ask(email), await ask("nobody@example.com")];
    expect([known.status, unknown.status]).toEqual([202, 202]);
    expect(known.body).toEqual(unknown.body);
    expect(known.body).toEqual({ message: expect.any(String) });
    await untilFound(async () => (await mailsTo(email)).length === 1, beforeNextPoll);
    expect(await mailsTo("nobody@example.com")).toEqual([]);
  });

  test("a malformed address is a 400", async () => {
    expect(await ask("nobody")).toMatchObject({ status: 400, body: { error: "Please enter a valid email address" } });
  });

  test("the mailed link sets a password, ends all sign-ins and verifies the address", async () => {
    const { email, id, token } = await register();
    const stranger = await register();
    const reset = await tokenFor(email);
    expect((await confirm(reset, "another one")).status).toBe(204);
    expect((await call("GET /api/auth/me", undefined, token)).status).toBe(401);
    expect((await call("GET /api/auth/me", undefined, stranger.token)).status).toBe(200);
    expect((await login(email)).status).toBe(401);
    expect((await login(email, "another one")).status).toBe(200);
    const [row] = await db.select().from(users).where(eq(users.id, id));
    expect(row?.emailVerified).toBe(true);
  });

  const notGood = { status: 400, body: { code: "invalid", details: [{ path: "token" }] } };

  test("a link is good once, even when it is opened many times at once", async () => {
    const { email } = await register();
    const reset = await tokenFor(email);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => confirm(reset, `password ${index}`)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(await confirm(reset, "yet another")).toMatchObject(notGood);
  });

  test("the two newest links are good, until one is used", async () => {
    const { email } = await register();
    const [oldest, older, newest] = [await tokenFor(email), await tokenFor(email), await tokenFor(email)];
    expect(await confirm(oldest, "oldest one")).toMatchObject(notGood);
    expect((await confirm(older, "older one")).status).toBe(204);
    expect(await confirm(newest, "newest one")).toMatchObject(notGood);
  });

  test("a link is good for an hour", async () => {
    const { email, id } = await register();
    const reset = await tokenFor(email);
    const [row] = await db.select().from(passwordResets).where(eq(passwordResets.userId, id));
    expect((row!.expiresAt.getTime() - Date.now()) / 3_600_000).toBeCloseTo(1, 2);
    await db.update(passwordResets).set({ expiresAt: new Date(Date.now() - 1) });
    expect(await confirm(reset, "too late")).toMatchObject(notGood);
  });

  test("a new password follows the rules, and a bad one does not use the link up", async () => {
    const { email } = await register();
    const reset = await tokenFor(email);
    expect((await confirm(reset, "short")).body.error).toBe("Password must be at least 6 characters long");
    expect((await confirm(reset, "longer")).status).toBe(204);
  });

  test.each(["", "x", "y".repeat(43)])("a made-up token %j is a 400", async (token) => {
    expect(await confirm(token, "something")).toMatchObject(notGood);
  });

  test("an account without a password gets one this way", async () => {
    const { email, id } = await register();
    await db.update(users).set({ passwordHash: null }).where(eq(users.id, id));
    await confirm(await tokenFor(email), "the first");
    expect((await login(email, "the first")).body.user.hasPassword).toBe(true);
  });
});

describe("one's data", () => {
  test("the export holds the caller's profile, sign-ins, wishlist and alerts, and no secret", async () => {
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

  test("deletion asks for the password, and takes everything of this user and of nobody else", async () => {
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
             (select count(*)::int from wishlist_items where user_id = ${one.id}) as wishes,
             (select count(*)::int from price_alerts where user_id = ${one.id}) as alerts,
             (select count(*)::int from wishlist_items where user_id = ${other.id}) as others`);
    expect(left.rows).toEqual([{ users: 0, sessions: 0, wishes: 0, alerts: 0, others: 1 }]);
    await register({ username: one.username, email: one.email });
  });

  test("mail that waits for a deleted account goes with it", async () => {
    const { token, email } = await register();
    await db.execute(sql`insert into jobs.job (name, data, start_after)
      values ('mail', ${JSON.stringify({ to: email })}::jsonb, now() + interval '1 day')`);
    await call("DELETE /api/auth/account", { password }, token);
    const { rows } = await db.execute(sql`select 1 from jobs.job where data->>'to' = ${email}`);
    expect(rows).toEqual([]);
  });

  test("without a password a sign-in of the last 10 minutes confirms it", async () => {
    const { token, id } = await register();
    await db.update(users).set({ passwordHash: null }).where(eq(users.id, id));
    const began = (ago: number) =>
      db
        .update(sessions)
        .set({ createdAt: new Date(Date.now() - ago * 60_000) })
        .where(eq(sessions.userId, id));
    await began(11);
    const refused = await call("DELETE /api/auth/account", {}, token);
    expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining("sign in again")]);
    await began(9);
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

  test.each(owned)("%s needs a good token", async (route) => {
    for (const token of [undefined, "x".repeat(43)]) {
      const { status, body } = await call(route, route.startsWith("GET") ? undefined : {}, token);
      expect([status, body.code]).toEqual([401, "unauthenticated"]);
    }
  });

  test("one user's changes touch nobody else's account", async () => {
    const [one, other] = [await register(), await register()];
    const before = await call("GET /api/auth/export", undefined, other.token);
    const changes = { displayName: "Me", email: `me-${one.id}@example.com`, currentPassword: password };
    expect((await call("PUT /api/auth/profile", changes, one.token)).status).toBe(200);
    await call("POST /api/auth/logout", undefined, one.token);
    const after = await call("GET /api/auth/export", undefined, other.token);
    expect({ ...after.body, exportedAt: "" }).toEqual({ ...before.body, exportedAt: "" });
  });

  test("answers about accounts are kept by no cache", async () => {
    const { token, email } = await register();
    expect((await call("GET /api/auth/me", undefined, token)).headers["cache-control"]).toBe("no-store");
    expect((await login(email)).headers["cache-control"]).toBe("no-store");
  });
});
