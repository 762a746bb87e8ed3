import type { Checklist } from "contract/dashboard/checklist.ts";
import type { Permission } from "contract/permissions.ts";
import { beforeEach, expect, test } from "vitest";
import { eq, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { eventually } from "../../test/eventually.ts";
import { listQueuedMails } from "../../test/servers/mails.ts";
import { signInAdmin, type TestUser } from "../../test/users.ts";
import { secondFactors } from "../accounts/factors/table.ts";
import { games } from "../games/table.ts";
import { pricePolls } from "../prices/table.ts";
import { markSampleData } from "../site-config/commands.ts";
import { users } from "../users/table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);
const equipped = await startTestApp(database, {
  env: {
    SMTP_URL: "smtp://127.0.0.1:9",
    PUBLIC_URL: "https://games.example",
    BACKUP_DIR: "backups",
    CATALOGUE_SYNC: "on",
    PRICE_SYNC: "on",
    ROLE: "web",
  },
});
const all: Permission[] = ["config.read", "config.write", "sources.write"];
const operator = await signInAdmin(db, "operator", all);

async function read(user: TestUser, site = app): Promise<Checklist & { missing: string[] }> {
  const response = await site.inject({ url: "/api/admin/dashboard/checklist", headers: user.headers });
  expect(response.statusCode).toBe(200);
  const checklist: Checklist = response.json();
  return { ...checklist, missing: checklist.items.filter(({ done }) => !done).map(({ key }) => key) };
}

const set = async (key: string, value: unknown) => {
  const response = await app.inject({
    method: "PUT",
    url: `/api/admin/config/${key}`,
    headers: operator.headers,
    payload: { value },
  });
  expect(response.statusCode).toBe(200);
};

const testMail = (user: TestUser, site = app) =>
  site.inject({ method: "POST", url: "/api/admin/dashboard/test-mail", headers: user.headers });

beforeEach(async () => {
  await markSampleData(db, true, new Date());
  await db.delete(pricePolls);
  await eventually(async () => expect((await read(operator)).sample.shown).toBe(true));
});

test("a new site has no item done; each is completed by its own configuration", async () => {
  const everything = ["contact_email", "mail", "public_url", "backups", "games", "prices", "second_factor", "sample"];
  expect(await read(operator)).toMatchObject({
    missing: everything,
    dismissed: false,
    sample: { shown: true, kept: false, catalogue_sync: false },
  });

  expect((await read(operator, equipped)).missing).toEqual(["contact_email", "second_factor", "sample"]);
  await set("contact.email", "team@games.example");
  await set("site.keep_sample", true);
  const [factor] = await db
    .insert(secondFactors)
    .values({ userId: operator.id, kind: "totp", name: "Phone", confirmedAt: new Date() })
    .returning({ id: secondFactors.id });
  await eventually(async () => expect((await read(operator, equipped)).missing).toEqual([]));

  await db.delete(secondFactors).where(eq(secondFactors.id, factor!.id));
  await set("site.keep_sample", false);
  await set("contact.email", "");
  await eventually(async () => expect((await read(operator)).missing).toEqual(everything));
});

test("a custom catalogue is no sample, and sources polled by a worker count", async () => {
  const startedAt = new Date();
  const hour = 3_600_000;
  await db.insert(pricePolls).values([
    { source: "catalogue-steam", store: "steam", startedAt },
    { source: "gog", store: "gog", startedAt: new Date(Date.now() - 49 * hour) },
  ]);
  expect((await read(operator)).missing).not.toContain("games");
  expect((await read(operator)).missing).toContain("prices");
  await db.insert(pricePolls).values({ source: "steam", store: "steam", startedAt });
  expect((await read(operator)).missing).not.toContain("prices");
  await db.delete(pricePolls);
  await markSampleData(db, false, new Date());
  const missing = async () => {
    const checklist = await read(operator);
    return [checklist.sample.shown, ...["sample", "games"].map((key) => checklist.missing.includes(key))];
  };
  // an empty catalogue is neither
  await eventually(async () => expect(await missing()).toEqual([false, true, true]));
  const [game] = await db
    .insert(games)
    .values({ title: "Portal", titleFolded: "portal", titleKey: "portal" })
    .returning({ id: games.id });
  await eventually(async () => expect(await missing()).toEqual([false, false, false]));
  await db.delete(games).where(eq(games.id, game!.id));
});

test("it is dismissed for the whole site and can be shown again", async () => {
  await set("site.setup_checklist", false);
  await eventually(async () => expect((await read(operator)).dismissed).toBe(true));
  await set("site.setup_checklist", true);
  await eventually(async () => expect((await read(operator)).dismissed).toBe(false));
});

test("an administrator sees only the items that they have permissions for", async () => {
  const viewer = await signInAdmin(db, "viewer", ["content.read"]);
  expect((await read(viewer)).items).toEqual([{ key: "second_factor", done: false }]);
  const editor = await signInAdmin(db, "editor", ["sources.write"]);
  expect((await read(editor)).items.map(({ key }) => key)).toEqual(["games", "prices", "second_factor"]);
  expect((await testMail(viewer)).statusCode).toBe(403);
});

test("a test mail is sent to its caller, at most five an hour", async () => {
  const limited = await startTestApp(database, { env: { RATE_LIMIT_SCALE: "1" }, alone: true });
  await db.execute(sql`delete from jobs.job where name = 'mail'`);
  const sent = await testMail(operator, limited);
  expect([sent.statusCode, sent.json()]).toEqual([202, { to: "operator@example.com", delivery: "outbox" }]);
  const [mail] = await listQueuedMails(db);
  expect(mail).toMatchObject({ to: "operator@example.com", subject: "A test mail from {brand}" });
  for (let count = 2; count <= 5; count += 1) expect((await testMail(operator, limited)).statusCode).toBe(202);
  const refused = await testMail(operator, limited);
  expect([refused.statusCode, refused.json().error]).toEqual([429, "Too many test mails. Try again later."]);
});

test("an account without an address gets an error", async () => {
  const nameless = await signInAdmin(db, "nameless", ["config.write"]);
  await db.update(users).set({ email: null, emailKey: null }).where(eq(users.id, nameless.id));
  const response = await testMail(nameless);
  expect([response.statusCode, response.json().error]).toEqual([409, "Your account has no email address"]);
});

test("the legal texts are done once no blank is left, and replace translations that still have some", async () => {
  const lawyer = await signInAdmin(db, "lawyer", ["content.read", "content.write"]);
  const find = async (key: string): Promise<number> => {
    const url = `/api/admin/content/strings?search=${key}`;
    return (await app.inject({ url, headers: lawyer.headers })).json().contentStrings[0].id;
  };
  const fill = async (key: string, value: string) => {
    const url = `/api/admin/content/strings/${await find(key)}`;
    const payload = { current_value: value };
    expect((await app.inject({ method: "PUT", url, headers: lawyer.headers, payload })).statusCode).toBe(200);
  };
  const hasImprint = async () => (await app.inject("/api/site")).json().imprint;
  expect(await read(lawyer)).toMatchObject({ missing: ["second_factor", "legal"] });
  expect(await hasImprint()).toBe(false);
  await fill("terms.operator_text", "{brand} is run by Ann, Elm Street 1. Email: ann@example.com.");
  await eventually(async () => expect(await hasImprint()).toBe(true));
  expect((await read(lawyer)).missing).toContain("legal");
  const german = async () => (await app.inject("/api/content/strings?locale=de")).json()["terms.operator_text"];
  await eventually(async () => expect(await german()).toContain("is run by Ann"));
  await fill("privacy.operator_text", "Responsible for your data at {brand} is Ann.");
  await eventually(async () => expect((await read(lawyer)).missing).toEqual(["second_factor"]));
});
