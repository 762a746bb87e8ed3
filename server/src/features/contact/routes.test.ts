import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { contactThanks, type SubmissionStatus } from "contract/contact/rules.ts";
import type { ContactSubmission } from "contract/contact/schema.ts";
import { beforeEach, expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { byAll, startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { createTestFolder } from "../../test/folder.ts";
import { signInAdmin } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { contentStrings } from "../content-strings/table.ts";
import { siteConfig } from "../site-config/table.ts";
import { contactMessages, contactSubmissions } from "./table.ts";

const database = await createTestDatabase();
const { db } = database;
const folder = await createTestFolder();
const env = { DATA_DIR: folder.path("."), PUBLIC_URL: "https://shop.example" };
const app = await startTestApp(database, { env });
const { headers } = await signInAdmin(db, "Writer", ["users.read", "users.write"]);

const form = { name: "Ann", email: "ann@example.com", subject: "An order", message: "Where is it?" };
const submit = (payload: object) => app.inject({ method: "POST", url: "/api/contact/submit", payload });
const list = async (query = ""): Promise<{ submissions: ContactSubmission[]; total: number }> => {
  const response = await app.inject({ url: `/api/admin/contact/submissions?${query}`, headers });
  expect(response.statusCode).toBe(200);
  return response.json();
};
const namesIn = async (query: string) => (await list(query)).submissions.map(({ name }) => name);
const move = (id: number, payload: object) =>
  app.inject({ method: "PUT", url: `/api/admin/contact/submissions/${id}`, payload, headers });

beforeEach(async () => {
  await db.delete(contactSubmissions);
});

test("a message is stored as it was written, with its origin", async () => {
  const response = await app.inject({
    method: "POST",
    url: "/api/contact/submit",
    headers: { "user-agent": "Browser 1" },
    payload: { ...form, name: "  Ann ", message: " one\r\ntwo\n" },
  });
  expect([response.statusCode, response.json()]).toEqual([201, { message: contactThanks }]);
  expect(await list()).toEqual({
    submissions: [
      {
        ...form,
        message: "one\ntwo",
        id: expect.any(Number),
        status: "new",
        submitted_at: expect.stringMatching(/^\d{4}-.*Z$/),
        read_at: null,
        resolved_at: null,
        ip_address: "127.0.0.1",
        user_agent: "Browser 1",
        version: 1,
      },
    ],
    total: 1,
  });
});

test("every wrong field is named in the words of spec/contact 2.2", async () => {
  const response = await submit({ name: " ", email: null, subject: 7, message: "" });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({
    error: "Name is required",
    code: "invalid",
    details: [
      { path: "name", msg: "Name is required" },
      { path: "email", msg: "Email is required" },
      { path: "subject", msg: "Subject is required" },
      { path: "message", msg: "Invalid message" },
    ],
  });
});

test.each([
  ["a malformed address", { email: "ann@nowhere" }, "Please enter a valid email address"],
  ["5001 characters", { message: "m".repeat(5001) }, "Message must be less than 5000 characters"],
])("a form with %s is refused", async (_, field, msg) => {
  const response = await submit({ ...form, ...field });
  expect([response.statusCode, response.json().error]).toEqual([400, msg]);
  expect((await list()).total).toBe(0);
});

test("content strings override the error messages", async () => {
  const set = (value: string) =>
    db.update(contentStrings).set({ currentValue: value }).where(eq(contentStrings.key, "contact.error.name_required"));
  const message = async () => (await submit({ ...form, name: "" })).json().details[0].msg;
  await set("Who are you?");
  await expect.poll(byAll(message)).toBe("Who are you?");
  await set("");
  await expect.poll(byAll(message)).toBe("Name is required");
});

test("a robot in the honeypot gets the same response, and its message is stored as spam", async () => {
  const response = await submit({ ...form, name: "Robot", website: "https://example.com" });
  expect([response.statusCode, response.json()]).toEqual([201, { message: contactThanks }]);
  expect(await list()).toEqual({ submissions: [], total: 0 });
  expect(await namesIn("status=spam")).toEqual(["Robot"]);
});

test("an address can send five messages an hour; invalid forms are not counted", async () => {
  const limited = await startTestApp(database, { env: { ...env, RATE_LIMIT_SCALE: "1", TRUST_PROXY: "1" } });
  const from = (address: string, payload: object = form) =>
    limited.inject({
      method: "POST",
      url: "/api/contact/submit",
      payload,
      headers: { "x-forwarded-for": address },
    });
  for (let mistake = 0; mistake < 6; mistake += 1) expect((await from("2001:db8::1", {})).statusCode).toBe(400);
  for (let message = 0; message < 5; message += 1) expect((await from(`2001:db8::${message}`)).statusCode).toBe(201);
  const response = await from("2001:db8::9");
  expect([response.statusCode, response.json()]).toEqual([
    429,
    { error: "Too many messages. Please try again later.", code: "rate_limited" },
  ]);
  expect(Number(response.headers["retry-after"])).toBeGreaterThan(3_000);
  expect((await from("2001:db8:0:1::1")).statusCode).toBe(201);
  expect((await list()).total).toBe(6);
});

test("the operators get a mail that they can reply to, but none about spam", async () => {
  const outbox = folder.path("outbox");
  const letters = async () => (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const setEmail = (value: string) =>
    db.update(siteConfig).set({ value }).where(eq(siteConfig.key, "contact.email")).returning();
  await submit({ ...form, subject: "Not mailed" });
  await setEmail("shop@example.com");
  const reported = async () => (await app.inject("/api/site")).json().contact_email;
  await expect.poll(byAll(reported)).toBe("shop@example.com");
  await submit({ ...form, subject: "Not this", website: "x" });
  await submit({ ...form, name: "Ann\nBcc: all@example.com", message: "One\n\n<b>two</b>" });

  await expect.poll(letters).toHaveLength(1);
  const [name = ""] = await letters();
  const mail = await readFile(join(outbox, name), "utf8");
  expect(mail).toMatch(/^To: shop@example\.com\r$/m);
  expect(mail).toMatch(/^Reply-To: ann@example\.com\r$/m);
  expect(mail).toMatch(/^Subject: Message to Lootwise: An order\r$/m);
  const [headers = ""] = mail.split("\r\n\r\n");
  expect(headers).not.toMatch(/^Bcc:/im);
  expect(mail).toContain("&lt;b&gt;two&lt;/b&gt;");
  expect(mail).toContain("https://shop.example/admin/messages");
});

test("a message that cannot be stored queues no mail", async () => {
  await database.pool.query("alter table contact_messages add constraint refused check (name <> 'Refused')");
  const queued = async () => (await database.pool.query("select from jobs.job where name = 'mail'")).rowCount;
  const before = await queued();
  expect((await submit({ ...form, name: "Refused" })).statusCode).toBe(500);
  expect((await list()).total).toBe(0);
  expect(await queued()).toBe(before);
});

test("the longest names that fold to many letters are stored", async () => {
  const response = await submit({ ...form, name: "ﷺ".repeat(100), subject: "ﷺ".repeat(200) });
  expect(response.statusCode).toBe(201);
});

async function addMessages(messages: [name: string, status: SubmissionStatus][]) {
  for (const [name, status] of messages) {
    await submit({ ...form, name, email: `${name.replaceAll(" ", ".")}@example.com`, subject: `From ${name}` });
    const [newest] = (await list("limit=1&sortBy=submitted_at")).submissions;
    if (status !== "new") await move(newest!.id, { status });
  }
}

test("messages are searched, filtered, sorted and paged; spam is listed only on request", async () => {
  await addMessages([
    ["zoë 100%", "new"],
    ["Adam", "resolved"],
    ["Ángel", "in_progress"],
    ["Bot", "spam"],
    ["bea", "closed"],
  ]);
  expect(await namesIn("")).toEqual(["bea", "Ángel", "Adam", "zoë 100%"]);
  expect(await namesIn("sortBy=submitted_at&sortOrder=asc")).toEqual(["zoë 100%", "Adam", "Ángel", "bea"]);
  expect(await namesIn("sortBy=name&sortOrder=ASC")).toEqual(["Adam", "Ángel", "bea", "zoë 100%"]);
  expect(await namesIn("sortBy=email&sortOrder=DESC")).toEqual(["zoë 100%", "bea", "Ángel", "Adam"]);
  expect(await namesIn("sortBy=subject&sortOrder=ASC")).toEqual(["Adam", "Ángel", "bea", "zoë 100%"]);
  expect(await namesIn("sortBy=status&sortOrder=ASC")).toEqual(["zoë 100%", "Ángel", "Adam", "bea"]);
  expect(await namesIn("search=angel")).toEqual(["Ángel"]);
  expect(await namesIn("search=ORDER")).toEqual([]);
  expect(await namesIn("search=%25")).toEqual(["zoë 100%"]);
  expect(await namesIn("search=from%20example.com%20ea")).toEqual(["bea"]);
  expect(await namesIn("search=_")).toEqual([]);
  expect(await namesIn("status=resolved")).toEqual(["Adam"]);
  expect(await namesIn("status=spam&search=bot")).toEqual(["Bot"]);
  const second = await list("limit=3&page=2&sortBy=name&sortOrder=ASC");
  expect([second.submissions.map(({ name }) => name), second.total]).toEqual([["zoë 100%"], 4]);
  expect(await list("page=9")).toEqual({ submissions: [], total: 4 });
});

test("the times of reading and resolving stay; each change is recorded without the sender's name", async () => {
  await submit(form);
  const [{ id }] = (await list()).submissions as [ContactSubmission];
  const read = (await move(id, { status: "read", base_version: 1 })).json().submission;
  expect(read).toMatchObject({ status: "read", read_at: expect.any(String), resolved_at: null, version: 2 });
  const again = (await move(id, { status: "read" })).json().submission;
  expect(again).toEqual(read);
  const resolved = (await move(id, { status: "resolved" })).json().submission;
  expect(resolved).toMatchObject({ read_at: read.read_at, resolved_at: expect.any(String) });
  for (const status of ["closed", "in_progress", "new", "spam"]) {
    expect((await move(id, { status })).json().submission.status).toBe(status);
  }

  const entries = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.resourceId, String(id)))
    .orderBy(auditLog.id);
  expect(entries).toHaveLength(6);
  expect(entries[1]).toMatchObject({
    action: "UPDATE",
    resourceType: "contact_submission",
    description: `Moved message ${id} from read to resolved`,
    oldValue: { status: "read", read_at: read.read_at, resolved_at: null },
    newValue: { status: "resolved", read_at: read.read_at, resolved_at: resolved.resolved_at },
  });
  expect(JSON.stringify(entries)).not.toContain("Ann");
});

test("a message that was handled meanwhile is returned instead of changed", async () => {
  await submit(form);
  const [{ id }] = (await list()).submissions as [ContactSubmission];
  await move(id, { status: "resolved" });
  const response = await move(id, { status: "read", base_version: 1 });
  expect(response.statusCode).toBe(409);
  expect(response.json()).toMatchObject({ code: "stale", current: { id, status: "resolved", version: 2 } });
});

test("an unknown message is a 404, an unknown status a 400", async () => {
  expect((await move(999_999, { status: "read" })).statusCode).toBe(404);
  await submit(form);
  const [{ id }] = (await list()).submissions as [ContactSubmission];
  expect((await move(id, { status: "lost" })).statusCode).toBe(400);
  expect(await db.$count(contactMessages)).toBe(1);
});
