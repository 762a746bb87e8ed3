import type { User } from "contract/accounts/schema.ts";
import type { Call } from "contract/core/call.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { checkCurrentUser } from "./current-user.ts";
import { freshFor } from "./query.ts";
import { setSession, setUser, storedToken, storedUser, tokenKey } from "./session.ts";

const ann: User = {
  id: 1,
  username: "ann",
  displayName: null,
  email: "ann@example.com",
  emailVerified: true,
  pendingEmail: null,
  birthday: null,
  showExplicitContent: false,
  hasLibrary: false,
  country: null,
  locale: null,
  activates: [],
  plans: [],
  avatarUrl: null,
  role: "member",
  isAdmin: false,
  isSuperAdmin: false,
  hasSecondFactor: false,
  createdAt: "2026-01-01T00:00:00.000Z",
  hasPassword: true,
  linked: [],
};

let stored: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-03-10T12:00:00Z") });
  stored = new Map();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
  vi.stubGlobal("localStorage", localStorage);
  vi.stubGlobal("window", { localStorage });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that responds with this user or fails with this status; `requests` counts the calls. */
function server(response: User | number) {
  const requests = vi.fn(async () => {
    if (typeof response !== "number") return { user: response };
    throw new ApiError("No", { status: response, code: "slug" });
  });
  return { requests, call: requests as unknown as Call };
}

test("without a token no user is signed in, and no request is sent (spec/accounts 4.2)", async () => {
  stored.set("user", JSON.stringify(ann));
  const { requests, call } = server(ann);
  expect(await checkCurrentUser(call)).toBeNull();
  expect(stored.size).toBe(0);
  expect(requests).not.toHaveBeenCalled();
});

test("the response is cached for five minutes (spec/accounts 4.2)", async () => {
  setSession("token", ann);
  const { requests, call } = server({ ...ann, displayName: "Ann" });
  expect(await checkCurrentUser(call)).toMatchObject({ displayName: "Ann" });
  expect(storedUser()).toMatchObject({ displayName: "Ann" });
  vi.advanceTimersByTime(freshFor.user - 1);
  await checkCurrentUser(call);
  expect(requests).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await checkCurrentUser(call);
  expect(requests).toHaveBeenCalledTimes(2);
});

test("token, user and cache have their specified names (spec/accounts 4.1, spec/storefront 5.1)", async () => {
  setSession("token", ann);
  await checkCurrentUser(server(ann).call);
  expect(stored.get("authToken")).toBe("token");
  expect(JSON.parse(stored.get("user") ?? "")).toEqual(ann);
  expect([...stored.keys()].filter((key) => key.startsWith("lootwise_user_"))).toHaveLength(1);
});

test("a profile update invalidates the cache (spec/accounts 4.2)", async () => {
  setSession("token", ann);
  const { requests, call } = server(ann);
  await checkCurrentUser(call);
  setUser({ ...ann, displayName: "Ann" });
  await checkCurrentUser(call);
  expect(requests).toHaveBeenCalledTimes(2);
});

test("concurrent checks share one call", async () => {
  setSession("token", ann);
  const { requests, call } = server(ann);
  await Promise.all([checkCurrentUser(call), checkCurrentUser(call)]);
  expect(requests).toHaveBeenCalledTimes(1);
});

test("setting the clock back does not extend the validity of a check", async () => {
  setSession("token", ann);
  const { requests, call } = server(ann);
  await checkCurrentUser(call);
  vi.setSystemTime(Date.parse("2026-03-09T12:00:00Z"));
  await checkCurrentUser(call);
  expect(requests).toHaveBeenCalledTimes(2);
});

test.each([401, 403])("a %i signs out: token, user and cache are gone (spec/accounts 4.2)", async (status) => {
  setSession("token", ann);
  expect(await checkCurrentUser(server(status).call)).toBeNull();
  expect(stored.size).toBe(0);
});

test.each([0, 429, 500, 503])("a %i keeps the stored user (spec/accounts 4.2)", async (status) => {
  setSession("token", ann);
  await expect(checkCurrentUser(server(status).call)).rejects.toThrow("No");
  expect(storedToken()).toBe("token");
  expect(storedUser()).toEqual(ann);
});

test("a late response for an old token does not affect the new one", async () => {
  setSession("old", ann);
  const late = server(401);
  const checking = checkCurrentUser(late.call);
  setSession("new", { ...ann, id: 2 });
  expect(await checking).toBeNull();
  expect(storedToken()).toBe("new");
  expect(storedUser()).toMatchObject({ id: 2 });
});

test("a token without a stored user fetches the user", async () => {
  localStorage.setItem(tokenKey, "token");
  expect(storedUser()).toBeNull();
  await checkCurrentUser(server(ann).call);
  expect(storedUser()).toEqual(ann);
});
