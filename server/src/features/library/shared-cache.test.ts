import { expect, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { repeats } from "../../test/processes/soak.ts";
import { hasNginx, startNginx } from "../../test/servers/nginx.ts";
import { signInUser } from "../../test/users.ts";
import { setLibraryState } from "./commands.ts";

const database = await createTestDatabase();
const { db } = database;
const titles = Array.from({ length: 20 }, (_, n) => `Game ${n}`);
const ids = await addCatalogue(
  db,
  titles.map((title, n) => ({
    title,
    rating: 5,
    playerCount: n,
    tags: "Space",
    developer: "Team",
    offers: { steam: { priceMinor: n === 0 ? 0 : 500, regularMinor: 1_000 } },
  })),
);
const app = await startTestApp(database, { env: { CACHE_SECONDS: "60" }, alone: true });

/** Users of whom eight each own one game and ignore the next one; two have no library. */
const users = await Promise.all(Array.from({ length: 10 }, (_, n) => signInUser(db, `user-${n}`)));
const owners = users.slice(0, 8);
for (const [n, { id: userId }] of owners.entries()) {
  for (const [offset, state] of (["owned", "ignored"] as const).entries()) {
    await setLibraryState(db, { userId, gameId: ids[2 * n + offset]!, state, now: new Date() });
  }
}

const paths = [
  "/api/games?limit=50",
  "/api/games?limit=50&library=show",
  "/api/games?limit=50&library=owned",
  "/api/games?limit=50&search=game&facets=true",
  "/api/deals?limit=50",
  "/api/games/free",
  "/api/games/homepage",
  "/api/games/suggest?q=game",
  `/api/games/${ids[19]}/similar`,
];

const titlesIn = (text: string) => [...text.matchAll(/"title":"(Game \d+)"/g)].map(([, title]) => title!);

test.skipIf(!hasNginx)(
  "ten users and visitors behind a shared cache each see their own lists (spec/library 3)",
  async () => {
    await app.listen({ host: "127.0.0.1", port: 0 });
    const address = app.server.address();
    const port = typeof address === "object" ? address!.port : 0;
    const cache = await startNginx(`http://127.0.0.1:${port}`);
    const request = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(cache + path, { headers: { ...headers, "accept-encoding": "identity" } });
      return { text: await response.text(), headers: response.headers };
    };
    const expected = new Map<string, string>();
    for (const path of paths) {
      for (const [n, user] of [null, ...users].entries()) {
        const { body } = await app.inject({ url: path, headers: user?.headers });
        expected.set(`${n} ${path}`, body);
      }
    }
    const requests = Array.from({ length: repeats(2, 5) }, () =>
      paths.flatMap((path) => [null, ...users].map((user, n) => ({ path, user, n }))),
    ).flat();
    // shuffled and concurrent
    requests.sort((a, b) => ((a.n * 7 + a.path.length * 13) % 29) - ((b.n * 7 + b.path.length * 13) % 29));
    let hits = 0;
    for (let at = 0; at < requests.length; at += 20) {
      await Promise.all(
        requests.slice(at, at + 20).map(async ({ path, user, n }) => {
          const { text, headers } = await request(path, user?.headers);
          expect(text).toBe(expected.get(`${n} ${path}`));
          if (headers.get("x-cache") === "HIT") hits += 1;
          if (user === null) return;
          expect(headers.get("cache-control")).not.toMatch(/public/);
          const own = owners.indexOf(user);
          if (own < 0 || path.includes("library")) return;
          const hidden = [2 * own, 2 * own + 1].map((game) => titles[game]);
          expect(titlesIn(text).filter((title) => hidden.includes(title))).toEqual([]);
        }),
      );
    }
    expect(hits).toBeGreaterThan(0);
    for (const path of paths) {
      const others = [null, ...users.slice(8)].map((_, n) => expected.get(`${n === 0 ? 0 : n + 8} ${path}`));
      expect(new Set(others).size).toBe(1);
    }
  },
);
