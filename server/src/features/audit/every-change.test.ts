import { endpoints } from "contract/api.ts";
import type { Method } from "contract/core/endpoint.ts";
import type { ImportKind, ImportState } from "contract/imports/rules.ts";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { asc, gt, sql } from "../../platform/db/drizzle.ts";
import { trySessionLock } from "../../platform/db/session-lock.ts";
import { startTestApp } from "../../test/app.ts";
import { prepareBreakAudit } from "../../test/break-audit.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { offerChanges } from "../../test/offer-changes.ts";
import { subscriptionChanges } from "../../test/subscription-changes.ts";
import { type Change, change, textChanges } from "../../test/text-changes.ts";
import { signInAdmin, signInUser } from "../../test/users.ts";
import { contentStrings } from "../content-strings/table.ts";
import { fileImports } from "../imports/table.ts";
import { recordOffers } from "../prices/offers/commands.ts";
import { readings } from "../prices/readings/table.ts";
import { matchReviews, pricePolls, priceSources } from "../prices/table.ts";
import { siteConfig } from "../site-config/table.ts";
import { auditLog } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
// thousands of rows, which would be summed up for each call
await db.execute(sql`delete from content_strings where language not in ('en', 'de', 'fr') or category <> 'header'`);
const app = await startTestApp(database);
const root = await signInAdmin(db, "root", "everything");
const breakAudit = await prepareBreakAudit(db);
let counter = 0;

// keeps workers from processing the requested imports
const workers = await trySessionLock({ connectionString: database.url }, "file imports");
afterAll(() => workers?.release());

async function call(method: Method, path: string, payload?: object) {
  const type = payload instanceof Buffer ? { "content-type": "image/png" } : {};
  const response = await app.inject({
    method,
    url: `/api/admin${path}`,
    headers: { ...root.headers, ...type },
    payload,
  });
  return {
    status: response.statusCode,
    body: response.headers["content-type"]?.includes("json") ? response.json() : null,
  };
}

async function customConfig(): Promise<{ id: number; key: string }> {
  counter += 1;
  const setting = { key: `custom.setting_${counter}`, value: "1", type: "number", category: "custom" };
  return (await call("POST", "/config", setting)).body.config;
}

async function customRole(): Promise<{ id: number }> {
  counter += 1;
  return (await call("POST", "/dashboard/roles", { name: `custom_${counter}` })).body.role;
}

async function member(...roleIds: number[]): Promise<{ id: number }> {
  counter += 1;
  const user = await signInUser(db, `member_${counter}`);
  if (roleIds.length > 0) await call("POST", `/dashboard/users/${user.id}/roles`, { roleIds });
  return user;
}

async function customStore(): Promise<{ key: string }> {
  counter += 1;
  return (await call("POST", "/stores", { key: `custom-${counter}`, name: "Custom", kind: "keyshop" })).body.store;
}

async function waitingMatch(): Promise<{ id: number }> {
  counter += 1;
  const now = new Date();
  const product = { store: "gog", productId: `product-${counter}`, title: `Product ${counter}` };
  const row = { ...product, candidates: [], firstSeenAt: now, lastSeenAt: now };
  const [match] = await db.insert(matchReviews).values(row).returning({ id: matchReviews.id });
  return match!;
}

async function editedGame(): Promise<{ id: number }> {
  counter += 1;
  const [id] = await addCatalogue(db, [{ title: `Game ${counter}` }]);
  await call("PUT", `/catalogue/games/${id}`, { genre: "RPG" });
  return { id: id! };
}

/** A game with a price at GOG, and the path of its record. */
async function pricedGame(): Promise<{ id: number; record: string }> {
  counter += 1;
  const now = new Date();
  const [id = 0] = await addCatalogue(db, [{ title: `Priced ${counter}` }]);
  const offer = { gameId: id, store: "gog", productId: `priced-${counter}`, priceMinor: 999 };
  await recordOffers(db, [offer], { now });
  return { id, record: `/catalogue/records/${id}/gog/US/${encodeURIComponent(now.toISOString())}` };
}

const override = () => ({ price: 5, until: new Date(Date.now() + 3_600_000).toISOString(), reason: "A sale" });

async function source(): Promise<string> {
  counter += 1;
  const now = new Date();
  const row = { key: `source-${counter}`, store: "gog", country: "US" };
  await db.insert(priceSources).values({ ...row, registeredAt: now });
  await db.insert(pricePolls).values({ source: row.key, store: "gog", state: "done", startedAt: now, version: "v1" });
  return row.key;
}

async function feed(): Promise<number> {
  const { key } = await customStore();
  const fields = { store: key, country: "US", url: "https://feeds.example.com/a.csv" };
  return (await call("POST", "/catalogue/feeds", fields)).body.feed.id;
}

async function message(): Promise<{ id: number }> {
  const form = { name: "Ann", email: "ann@example.com", subject: "Hello", message: "Hello" };
  await app.inject({ method: "POST", url: "/api/contact/submit", payload: form });
  return (await call("GET", "/contact/submissions?limit=1")).body.submissions[0];
}

async function reportedGame(): Promise<number> {
  const [game] = await addCatalogue(db, [{ title: "Reported", offers: { gog: { priceMinor: 100 } } }]);
  const form = { name: "Ann", email: "ann@example.com", subject: "Hello", message: "Hello" };
  const report = { game, store: "gog", country: "US" };
  await app.inject({ method: "POST", url: "/api/contact/submit", payload: { ...form, report } });
  return game!;
}

async function fileImport(kind: ImportKind, state: ImportState): Promise<string> {
  const now = new Date();
  const row = { kind, state, name: "games.csv", size: 1, undoable: true, createdAt: now, changedAt: now };
  const [created] = await db.insert(fileImports).values(row).returning({ id: fileImports.id });
  return `/catalogue/imports/${kind}/${created!.id}`;
}

function importChanges(kind: ImportKind): Record<string, () => Promise<Change>> {
  const path = `/catalogue/imports/${kind}`;
  return {
    [`POST ${path}`]: async () => change("CREATE", path, { name: "games.csv", size: 1 }),
    [`POST ${path}/{id}/apply`]: async () => change("UPDATE", `${await fileImport(kind, "checked")}/apply`),
    [`POST ${path}/{id}/undo`]: async () => change("UPDATE", `${await fileImport(kind, "done")}/undo`),
    [`DELETE ${path}/{id}`]: async () => change("DELETE", await fileImport(kind, "failed")),
  };
}

/** The address of a reading of a price file. */
async function reading(state: "applied" | "held"): Promise<string> {
  const times = { begunAt: new Date(), endedAt: new Date() };
  const row = { kind: "prices", source: "prices.csv", origin: "command line", state, ...times } as const;
  const [created] = await db.insert(readings).values(row).returning({ id: readings.id });
  return `/catalogue/readings/${created!.id}`;
}

/** Calls that change nothing. */
const changeNothing = [
  "POST /dashboard/test-mail",
  "POST /catalogue/feeds/preview",
  ...["games", "prices"].flatMap((kind) => [
    `PUT /catalogue/imports/${kind}/{id}/content`,
    `POST /catalogue/imports/${kind}/{id}/check`,
  ]),
];

/** Every call that changes something, or exports the audit trail. */
const changes: Record<string, () => Promise<Change>> = {
  ...textChanges(call),
  "POST /config": async () =>
    change("CREATE", "/config", { key: "custom.new", value: "1", type: "number", category: "custom" }),
  "PUT /config/{key}": async () => change("UPDATE", `/config/${(await customConfig()).key}`, { value: "2" }),
  "PUT /config": async () =>
    change("UPDATE", "/config", { configs: [{ id: (await customConfig()).id, value: "2", type: "number" }] }),
  "DELETE /config/{key}": async () => change("DELETE", `/config/${(await customConfig()).id}`),
  "PUT /contact/submissions/{id}": async () =>
    change("UPDATE", `/contact/submissions/${(await message()).id}`, { status: "read" }),
  "POST /catalogue/reports/{game}/{country}/{store}/settle": async () =>
    change("UPDATE", `/catalogue/reports/${await reportedGame()}/US/gog/settle`, { outcome: "corrected" }),
  "POST /stores": async () => change("CREATE", "/stores", { key: "new", name: "New", kind: "official" }),
  "POST /stores/import": async () => {
    const pack = { format: "store-pack-1", key: "packed", name: "Packed", kind: "official", color: "teal" };
    const facts = { website: null, activation: [], reports_stock: false, countries: [], feed: null, source: null };
    return change("CREATE", "/stores/import", { pack: { ...pack, ...facts } });
  },
  "PUT /stores/{key}": async () => change("UPDATE", `/stores/${(await customStore()).key}`, { enabled: true }),
  "PUT /store-order": async () => change("UPDATE", "/store-order", { keys: [(await customStore()).key] }),
  "DELETE /stores/{key}": async () => change("DELETE", `/stores/${(await customStore()).key}`),
  "PUT /setup/countries": async () => {
    await call("PUT", "/setup/countries", { countries: ["US"] });
    return change("UPDATE", "/setup/countries", { countries: ["US", "SE"] });
  },
  "PUT /setup/stores": async () => {
    await call("PUT", "/setup/stores", { stores: ["steam", "gog"] });
    return change("UPDATE", "/setup/stores", { stores: ["steam"] });
  },
  "PUT /setup/mail": async () => {
    await call("PUT", "/setup/mail", { server: { url: "smtp://mail.example.org", from: null } });
    return change("UPDATE", "/setup/mail", { server: { url: "smtp://mail.example.com", from: null } });
  },
  "PUT /setup/catalogue": async () => change("UPDATE", "/setup/catalogue", { games: "none" }),
  ...offerChanges(call),
  ...subscriptionChanges(call, db, async () => (await editedGame()).id),
  "PUT /markets/{country}": async () => {
    counter += 1;
    return change("UPDATE", "/markets/GB", { locale: `en-GB-x-${counter}` });
  },
  "POST /markets/enable-all": async () => {
    await call("POST", "/markets/enable-all");
    await call("PUT", "/markets/NO", { enabled: false });
    return change("UPDATE", "/markets/enable-all");
  },
  "POST /catalogue/matches/{id}/accept": async () => {
    const [gameId] = await addCatalogue(db, [{ title: "Accepted" }]);
    return change("UPDATE", `/catalogue/matches/${(await waitingMatch()).id}/accept`, { gameId });
  },
  "POST /catalogue/matches/{id}/proposal": async () => {
    const [gameId] = await addCatalogue(db, [{ title: "Proposed" }]);
    return change("UPDATE", `/catalogue/matches/${(await waitingMatch()).id}/proposal`, { gameId });
  },
  "DELETE /catalogue/matches/{id}/proposal": async () => {
    const [gameId] = await addCatalogue(db, [{ title: "Dismissed" }]);
    const path = `/catalogue/matches/${(await waitingMatch()).id}/proposal`;
    await call("POST", path, { gameId });
    return change("UPDATE", `${path}?gameId=${gameId}`);
  },
  "POST /catalogue/matches/{id}/reject": async () =>
    change("UPDATE", `/catalogue/matches/${(await waitingMatch()).id}/reject`),
  "POST /catalogue/matches/{id}/create": async () =>
    change("UPDATE", `/catalogue/matches/${(await waitingMatch()).id}/create`),
  "POST /catalogue/matches/{id}/undo": async () => {
    const { id } = await waitingMatch();
    await call("POST", `/catalogue/matches/${id}/reject`);
    return change("UPDATE", `/catalogue/matches/${id}/undo`);
  },
  "PUT /catalogue/games": async () =>
    change("UPDATE", "/catalogue/games", { ids: [(await editedGame()).id], fields: { genre: "Action" } }),
  "PUT /catalogue/games/{id}": async () =>
    change("UPDATE", `/catalogue/games/${(await editedGame()).id}`, { genre: "Action" }),
  "POST /catalogue/games/{id}/release": async () =>
    change("UPDATE", `/catalogue/games/${(await editedGame()).id}/release`, { fields: ["genre"] }),
  "POST /catalogue/games/{id}/restore": async () =>
    change("RESTORE", `/catalogue/games/${(await editedGame()).id}/restore`, { version: 1 }),
  "POST /catalogue/games/{id}/hide": async () => change("UPDATE", `/catalogue/games/${(await editedGame()).id}/hide`),
  "POST /catalogue/games/{id}/unhide": async () => {
    const { id } = await editedGame();
    await call("POST", `/catalogue/games/${id}/hide`);
    return change("UPDATE", `/catalogue/games/${id}/unhide`);
  },
  "DELETE /catalogue/games/{id}": async () => change("DELETE", `/catalogue/games/${(await editedGame()).id}`),
  "POST /catalogue/games/{id}/merge": async () => {
    const [id, into] = await addCatalogue(db, [{ title: "Twin" }, { title: "Twin" }]);
    return change("UPDATE", `/catalogue/games/${id}/merge`, { into });
  },
  "POST /catalogue/games/{id}/unmerge": async () => {
    const [id, into] = await addCatalogue(db, [{ title: "Twin" }, { title: "Twin" }]);
    await call("POST", `/catalogue/games/${id}/merge`, { into });
    return change("UPDATE", `/catalogue/games/${id}/unmerge`);
  },
  "POST /catalogue/records/{game}/{store}/{country}/{recordedAt}/void": async () =>
    change("UPDATE", `${(await pricedGame()).record}/void`, { reason: "Wrong" }),
  "POST /catalogue/records/{game}/{store}/{country}/{recordedAt}/unvoid": async () => {
    const { record } = await pricedGame();
    await call("POST", `${record}/void`, { reason: "Wrong" });
    return change("UPDATE", `${record}/unvoid`);
  },
  "PUT /catalogue/offers/{game}/{store}/{country}/override": async () =>
    change("UPDATE", `/catalogue/offers/${(await pricedGame()).id}/gog/US/override`, override()),
  "DELETE /catalogue/offers/{game}/{store}/{country}/override": async () => {
    const path = `/catalogue/offers/${(await pricedGame()).id}/gog/US/override`;
    await call("PUT", path, override());
    return change("UPDATE", path);
  },
  "POST /catalogue/offers/{game}/{store}/unlink": async () =>
    change("UPDATE", `/catalogue/offers/${(await pricedGame()).id}/gog/unlink`, {}),
  "POST /catalogue/offers/{game}/{store}/relink": async () => {
    const [gameId] = await addCatalogue(db, [{ title: "The right game" }]);
    return change("UPDATE", `/catalogue/offers/${(await pricedGame()).id}/gog/relink`, { gameId });
  },
  "POST /catalogue/sources/{key}/run": async () => change("UPDATE", `/catalogue/sources/${await source()}/run`),
  "PUT /catalogue/sources/{key}": async () =>
    change("UPDATE", `/catalogue/sources/${await source()}`, { paused: true }),
  "POST /catalogue/sources/{key}/reset": async () => change("UPDATE", `/catalogue/sources/${await source()}/reset`),
  "PUT /catalogue/games/{id}/boxart": async () => {
    const square = { width: 600, height: 600, channels: 3, background: "red" } as const;
    const picture = await sharp({ create: square }).png().toBuffer();
    return change("UPDATE", `/catalogue/games/${(await editedGame()).id}/boxart?reason=Better`, picture);
  },
  "POST /catalogue/feeds": async () => {
    const { key } = await customStore();
    return change("CREATE", "/catalogue/feeds", { store: key, country: "US", url: "https://feeds.example.com/a.csv" });
  },
  "PUT /catalogue/feeds/{id}": async () =>
    change("UPDATE", `/catalogue/feeds/${await feed()}`, { url: "https://feeds.example.com/b.csv" }),
  "DELETE /catalogue/feeds/{id}": async () => change("DELETE", `/catalogue/feeds/${await feed()}`),
  "POST /catalogue/genres": async () => change("CREATE", "/catalogue/genres", { word: "Weaving", genre: "Action" }),
  "POST /catalogue/genres/undo": async () => {
    await call("POST", "/catalogue/genres", { word: "Knitting", genre: null });
    return change("DELETE", "/catalogue/genres/undo", { word: "Knitting" });
  },
  "POST /catalogue/readings/{id}/undo": async () => change("RESTORE", `${await reading("applied")}/undo`),
  "POST /catalogue/readings/{id}/apply": async () => change("UPDATE", `${await reading("held")}/apply`),
  ...importChanges("games"),
  ...importChanges("prices"),
  "POST /dashboard/roles": async () => change("CREATE", "/dashboard/roles", { name: "new_role" }),
  "PUT /dashboard/roles/{id}": async () =>
    change("UPDATE", `/dashboard/roles/${(await customRole()).id}`, { permissions: ["content.read"] }),
  "DELETE /dashboard/roles/{id}": async () => change("DELETE", `/dashboard/roles/${(await customRole()).id}`),
  "PUT /dashboard/users/{userId}/roles": async () =>
    change("ASSIGN", `/dashboard/users/${(await member()).id}/roles`, { roleIds: [2] }),
  "POST /dashboard/users/{userId}/roles": async () =>
    change("ASSIGN", `/dashboard/users/${(await member()).id}/roles`, { roleIds: [2] }),
  "POST /dashboard/users/{userId}/roles/{roleId}": async () =>
    change("ASSIGN", `/dashboard/users/${(await member()).id}/roles/2`),
  "DELETE /dashboard/users/{userId}/roles": async () =>
    change("REMOVE", `/dashboard/users/${(await member(2)).id}/roles`, { roleIds: [2] }),
  "DELETE /dashboard/users/{userId}/roles/{roleId}": async () =>
    change("REMOVE", `/dashboard/users/${(await member(2)).id}/roles/2`),
  "DELETE /dashboard/users/{id}/sessions": async () =>
    change("UPDATE", `/dashboard/users/${(await member()).id}/sessions`),
  "DELETE /dashboard/users/{id}": async () => change("DELETE", `/dashboard/users/${(await member()).id}`),
  "GET /dashboard/audit/export": async () => change("EXPORT", "/dashboard/audit/export"),
};

const changeable = [
  ...[
    "languages",
    "content_strings",
    "content_string_versions",
    "translation_proposals",
    "site_config",
    "contact_submissions",
    "price_reports",
  ],
  ...["stores", "markets", "games", "game_prices", "game_versions", "match_reviews", "offers", "price_history"],
  ...["genre_aliases", "voided_records", "price_overrides", "price_sources", "price_polls", "readings"],
  ...["subscription_services", "subscription_plans", "subscription_memberships", "subscription_readings"],
  ...["plan_prices", "bundles", "bundle_items", "vouchers", "site_secrets"],
  ...["file_imports", "admin_roles", "role_assignments", "users", "audit_log", "audit_head"],
];

/** All rows that the panel can change: by table their number and the sum of their hashes. */
async function snapshot(): Promise<Record<string, string>> {
  const sums = changeable.map(
    (table) => `select '${table}' as name,
      (select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) from ${table} t) as sum`,
  );
  const { rows } = await db.execute<{ name: string; sum: string }>(sql.raw(sums.join(" union all ")));
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

test("every call that changes something is tested here", () => {
  const routes = endpoints.map(({ route }) => route).filter((route) => route.includes(" /api/admin/"));
  const changing = routes.filter((route) => !route.startsWith("GET ")).map((route) => route.replace("/api/admin", ""));
  expect(
    Object.keys(changes)
      .filter((route) => !route.startsWith("GET "))
      .sort(),
  ).toEqual(changing.filter((route) => !changeNothing.includes(route)).sort());
});

test.each(Object.entries(changes))(
  "%s leaves neither change nor entry if it fails at the end, otherwise one entry with old and new values",
  async (route, prepare) => {
    const method = route.split(" ")[0] as Method;
    const { path, body, action, was, is } = await prepare();
    await breakAudit(true);
    const before = await snapshot();
    expect((await call(method, path, body)).status).toBe(500);
    expect(await snapshot()).toEqual(before);
    await breakAudit(false);

    const count = await db.$count(auditLog);
    expect((await call(method, path, body)).status).toBeLessThan(300);
    const entries = await db.select().from(auditLog).where(gt(auditLog.id, count)).orderBy(asc(auditLog.id));
    expect(entries).toHaveLength(1);
    const [entry] = entries;
    expect(entry).toMatchObject({ userId: root.id, action, description: expect.stringMatching(/\w/) });
    expect([entry?.oldValue !== null, entry?.newValue !== null]).toEqual([was, is]);
    if (was && is) expect(entry?.oldValue).not.toEqual(entry?.newValue);
    expect(entry?.resourceKey).toBeTruthy();
  },
);

test("bulk changes leave an entry for each item", async () => {
  const [first, second] = await db.select({ id: contentStrings.id }).from(contentStrings).limit(2);
  const [config, other] = await db
    .select({ id: siteConfig.id })
    .from(siteConfig)
    .where(sql`${siteConfig.key} in ('contact.email', 'contact.chat_url')`);
  const before = await db.$count(auditLog);
  const updates = [first!, second!].map(({ id }) => ({ id, current_value: "all at once" }));
  expect((await call("PUT", "/content/strings/bulk", { updates })).status).toBe(200);
  const configs = [config!, other!].map(({ id }) => ({ id, value: "https://example.com/", type: "string" }));
  await call("PUT", "/config", { configs });
  const user = await member();
  await call("PUT", `/dashboard/users/${user.id}/roles`, { roleIds: [2, 3] });
  const entries = await db.select().from(auditLog).where(gt(auditLog.id, before));
  const count = (type: string) => entries.filter(({ resourceType }) => resourceType === type).length;
  expect([count("content_string"), count("user")]).toEqual([2, 2]);
});
