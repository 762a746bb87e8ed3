import type { ReportGroup } from "contract/prices/report-schema.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { siteReaders } from "../../test/readers.ts";
import { listQueuedMails } from "../../test/servers/mails.ts";
import { signInAdmin, type TestUser } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { contactSubmissions } from "../contact/table.ts";
import { recordOffers } from "./offers/commands.ts";
import { priceReports } from "./reports/table.ts";

const database = await createTestDatabase();
const { db, pool } = database;
const app = await startTestApp(database);
const editor = await signInAdmin(db, "Editor", ["prices.read", "prices.write"]);
const support = await signInAdmin(db, "Support", ["prices.read", "users.read", "users.write"]);

const path = "/api/admin/catalogue/reports";
let game: number;

beforeEach(async () => {
  await emptyTables(pool, ["games", "contact_submissions"]);
  await db.execute(sql`delete from jobs.job where name = 'mail'`);
  [game = 0] = await addCatalogue(db, [{ title: "Sable", offers: { gog: { priceMinor: 999 } } }]);
});

const report = (email: string, more: object = {}) =>
  app.inject({
    method: "POST",
    url: "/api/contact/submit",
    payload: {
      name: "Ann",
      email,
      subject: "Wrong price",
      message: `It is wrong, says ${email}`,
      report: { game, store: "gog", country: "US" },
      ...more,
    },
  });

async function list(query = "", { headers }: TestUser = editor): Promise<{ groups: ReportGroup[]; total: number }> {
  const response = await app.inject({ url: `${path}?${query}`, headers });
  expect(response.statusCode).toBe(200);
  return response.json();
}

const settle = (payload: object, { headers }: TestUser = editor, offer = `${game}/US/gog`) =>
  app.inject({ method: "POST", url: `${path}/${offer}/settle`, headers, payload });

const statuses = async () =>
  (await db.select({ status: contactSubmissions.status }).from(contactSubmissions).orderBy(contactSubmissions.id)).map(
    ({ status }) => status,
  );

describe("a report", () => {
  test("is grouped by offer, with the price at the time and the current one", async () => {
    await report("ann@example.com");
    await recordOffers(db, [{ gameId: game, store: "gog", priceMinor: 1499 }], { now: new Date() });
    await report("bob@example.com");
    await report("carl@example.com", { report: undefined });
    const { groups, total } = await list();
    expect(total).toBe(1);
    expect(groups).toMatchObject([
      {
        game: { id: game, title: "Sable" },
        store: "gog",
        country: "US",
        price_now: 14.99,
        currency: "USD",
        count: 2,
        latest: 2,
        outcome: null,
        reports: [
          { id: 2, price: 14.99, message: null },
          { id: 1, price: 9.99, message: null },
        ],
      },
    ]);
  });

  test("shows its message to users who may read messages", async () => {
    await report("ann@example.com");
    expect((await list("", support)).groups[0]!.reports[0]!.message).toBe("It is wrong, says ann@example.com");
  });

  test("about an unknown offer, or from a bot, is stored as an ordinary message", async () => {
    expect((await report("a@example.com", { report: { game: 999, store: "gog", country: "US" } })).statusCode).toBe(
      201,
    );
    expect((await report("b@example.com", { website: "x" })).statusCode).toBe(201);
    expect(await db.$count(priceReports)).toBe(0);
    expect(await db.$count(contactSubmissions)).toBe(2);
  });

  test.each([
    ["report.game", { game: 0, store: "gog", country: "US" }],
    ["report.store", { game: 1, store: "<b>", country: "US" }],
    ["report.country", { game: 1, store: "gog", country: "usa" }],
  ])("with a malformed %s is refused", async (field, malformed) => {
    const response = await report("ann@example.com", { report: malformed });
    expect(response.statusCode).toBe(400);
    expect(response.json().details.map(({ path }: { path: string }) => path)).toEqual([field]);
    expect(await db.$count(contactSubmissions)).toBe(0);
  });

  test("whose message was handled in the inbox is no longer open", async () => {
    await report("ann@example.com");
    await app.inject({
      method: "PUT",
      url: "/api/admin/contact/submissions/1",
      headers: support.headers,
      payload: { status: "spam" },
    });
    expect((await list()).total).toBe(0);
  });
});

describe("settling", () => {
  test("closes the messages and replies once to each address", async () => {
    for (const email of ["ann@example.com", "ANN@example.com", "bob@example.com"]) await report(email);
    const response = await settle({ outcome: "corrected", reply: "Thank you,\n\nit is right now.", latest: 3 });
    expect([response.statusCode, response.json()]).toEqual([200, { settled: 3, replies: 2 }]);
    expect(await statuses()).toEqual(["closed", "closed", "closed"]);
    expect((await list()).total).toBe(0);
    const { groups } = await list("state=settled");
    expect(groups).toMatchObject([{ outcome: "corrected", count: 3, settled_at: expect.any(String) }]);

    const mails = (await listQueuedMails(db)).filter(({ subject }) => subject.startsWith("Your report"));
    expect(mails.map(({ to }) => to).sort()).toEqual(["ANN@example.com", "bob@example.com"]);
    expect(mails[0]).toMatchObject({
      addressee: "sender",
      subject: "Your report about Sable at {brand}",
      paragraphs: expect.arrayContaining(["Thank you,", "it is right now."]),
      action: { path: `/games/${game}` },
    });
    const [entry] = await db.select().from(auditLog).orderBy(sql`id desc`).limit(1);
    expect(entry).toMatchObject({
      userId: editor.id,
      resourceType: "price_report",
      description: "Settled 3 reports about Sable: corrected",
      oldValue: { outcome: null },
      newValue: { outcome: "corrected", replies: 2 },
    });
    expect(JSON.stringify(entry)).not.toContain("@example.com");
  });

  test.each([
    ["de", "Deine Meldung zu Sable", "de"],
    ["ar", "Sable", "ar"],
    ["tlh", "Your report about Sable", "en"],
    [undefined, "Your report about Sable", "en"],
    ["no language", "Your report about Sable", "en"],
  ])("a reporter without an account who wrote in %s gets the reply as %j", async (language, subject, tag) => {
    await report("greta@example.com", { language });
    await settle({ outcome: "corrected", reply: "Danke!" });
    const readers = await siteReaders(db);
    const [mail] = (await listQueuedMails(db, readers)).filter(({ subject }) => subject.includes("Sable"));
    expect(mail!.subject).toContain(subject);
    expect((await readers.ofMail(db, mail!)).language.tag).toBe(tag);
    if (tag === "de") expect(mail!.action!.path).toBe(`/us-de/games/${game}`);
  });

  test("without a reply sends no mail; a later report opens a new group", async () => {
    await report("ann@example.com");
    expect((await settle({ outcome: "was_right" })).json()).toEqual({ settled: 1, replies: 0 });
    expect(await listQueuedMails(db)).toEqual([]);
    await report("bob@example.com");
    expect((await list()).groups).toMatchObject([{ count: 1, latest: 2 }]);
    expect((await list("state=settled")).groups).toMatchObject([{ count: 1, outcome: "was_right" }]);
  });

  test("is refused with the current state if reports were added or settled meanwhile", async () => {
    await report("ann@example.com");
    await report("bob@example.com");
    const early = await settle({ outcome: "corrected", latest: 1 });
    expect([early.statusCode, early.json()]).toMatchObject([409, { code: "stale", current: { latest: 2, count: 2 } }]);
    expect(await statuses()).toEqual(["new", "new"]);
    await settle({ outcome: "corrected", latest: 2 });
    const late = await settle({ outcome: "was_right", latest: 2 });
    expect([late.statusCode, late.json().current]).toEqual([409, null]);
    expect((await list("state=settled")).groups).toMatchObject([{ outcome: "corrected" }]);
  });

  test("succeeds for only one of two concurrent editors", async () => {
    await report("ann@example.com");
    const responses = await Promise.all([settle({ outcome: "corrected" }), settle({ outcome: "was_right" })]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  });

  test.each([
    ["outcome", { outcome: "perhaps" }],
    ["reply", { outcome: "corrected", reply: "x".repeat(2_001) }],
  ])("with an invalid %s changes nothing", async (field, payload) => {
    await report("ann@example.com");
    const response = await settle(payload);
    expect([response.statusCode, response.json().details[0].path]).toEqual([400, field]);
    expect(await statuses()).toEqual(["new"]);
  });

  test("needs the permission, and reports", async () => {
    await report("ann@example.com");
    expect((await settle({ outcome: "corrected" }, support)).statusCode).toBe(403);
    expect((await settle({ outcome: "corrected" }, editor, `${game}/US/steam`)).statusCode).toBe(404);
    expect(await statuses()).toEqual(["new"]);
  });
});
