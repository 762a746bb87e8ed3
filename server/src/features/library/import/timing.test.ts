import type { AddressInfo } from "node:net";
import { maxImportedGames, maxImportLength } from "contract/library/rules.ts";
import { expect, test } from "vitest";
import { startTestApp } from "../../../test/app.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { maxBlock } from "../../../test/hostile/longest-block.ts";
import { repeats } from "../../../test/processes/soak.ts";
import { signInUser } from "../../../test/users.ts";

const database = await createTestDatabase();
const { db } = database;
const titles = Array.from({ length: 50 }, (_, n) => `Chronicles of the Long Title Number ${n}`);
await addCatalogue(
  db,
  [...titles, ...titles].map((title) => ({ title, offers: { steam: { priceMinor: 999 } } })),
);
const app = await startTestApp(database, { alone: true });
await app.listen({ host: "127.0.0.1", port: 0 });
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/library/import/preview`;
const member = await signInUser(db, "Ada");
const headers = { ...member.headers, "content-type": "application/json" };

/** For how long a call may keep the event loop from everything else, in milliseconds. */
const maxBlockMs = 50;

const lines = (line: (n: number) => string, count = maxImportedGames) => {
  const length = Math.floor(maxImportLength / count) - 2;
  return Array.from({ length: count }, (_, n) => line(n).slice(0, length)).join("\n");
};
const longTitle = (n: number) => `${n} ${"Deluxe Edition – GOTY (PC) [EU] ".repeat(9)}`.slice(0, 295);
const page = (n: number) => `https://www.gog.com/en/game/${"game_".repeat(20)}${n}`;

/** The largest inputs of each form; `npm test` reads the first two. */
const inputs: Record<string, string> = {
  "titles of several games in other editions": lines((n) => `${titles[n % titles.length]} Deluxe Edition ${n}`),
  "JSON of empty objects": `[${"{},".repeat(maxImportLength / 3 - 2)}1]`,
  "lines of one letter": "a\n".repeat(maxImportLength / 2),
  "JSON of games": JSON.stringify(
    Array.from({ length: maxImportedGames }, (_, n) => ({ title: longTitle(n).slice(0, 120), url: page(n) })),
  ),
  "a table of titles": `Name,Source,GameId\n${lines((n) => `"${longTitle(n).slice(0, 200)}",GOG,${n}`)}`,
  "long titles": lines(longTitle),
  "titles of several games": lines((n) => titles[n % titles.length]!),
  "pages of stores": lines(page),
  "a table of one column that says nothing": `Name,Source\n${lines(() => ",", 1_000_000)}`,
  "JSON of titles": JSON.stringify(Array.from({ length: maxImportedGames }, (_, n) => longTitle(n).slice(0, 250))),
  "JSON of appids": JSON.stringify({ rgOwnedApps: Array.from({ length: maxImportedGames }, (_, n) => n + 1) }),
  "empty lines": "\n".repeat(maxImportLength),
  "one line": "a ".repeat(maxImportLength / 2),
  "JSON of numbers": `[${"1,".repeat(maxImportLength / 2 - 2)}1]`,
};

const names = Object.keys(inputs);
test.each(names.slice(0, repeats(2, names.length)))("a preview of %s blocks no other request", async (name) => {
  const text = inputs[name]!;
  expect(text.length).toBeLessThanOrEqual(maxImportLength + 100);
  const body = JSON.stringify({ source: "file", text });
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && best > maxBlockMs; attempt++) {
    const { result, ms } = await maxBlock(async () => fetch(url, { method: "POST", headers, body }));
    await result.text();
    best = Math.min(best, ms);
  }
  expect(best).toBeLessThan(maxBlockMs);
});
