import { text } from "node:stream/consumers";
import { endpoints } from "contract/api.ts";
import type { Access, Method } from "contract/core/endpoint.ts";
import { type Permission, permissions } from "contract/permissions.ts";
import { expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { repeats } from "../../test/processes/soak.ts";
import { signInAdmin, signInUser } from "../../test/users.ts";
import { users } from "../users/table.ts";

const soaking = repeats(0, 1) === 1;
const database = await createTestDatabase();
const { db } = database;
const app = await startTestApp(database);

const adminEndpoints = endpoints.filter(({ route }) => route.includes(" /api/admin/"));

/** The access that each route needs, from the table of spec/administration 3.1, independently of the contract. */
const table: [RegExp, Access][] = [
  [/ \/dashboard\/(me|stats|status|checklist)$/, "admin"],
  [/ \/dashboard\/test-mail$/, "config.write"],
  [/^GET \/events$/, "admin"],
  [/^GET \/dashboard\/audit\/export$/, "audit.export"],
  [/^GET \/dashboard\/audit/, "audit.read"],
  [/^GET \/dashboard\/users$/, "users.read"],
  [/^DELETE \/dashboard\/users\/\{id\}$/, "users.delete"],
  [/^GET \/dashboard\/roles/, "roles.read"],
  [/^DELETE \/dashboard\/roles\/\{id\}$/, "roles.delete"],
  [/ \/dashboard\/(roles|users)/, "roles.write"],
  [/^GET \/(content|languages)/, "content.read"],
  [/ \/content\/translations/, "content.translate"],
  [/ \/languages/, "content.write"],
  [/^DELETE \/content/, "content.delete"],
  [/ \/content/, "content.write"],
  [/^GET \/(config|setup|dashboard\/doctor)/, "config.read"],
  [/ \/setup\/(countries|stores)$/, "stores.write"],
  [/ \/setup\/mail$/, "roles.write"],
  [/ \/setup\/catalogue$/, "config.write"],
  [/^DELETE \/config/, "config.delete"],
  [/ \/config/, "config.write"],
  [/^GET \/contact/, "users.read"],
  [/ \/contact/, "users.write"],
  [/^GET \/vouchers/, "vouchers.read"],
  [/ \/vouchers/, "vouchers.write"],
  [/^GET \/bundles/, "bundles.read"],
  [/ \/bundles/, "bundles.write"],
  [/^GET \/(stores|markets)/, "stores.read"],
  [/ \/(stores|store-order|markets)/, "stores.write"],
  [/^GET \/catalogue\/(sources|feeds|readings)/, "sources.read"],
  [/^GET \/catalogue\/(offers|records|price-changes|reports|imports\/prices)/, "prices.read"],
  [/ \/catalogue\/(offers|records|reports|readings|imports\/prices)/, "prices.write"],
  [/ \/catalogue\/(sources|feeds)/, "sources.write"],
  [/^GET \/subscriptions/, "subscriptions.read"],
  [/ \/subscriptions/, "subscriptions.write"],
  [/^GET \/catalogue\/insights/, "insights.read"],
  [/^GET \/catalogue/, "catalogue.read"],
  [/ \/catalogue/, "catalogue.write"],
];

function accessByTable(route: string): Access | undefined {
  const short = route.replace("/api/admin", "");
  return table.find(([pattern]) => pattern.test(short))?.[1];
}

const moderator = await signInUser(db, "moderator");
await db.update(users).set({ role: "moderator" }).where(eq(users.id, moderator.id));

/** A kind of caller: its headers, and what it is allowed. */
interface Caller {
  name: string;
  /** The only one that it has; undefined for none or all. */
  permission?: Permission;
  headers: Record<string, string>;
  status: (access: Access) => 401 | 403 | "allowed";
}

const forbidden = () => 403 as const;
const callers: Caller[] = [
  { name: "anonymous", headers: {}, status: () => 401 },
  { name: "invalid token", headers: { authorization: `Bearer ${"x".repeat(43)}` }, status: () => 401 },
  { name: "member", headers: (await signInUser(db, "member")).headers, status: forbidden },
  { name: "moderator", headers: moderator.headers, status: forbidden },
  {
    name: "role without permissions",
    headers: (await signInAdmin(db, "nothing", [])).headers,
    status: (access) => (access === "admin" ? "allowed" : 403),
  },
  { name: "super admin", headers: (await signInAdmin(db, "root", "everything")).headers, status: () => "allowed" },
];
for (const permission of permissions) {
  callers.push({
    name: `only ${permission}`,
    permission,
    headers: (await signInAdmin(db, permission.replace(".", "_"), [permission])).headers,
    status: (access) => (access === "admin" || access === permission ? "allowed" : 403),
  });
}

test("every route of the administration is in the table, and every permission grants one", () => {
  const disagreeing = adminEndpoints.filter(({ route, access }) => access !== accessByTable(route));
  expect(disagreeing.map(({ route, access }) => ({ route, access, table: accessByTable(route) }))).toEqual([]);
  const granted = new Set(adminEndpoints.map(({ access }) => access));
  expect(permissions.filter((permission) => !granted.has(permission))).toEqual([]);
});

test("no route outside /api/admin needs an admin permission", () => {
  const elsewhere = endpoints.filter(({ route }) => !route.includes(" /api/admin/"));
  expect(elsewhere.filter(({ access }) => access !== "public" && access !== "user")).toEqual([]);
});

/** Calls a route with unknown ids and no body: an authorized caller gets a 400, a 404 or a result. */
async function statusOf(route: string, headers: Record<string, string>) {
  const [method, path] = route.split(" ") as [Method, string];
  const url = path.replace(/\{\w+\}/g, "2147483646");
  const response = await app.inject({ method, url, headers, payloadAsStream: true });
  // a stream of events would never end
  const isJson = response.headers["content-type"]?.startsWith("application/json");
  const body = isJson ? JSON.parse(await text(response.stream())) : {};
  if (!isJson) response.stream().destroy();
  return { status: response.statusCode, body };
}

/** Asked for each call below, with what they get. */
const askedBelow = ["anonymous", "moderator"];

/** Of those who have one permission all in `npm run soak`, otherwise those who have the right one, and another. */
const isAsked = ({ name, permission }: Caller, access: Access, n: number) =>
  permission === undefined
    ? !askedBelow.includes(name)
    : permission === access || permission === permissions[n % permissions.length];

test(`${adminEndpoints.length} calls by ${callers.length} kinds of caller agree with the table`, async () => {
  const disagreements: unknown[] = [];
  for (const [n, { route }] of adminEndpoints.entries()) {
    const access = accessByTable(route)!;
    for (const { name, headers, status } of callers.filter((one) => soaking || isAsked(one, access, n))) {
      const expected = status(access);
      const found = await statusOf(route, headers);
      const isRefused = found.status === 401 || found.status === 403;
      const agrees = expected === "allowed" ? !isRefused && found.status < 500 : found.status === expected;
      if (!agrees) disagreements.push({ route, name, expected, ...found });
    }
  }
  expect(disagreements).toEqual([]);
});

test.each(adminEndpoints.map(({ route }) => route))(
  "%s reports why it refuses before it validates anything",
  async (route) => {
    const unauthenticated = { error: "Authentication required", code: "unauthenticated" };
    expect(await statusOf(route, {})).toEqual({ status: 401, body: unauthenticated });
    const forbidden = { error: "Access denied", code: "forbidden" };
    expect(await statusOf(route, moderator.headers)).toEqual({ status: 403, body: forbidden });
  },
);
