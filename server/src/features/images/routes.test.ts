import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { eq } from "../../platform/db/drizzle.ts";
import { createTestDatabase } from "../../test/database.ts";
import { eventually, untilFound } from "../../test/eventually.ts";
import { folderOf, header, imageHost, landscape, noise, webp } from "../../test/image-host.ts";
import { games } from "../games/table.ts";

const { db } = await createTestDatabase();
const { results, requests, place, openSite, addGame } = imageHost(db);

const capsule = await sharp(noise).resize(600, 900, { fit: "fill" }).jpeg().toBuffer();
const avif = { headers: { accept: "image/avif,image/webp,*/*;q=0.8" } };

test.each([
  ["landscape", "", 460, 215],
  ["landscape", "?w=230", 230, 108],
  ["landscape", "?w=920", 920, 430],
  ["portrait", "", 300, 450],
  ["portrait", "?w=200", 200, 300],
  ["portrait", "?w=600", 600, 900],
])("a %s picture%s is a cacheable WebP of %s by %s", async (variant, query, width, height) => {
  const { id, appid } = await addGame();
  results[`${folderOf(appid)}/header.jpg`] = header;
  results[`${folderOf(appid)}/library_600x900_2x.jpg`] = capsule;
  const response = await openSite().inject(`/images/games/${id}/${variant}${query}`);
  expect(response).toMatchObject(webp);
  expect(response.headers).toMatchObject({ vary: "Accept" });
  expect(response.headers["cache-control"]).toContain("immutable");
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: "webp", width, height });
});

test("the cover of a game without a picture names its genre in the language of the address", async () => {
  const facts = { title: "Portal", genre: "Puzzle", steamAppid: null, boxartUrl: null };
  const names = new Map([["de", "Rätsel"]]);
  const app = openSite({
    findGame: async (_, language = "en") => ({ ...facts, genreName: names.get(language) ?? "Puzzle" }),
  });
  const cover = async (query: string) => app.inject(`/images/games/1/landscape${query}`);
  const german = await cover("?w=230&language=de");
  expect(german.headers["cache-control"]).toBe("public, max-age=300");
  expect(german.body).toContain('aria-label="RÄTSEL"');
  for (const query of ["", "?language=tlh", "?language=de&language=de"])
    expect((await cover(query)).body).toContain('aria-label="PUZZLE"');
});

test("a picture is re-encoded, which removes its metadata", async () => {
  const secret = "<script>alert(1)</script>";
  const exif = { IFD0: { Copyright: secret }, IFD3: { GPSLatitude: "52/1 30/1 0/1" } };
  const file = Buffer.concat([await sharp(noise).withExif(exif).jpeg().toBuffer(), Buffer.from(secret)]);
  expect(file.toString("latin1").split(secret)).toHaveLength(3);
  const { id, appid } = await addGame();
  results[`${folderOf(appid)}/header.jpg`] = file;
  const app = openSite();
  const find = (accept: string) => app.inject({ ...landscape(id), headers: { accept } });
  const first = await find("image/avif,image/webp");
  const isGenerated = async () => (await find("image/avif")).headers["content-type"] === "image/avif";
  await untilFound(isGenerated);
  for (const { rawPayload } of [first, await find("image/avif")]) {
    expect(rawPayload.toString("latin1")).not.toContain(secret);
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
  }
});

test("a game without a capsule gets its uncropped header in portrait", async () => {
  const { id, appid } = await addGame();
  results[`${folderOf(appid)}/header.jpg`] = header;
  const response = await openSite().inject(`/images/games/${id}/portrait`);
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: "webp", width: 300, height: 450 });
  expect(requests).toEqual(
    ["library_600x900_2x.jpg", "library_600x900.jpg", "header.jpg"].map((file) => `${folderOf(appid)}/${file}`),
  );
});

test("concurrent requests for all widths share one fetch", async () => {
  const { id, appid } = await addGame();
  results[`${folderOf(appid)}/header.jpg`] = (_, response) =>
    setTimeout(() => response.writeHead(200, { "content-type": "image/jpeg" }).end(header), 100);
  const app = openSite();
  const queries = Array.from({ length: 30 }, (_, index) => ["", "?w=230", "?w=920"][index % 3]!);
  const responses = await Promise.all(queries.map((query) => app.inject(landscape(id, query))));
  expect(responses.map((response) => response.headers["content-type"])).toEqual(queries.map(() => "image/webp"));
  expect(requests).toHaveLength(1);
});

test("a picture survives a restart, and is not sent again to clients that have it", async () => {
  const { id, appid } = await addGame();
  results[`${folderOf(appid)}/header.jpg`] = header;
  const first = await openSite().inject(landscape(id));
  const again = await openSite().inject({
    ...landscape(id),
    headers: { "if-none-match": `W/"x", ${first.headers.etag}` },
  });
  expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, "", first.headers.etag]);
  expect((await openSite().inject(landscape(id, "?w=230"))).statusCode).toBe(200);
  expect(requests).toHaveLength(1);
});

test("changing the box art or appid changes the picture", async () => {
  const { id, appid } = await addGame();
  results[`${folderOf(appid)}/header.jpg`] = header;
  results[`${folderOf(999)}/header.jpg`] = await sharp(header).negate().jpeg().toBuffer();
  const app = openSite();
  const before = await app.inject(landscape(id));
  await db.update(games).set({ steamAppid: 999 }).where(eq(games.id, id));
  const after = await app.inject(landscape(id));
  expect(after).toMatchObject(webp);
  expect(after.headers.etag).not.toBe(before.headers.etag);
});

test("AVIF is generated in the background for browsers that accept it", async () => {
  const { id, appid } = await addGame();
  results[`${folderOf(appid)}/header.jpg`] = header;
  const app = openSite();
  expect(await app.inject({ ...landscape(id), ...avif })).toMatchObject(webp);
  const generated = await eventually(async () => {
    const response = await app.inject({ ...landscape(id), ...avif });
    expect(response.headers["content-type"]).toBe("image/avif");
    return response;
  });
  expect(await sharp(generated.rawPayload).metadata()).toMatchObject({ compression: "av1", width: 460, height: 215 });
  expect(await app.inject(landscape(id))).toMatchObject(webp);
});

test("closing drops queued pictures", async () => {
  const app = openSite();
  for (let index = 0; index < 5; index++) {
    const { id, appid } = await addGame();
    results[`${folderOf(appid)}/header.jpg`] = header;
    await app.inject({ ...landscape(id), ...avif });
  }
  await app.close();
  const names = await readdir(join(place.dataDir, "images"), { recursive: true });
  expect(names.filter((name) => name.endsWith(".avif")).length).toBeLessThan(5);
});

test("pictures beyond the size limit are deleted", async () => {
  const app = openSite({ limits: { stored: header.length * 3 } });
  for (let index = 0; index < 8; index++) {
    const { id, appid } = await addGame();
    results[`${folderOf(appid)}/header.jpg`] = header;
    expect(await app.inject(landscape(id))).toMatchObject(webp);
  }
  await eventually(async () => {
    const names = await readdir(join(place.dataDir, "images"), { recursive: true });
    expect(names.filter((name) => name.endsWith(".original")).length).toBeLessThanOrEqual(3);
  });
});

test.each([
  "/images/games/2147483647/landscape",
  "/images/games/0/landscape",
  "/images/games/-1/landscape",
  "/images/games/1.5/landscape",
  "/images/games/abc/landscape",
  "/images/games/99999999999999999999/landscape",
  "/images/games/1/square",
  "/images/games/1/toString",
  "/images/games/1/square?w=1",
])("%s is a 404 in JSON", async (url) => {
  const response = await openSite().inject(url);
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ code: "not_found" });
});

test.each(["?w=1", "?w=", "?w=460px", "?w=0460", "?w=230&w=460", "?w=300"])(
  "a width of %s is a 400 that names it",
  async (query) => {
    const { id } = await addGame();
    const response = await openSite().inject(landscape(id, query));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: "invalid",
      details: [{ path: "w", msg: "must be one of 230, 460, 920" }],
    });
    expect(requests).toEqual([]);
  },
);
