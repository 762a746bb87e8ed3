import type { SetupState } from "contract/setup/api.ts";
import { expect, test } from "vitest";
import { desc, eq, sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { secretKey } from "../../test/secret-key.ts";
import { signInAdmin } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { enableForSample, recordSample } from "../imports/seed-sample.ts";
import { markets } from "../markets/table.ts";
import { findMailServer } from "../site-config/queries-mail.ts";
import { siteSecrets } from "../site-config/table.ts";
import { stores } from "../stores/table.ts";

const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database, { env: { ROLE: "web" } });
const fixed = await startTestApp(database, {
  env: { ROLE: "web", SMTP_URL: "smtp://127.0.0.1:9", CATALOGUE_SYNC: "off" },
});
const root = await signInAdmin(db, "root", "everything");

async function put(question: string, payload: object, site = app, user = root) {
  const url = `/api/admin/setup/${question}`;
  const response = await site.inject({ method: "PUT", url, headers: user.headers, payload });
  return { status: response.statusCode, message: response.body && response.json().error };
}

async function readState(site = app): Promise<SetupState> {
  const response = await site.inject({ url: "/api/admin/setup", headers: root.headers });
  expect(response.statusCode).toBe(200);
  return response.json();
}

const enabledMarkets = async () =>
  (
    await db
      .select({ country: markets.country })
      .from(markets)
      .where(eq(markets.enabled, true))
      .orderBy(markets.country)
  ).map(({ country }) => country);
const enabledStores = async () =>
  (await db.select({ key: stores.key }).from(stores).where(eq(stores.enabled, true)).orderBy(stores.key)).map(
    ({ key }) => key,
  );
const lastEntry = async () => (await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0]!;
const countJobs = async () => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from jobs.job where name = 'price-polls'`,
  );
  return rows[0]!.count;
};

test("a new site has answered nothing, and names what it lacks", async () => {
  const state = await readState();
  expect(state.mail).toEqual({ url: null, from: null, fixed: false });
  expect(state.catalogue).toMatchObject({ games: null, has_steam_key: false, fixed: false });
  expect(state.catalogue.starter_games).toBeGreaterThan(4_900);
  expect(state.missing.map(({ what }) => what)).toEqual([
    ...["mail", "catalogue", "contact_email", "public_url", "backups", "blank_texts"],
  ]);
});

test("exactly the chosen countries are enabled, also when none of the former ones remains", async () => {
  expect(await put("countries", { countries: ["DE", "GB"] })).toMatchObject({ status: 204 });
  expect(await enabledMarkets()).toEqual(["DE", "GB"]);
  expect(await put("countries", { countries: ["US"] })).toMatchObject({ status: 204 });
  expect(await enabledMarkets()).toEqual(["US"]);
  expect(await lastEntry()).toMatchObject({ resourceType: "market", userId: root.id });
});

test("an unknown country or store changes nothing, and is named", async () => {
  const before = [await enabledMarkets(), await enabledStores()];
  expect(await put("countries", { countries: ["DE", "ZZ"] })).toEqual({
    status: 400,
    message: "countries.1: Unknown country: ZZ",
  });
  expect(await put("stores", { stores: ["gog", "nowhere"] })).toEqual({
    status: 400,
    message: "stores.1: Unknown store: nowhere",
  });
  expect([await enabledMarkets(), await enabledStores()]).toEqual(before);
});

test("exactly the chosen stores are enabled", async () => {
  const before = await enabledStores();
  expect(await put("stores", { stores: ["gog", "steam"] })).toMatchObject({ status: 204 });
  expect(await enabledStores()).toEqual(["gog", "steam"]);
  expect(await put("stores", { stores: before })).toMatchObject({ status: 204 });
});

test("what was chosen stays when real games replace the sample, and so does the last market", async () => {
  const before = await enabledStores();
  await db.transaction(enableForSample);
  expect(await put("countries", { countries: ["DE"] })).toMatchObject({ status: 204 });
  expect(await put("stores", { stores: ["cdkeys", "gog"] })).toMatchObject({ status: 204 });
  await db.transaction(async (tx) => {
    // as a fresh site has them
    await tx.update(markets).set({ version: 1 }).where(eq(markets.country, "GB"));
    await recordSample(tx, new Date());
  });
  expect(await enabledMarkets()).toEqual(["DE"]);
  expect(await enabledStores()).toEqual(["cdkeys", "gog"]);

  await db.update(markets).set({ version: 1 });
  await db.transaction((tx) => recordSample(tx, new Date()));
  expect(await enabledMarkets()).toEqual(["DE"]);
  await put("countries", { countries: ["US"] });
  await put("stores", { stores: before });
});

test("the mail server is stored encrypted, shown without its password, and audited without it", async () => {
  const server = { url: "smtp://shop:hunter2@mail.example.org:587", from: "prices@example.org" };
  expect(await put("mail", { server })).toMatchObject({ status: 204 });
  const env = { smtpUrl: undefined, mailFrom: undefined };
  expect(await findMailServer(db, { env, secretKey })).toEqual({ ...server, fixed: false });
  const [row] = await db.select().from(siteSecrets);
  expect(row!.value).not.toMatch(/hunter2|mail\.example/);
  const { mail, missing } = await readState();
  expect(mail).toEqual({ url: "smtp://***@mail.example.org:587", from: "prices@example.org", fixed: false });
  expect(missing.map(({ what }) => what)).not.toContain("mail");
  const entry = await lastEntry();
  expect(entry).toMatchObject({ description: "Chose the mail server", userId: root.id });
  expect(JSON.stringify(entry)).not.toContain("hunter2");
  expect(await put("mail", { server: null })).toMatchObject({ status: 204 });
  expect((await readState()).mail.url).toBeNull();
});

test.each(["mail.example.org", "https://mail.example.org", "smtp://", "smtp://a b"])(
  "%s is no mail server",
  async (url) => {
    expect(await put("mail", { server: { url, from: null } })).toMatchObject({ status: 400 });
  },
);

test("who may not change roles cannot choose the mail server, through which passwords are reset", async () => {
  const editor = await signInAdmin(db, "editor", ["config.read", "config.write", "stores.write"]);
  const server = { url: "smtp://mail.example.org", from: null };
  expect((await put("mail", { server }, app, editor)).status).toBe(403);
});

test("the chosen catalogue is read at once", async () => {
  await db.execute(sql`delete from jobs.job`);
  expect(await put("catalogue", { games: "starter" })).toMatchObject({ status: 204 });
  expect(await countJobs()).toBe(1);
  const { catalogue, missing } = await readState();
  expect(catalogue.games).toBe("starter");
  expect(missing.map(({ what }) => what)).not.toContain("catalogue");
});

test("what the environment decides cannot be answered otherwise", async () => {
  expect(await put("mail", { server: null }, fixed)).toMatchObject({ status: 409 });
  expect(await put("catalogue", { games: "gog" }, fixed)).toMatchObject({ status: 409 });
  expect(await put("catalogue", { games: "none" }, fixed)).toMatchObject({ status: 204 });
  expect(await readState(fixed)).toMatchObject({ mail: { fixed: true }, catalogue: { fixed: true } });
});
