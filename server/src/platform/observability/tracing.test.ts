import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { registerUser } from "../../features/accounts/commands.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { untilFound } from "../../test/eventually.ts";
import { secretKey } from "../../test/secret-key.ts";
import { sql } from "../db/drizzle.ts";
import { queueMail } from "../mail/queue.ts";

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
}

const bodies: string[] = [];
/** A collector that stores what it receives. */
const collector = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (text) => {
    body += text;
  });
  request.on("end", () => {
    if (request.url === "/v1/traces") bodies.push(body);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
});
await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
afterAll(() => {
  collector.closeAllConnections();
  collector.close();
});

const database = await createTestDatabase();
const { db } = database;
await registerUser(db, { username: "ann", email: "ann@example.com", password: "open sesame" });
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
// all pooled connections have been used before the app starts
await Promise.all(Array.from({ length: database.pool.options.max }, () => db.execute(sql`select pg_sleep(0.1)`)));
const app = await startTestApp(database, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });

const spans = (): Span[] =>
  bodies.flatMap((body) =>
    JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  );
const attribute = ({ attributes }: Span, name: string) =>
  attributes.map(({ key, value }) => (key === name ? (value.stringValue ?? value.intValue) : undefined)).find(Boolean);

test("a request continues its caller's trace, with its statements but no values", async () => {
  const [traceId, callerId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
  const { statusCode, headers } = await app.inject({
    method: "POST",
    url: "/api/auth/login?from=nowhere",
    headers: { traceparent: `00-${traceId}-${callerId}-01` },
    payload: { email: "Ann@example.com", password: "open sesame" },
  });
  expect(statusCode).toBe(200);
  await app.inject("/api/wishlist");
  await queueMail(
    db,
    { to: "bob@example.com", subject: "Hello", paragraphs: ["x"], reason: "x", addressee: "operator" },
    secretKey,
  );
  // batches are sent every few seconds
  const login = await untilFound(() => spans().find(({ name }) => name === "POST /api/auth/login"));
  expect([login.traceId, login.parentSpanId]).toEqual([traceId, callerId]);
  expect(attribute(login, "http.response.status_code")).toBe(200);
  expect(attribute(login, "request_id")).toBe(headers["x-request-id"]);

  const statements = spans().filter(({ parentSpanId }) => parentSpanId === login.spanId);
  const texts = statements.map((span) => String(attribute(span, "db.query.text")));
  expect(texts.some((text) => /^select .* from "users" where .*"email_key" = \$1/.test(text))).toBe(true);
  expect(texts.some((text) => /^insert into "sessions"/.test(text))).toBe(true);
  expect(statements.map(({ name }) => name)).toContain("select");

  const refused = spans().find(({ name }) => name === "GET /api/wishlist");
  expect(refused?.traceId).not.toBe(traceId);
  const job = await untilFound(() => spans().find(({ name }) => name === "job mail"));
  expect(job.parentSpanId ?? "").toBe("");
  expect(bodies.join()).not.toMatch(/ann@|bob@|open sesame|nowhere/i);
});
