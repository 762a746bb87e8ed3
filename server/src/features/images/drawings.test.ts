import { AppError } from "contract/core/errors.ts";
import { expect, test, vi } from "vitest";
import { missesPerMinute } from "../../platform/http/limits/rate-limit.ts";
import { startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { imageHost } from "../../test/image-host.ts";
import { signInUser } from "../../test/users.ts";

const database = await createTestDatabase();
const { openSite } = imageHost(database.db);
const facts = { name: "Winter", count: "No games", owner: null, site: "Lootwise" };
const url = `/images/lists/${"x".repeat(43)}/social`;

/** The site with a list whose link can end, and a clock. */
function openList() {
  const state = { name: "Winter", isShared: true, time: Date.now() };
  const countDrawing = vi.fn();
  const app = openSite({
    async findSharedList() {
      if (!state.isShared) throw new AppError("not_found", "Not found");
      return { facts: { ...facts, name: state.name }, games: [] };
    },
    countDrawing,
    now: () => state.time,
  });
  return { app, state, countDrawing };
}

test("the picture of a list is drawn once in a minute, and again when the list or the minute is another", async () => {
  const { app, state, countDrawing } = openList();
  const first = await app.inject(url);
  expect(first.headers).toMatchObject({ "content-type": "image/jpeg", "cache-control": "private, no-cache" });
  for (let n = 0; n < 20; n++) expect((await app.inject(url)).rawPayload).toEqual(first.rawPayload);
  expect(countDrawing).toHaveBeenCalledTimes(1);
  state.time += 59_000;
  await app.inject(url);
  expect(countDrawing).toHaveBeenCalledTimes(1);
  state.time += 2_000;
  await app.inject(url);
  expect(countDrawing).toHaveBeenCalledTimes(2);
  state.name = "Summer";
  expect((await app.inject(url)).rawPayload).not.toEqual(first.rawPayload);
  expect(countDrawing).toHaveBeenCalledTimes(3);
});

test("a picture in memory ends with its link", async () => {
  const { app, state } = openList();
  expect((await app.inject(url)).statusCode).toBe(200);
  state.isShared = false;
  expect((await app.inject(url)).statusCode).toBe(404);
  state.isShared = true;
  expect((await app.inject(url)).statusCode).toBe(200);
});

test("a game's picture whose cover cannot be fetched is drawn once in a minute too", async () => {
  const countDrawing = vi.fn();
  const game = { title: "Portal", genre: null, steamAppid: 77, boxartUrl: null };
  const social = { ...facts, title: "Portal", price: null, discount: null, regular: null, store: null, low: null };
  const app = openSite({ findSocial: () => ({ game, facts: social }), countDrawing });
  for (let n = 0; n < 5; n++) expect((await app.inject("/images/games/1/social")).statusCode).toBe(200);
  expect(countDrawing).toHaveBeenCalledTimes(1);
});

test("drawings have a limit of their own per address; what is drawn already is still sent", async () => {
  const { app, state, countDrawing } = openList();
  let allowed = 3;
  countDrawing.mockImplementation(() => {
    allowed -= 1;
    if (allowed < 0) throw new AppError("rate_limited", "Too many", { retryAfter: 5 });
  });
  const draw = async (name: string) => {
    state.name = name;
    return (await app.inject(url)).statusCode;
  };
  for (const name of ["a", "b", "c"]) expect(await draw(name)).toBe(200);
  expect(await draw("d")).toBe(429);
  expect(await draw("b")).toBe(200);
});

test("looking up links of pictures, uploads and unknown games is limited per address", async () => {
  await addCatalogue(database.db, [{ title: "Portal" }]);
  const app = await startTestApp(database, { env: { RATE_LIMIT_SCALE: "0.05" }, alone: true });
  const ann = await signInUser(database.db, "Ann");
  const created = await app.inject({
    method: "POST",
    url: "/api/lists",
    headers: ann.headers,
    payload: { name: "Winter" },
  });
  const { id } = created.json().list;
  const share = await app.inject({ method: "POST", url: `/api/lists/${id}/share`, headers: ann.headers, payload: {} });
  const { pictures, unknownGames } = missesPerMinute;
  const cases: [string, (n: number) => string, number, number][] = [
    ["pictures of a list", () => `/images/lists/${share.json().token}/social`, 200, pictures],
    ["links that do not exist", (n) => `/images/lists/${String(n).repeat(43).slice(0, 43)}/social`, 404, pictures],
    ["uploads", (n) => `/images/uploads/${String(n).padStart(32, "0")}.webp`, 404, pictures],
    ["pictures of unknown games", (n) => `/images/games/${900_000 + n}/portrait`, 404, unknownGames],
    ["social pictures of unknown games", (n) => `/images/games/${900_000 + n}/social`, 404, unknownGames],
  ];
  for (const [index, [name, urlOf, normally, max]] of cases.entries()) {
    const statuses: Record<number, number> = {};
    for (let n = 0; n < max / 20 + 5; n++) {
      const { statusCode } = await app.inject({ url: urlOf(n), remoteAddress: `192.0.2.${index}` });
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    }
    expect([name, statuses]).toEqual([name, { [normally]: max / 20, 429: 5 }]);
  }
});
