import { afterAll, describe, expect, test } from "vitest";
import { createBruteForcePolicy } from "../../../features/accounts/passwords/policy-brute-force.ts";
import { startTestApp } from "../../../test/app.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { connect } from "../../db/connect.ts";
import { createLimits } from "./rate-limit.ts";
import { postgresLimiter } from "./shared-limit.ts";

const database = await createTestDatabase();
let addresses = 0;

/** One more process of the site: an app with connections of its own. */
async function startProcess(env: Record<string, string>) {
  const own = connect({ connectionString: database.url }, () => {});
  // the hooks of the end run backwards: the app's comes first
  afterAll(own.close);
  return startTestApp(
    { ...own, url: database.url },
    { alone: true, env: { TRUST_PROXY: "1", RATE_LIMIT_SCALE: "1", ...env } },
  );
}

const processes = 3;
const apps = await Promise.all(Array.from({ length: processes }, () => startProcess({})));

describe("processes that share a database", () => {
  /**
   * Asks one process after the other from an address that nobody had before, until it is refused; answers the
   * statuses.
   */
  async function requestUntilRefused(url: string, payload: (index: number) => object): Promise<number[]> {
    addresses += 1;
    const headers = { "x-forwarded-for": `198.19.${addresses}.1` };
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < 30) {
      const index = statuses.length;
      const app = apps[index % processes]!;
      statuses.push((await app.inject({ method: "POST", url, payload: payload(index), headers })).statusCode);
    }
    return statuses;
  }

  const some = (status: number, times: number) => Array(times).fill(status);
  const form = { name: "Ann", email: "ann@example.com", subject: "An order", message: "Where is it?" };
  // refused, once it is counted, before anything dear is done
  const unfit = { username: "a", email: "b", password: "c" };

  test.each([
    { what: "sign-ins", url: "/api/auth/login", most: 10, response: 400, payload: () => ({}) },
    { what: "registrations", url: "/api/auth/register", most: 10, response: 400, payload: () => unfit },
    {
      what: "resets",
      url: "/api/auth/reset-password",
      most: 5,
      response: 202,
      payload: (index: number) => ({ email: `reset${index}@example.com` }),
    },
    {
      what: "resets of an account",
      url: "/api/auth/reset-password",
      most: 5,
      response: 202,
      payload: () => ({ email: "reset@example.com" }),
    },
    { what: "messages", url: "/api/contact/submit", most: 5, response: 201, payload: () => form },
  ])("have one limit of $what", async ({ url, most, response, payload }) => {
    expect(await requestUntilRefused(url, payload)).toEqual([...some(response, most), 429]);
  });

  test("slow guessing down together", async () => {
    const openLimiter = postgresLimiter(database.pool);
    const opened = Array.from({ length: processes }, () => createLimits({ openLimiter, scale: 1 }));
    const policies = opened.map(createBruteForcePolicy);
    const attempt = (index: number) => ({ key: "guessed@example.com", network: `machine ${index}`, isKnown: false });
    const noticed: unknown[] = [];
    for (let tried = 0; tried < 55; tried += 1)
      noticed.push(await policies[tried % processes]!.noteFailure(attempt(tried)));
    expect(noticed.filter((seen) => seen !== null)).toEqual([{ failures: 50, networks: 50 }]);
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) => policies[index % processes]!.count(attempt(index))),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });

  test("learn of calls to other processes with the next batch of their own", async () => {
    const call = async (app: (typeof apps)[number]) =>
      (await app.inject({ url: "/api/site", headers: { "x-forwarded-for": "198.19.200.1" } })).statusCode;
    const each = Math.ceil(601 / processes);
    for (const app of apps) {
      const responses = await Promise.all(Array.from({ length: each }, () => call(app)));
      expect(new Set(responses)).toEqual(new Set([200]));
    }
    // by itself none has counted as many
    for (const app of apps) await expect.poll(() => call(app), { interval: 10 }).toBe(429);
  });
});
