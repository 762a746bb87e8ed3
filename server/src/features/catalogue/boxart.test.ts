import type { CatalogueGame } from "contract/catalogue/game-schema.ts";
import type { Game } from "contract/games/schema.ts";
import { uploadHash, uploadVersion } from "contract/images/uploads.ts";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { desc, sql } from "../../platform/db/drizzle.ts";
import { byAll, startTestApp } from "../../test/app.ts";
import { addCatalogue } from "../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../test/database.ts";
import { signInAdmin } from "../../test/users.ts";
import { auditLog } from "../audit/table.ts";
import { uploadedPictures } from "../images/table.ts";
import { pruneUnusedUploads } from "./commands-boxart.ts";
import { mergeGame } from "./merge/commands-merge.ts";
import { unmergeGame } from "./merge/commands-unmerge.ts";

const database = await createTestDatabase();
const { db, pool } = database;
// nothing listens on port 9
const env = { STEAM_IMAGE_URL: "http://127.0.0.1:9" };
const app = await startTestApp(database, { env });
const other = await startTestApp(database, { env });
const editor = await signInAdmin(db, "Editor", ["catalogue.read", "catalogue.write"]);
const reader = await signInAdmin(db, "Reader", ["catalogue.read"]);

beforeEach(async () => {
  await emptyTables(pool, ["games", "uploaded_pictures"]);
  await expect.poll(async () => (await app.inject("/api/games?type=any")).json().totalGames).toBe(0);
});

const path = "/api/admin/catalogue/games";
const create = (color: string, width = 600, height = 900) =>
  sharp({ create: { width, height, channels: 3, background: color } });
const red = await create("#f00").png().toBuffer();
const blue = await create("#00f").jpeg().toBuffer();

function upload(id: number, payload: Buffer, { query = "", type = "image/png", user = editor } = {}) {
  const headers = { ...user.headers, "content-type": type };
  return app.inject({ method: "PUT", url: `${path}/${id}/boxart${query}`, headers, payload });
}

const addGame = async (title = "Sable") => (await addCatalogue(db, [{ title }]))[0]!;
const read = async (id: number): Promise<CatalogueGame> =>
  (await app.inject({ url: `${path}/${id}`, headers: editor.headers })).json().game;
const boxartOf = async (id: number) => (await read(id)).fields.find(({ name }) => name === "boxart_url")!;
const release = (id: number) =>
  app.inject({
    method: "POST",
    url: `${path}/${id}/release`,
    headers: editor.headers,
    payload: { fields: ["boxart_url"] },
  });
const seenIn = (site: typeof app, id: number) => async (): Promise<Game> =>
  (await site.inject(`/api/games/${id}`)).json();
const versionIn = (site: typeof app, id: number) => async () => (await seenIn(site, id)()).picture_version;
/** The colour in the middle of a picture. */
async function colorOf(picture: Buffer): Promise<number[]> {
  const { data } = await sharp(picture).resize(1, 1).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data].map((value) => Math.round(value / 64) * 64);
}
const [isRed, isBlue] = [
  [256, 0, 0],
  [0, 0, 256],
];

describe("an uploaded picture", () => {
  test("is used by every process under a new address, and recorded", async () => {
    const id = await addGame();
    const response = await upload(id, red, { query: "?base_version=1&reason=Sharper" });
    expect(response.statusCode, response.body).toBe(200);
    const field = await boxartOf(id);
    expect(field).toMatchObject({ overridden: true, replaced: null });
    const version = uploadVersion(field.value as string);
    for (const site of [app, other]) {
      await expect.poll(byAll(versionIn(site, id))).toBe(version);
      const picture = await site.inject(`/images/games/${id}/portrait?w=600&v=${version}`);
      expect(picture.headers["content-type"]).toBe("image/webp");
      expect(picture.headers["cache-control"]).toContain("immutable");
      expect(await colorOf(picture.rawPayload)).toEqual(isRed);
      const social = await site.inject(`/images/games/${id}/social`);
      expect(social.statusCode).toBe(200);
      const original = await site.inject(field.value as string);
      expect(await sharp(original.rawPayload).metadata()).toMatchObject({ format: "webp", width: 600, height: 900 });
    }
    const [entry] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({
      action: "UPDATE",
      resourceType: "game",
      details: { change_reason: "Sharper" },
      newValue: { boxart_url: field.value, overridden: ["boxart_url"] },
    });
  });

  test("replaces another one, and a release restores the former value", async () => {
    const id = await addGame();
    await upload(id, red);
    const first = (await boxartOf(id)).value;
    await upload(id, blue, { type: "application/octet-stream" });
    const second = (await boxartOf(id)).value as string;
    expect(second).not.toBe(first);
    await expect.poll(byAll(versionIn(app, id))).toBe(uploadVersion(second));
    const picture = await app.inject(`/images/games/${id}/landscape?w=460&v=${uploadVersion(second)}`);
    expect(await colorOf(picture.rawPayload)).toEqual(isBlue);
    expect((await release(id)).statusCode).toBe(200);
    await expect.poll(versionIn(app, id)).toBeNull();
    expect(await boxartOf(id)).toMatchObject({ value: null, overridden: false });
    const restored = await app.inject({
      method: "POST",
      url: `${path}/${id}/restore`,
      headers: editor.headers,
      payload: { version: 2 },
    });
    expect(restored.statusCode).toBe(200);
    await expect.poll(versionIn(app, id)).toBe(uploadVersion(first as string));
  });

  test("under an address of another version is not cached by browsers", async () => {
    const id = await addGame();
    await upload(id, red);
    await expect.poll(byAll(versionIn(app, id))).toEqual(expect.any(String));
    for (const query of ["", "?w=300", "?w=300&v=00000000"]) {
      const picture = await app.inject(`/images/games/${id}/portrait${query}`);
      expect([query, picture.statusCode, picture.headers["cache-control"]]).toEqual([query, 200, "no-cache"]);
    }
  });

  test("loses its metadata, is rotated upright and bounded in size", async () => {
    const id = await addGame();
    const exif = { IFD0: { Copyright: "a secret" } };
    const tall = await create("#0f0", 3_000, 2_000).withMetadata({ orientation: 6 }).withExif(exif).jpeg().toBuffer();
    const turned = await sharp(tall).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await upload(id, turned)).statusCode).toBe(200);
    const [row] = await db.select().from(uploadedPictures);
    expect([row!.width, row!.height]).toEqual([1_227, 1_840]);
    const metadata = await sharp(row!.bytes).metadata();
    expect([metadata.format, metadata.exif, metadata.orientation]).toEqual(["webp", undefined, undefined]);
  });

  test.each(["png", "jpeg", "webp", "avif"] as const)("may be a %s, whatever its declared type", async (format) => {
    const id = await addGame();
    const response = await upload(id, await create("#123", 300, 300)[format]().toBuffer(), { type: "image/svg+xml" });
    expect(response.statusCode, response.body).toBe(200);
  });

  test("based on an older version is refused", async () => {
    const id = await addGame();
    const [first, second] = await Promise.all(
      [red, blue].map((file) => upload(id, file, { query: "?base_version=1" })),
    );
    expect([first!.statusCode, second!.statusCode].sort()).toEqual([200, 409]);
    const lost = [first, second].find((response) => response?.statusCode === 409)!;
    expect(lost.json()).toMatchObject({ code: "stale", current: { id, version: 2 } });
    expect(await db.$count(uploadedPictures)).toBe(1);
  });

  test("stays with its game after a merge, and an undo restores that of the other game", async () => {
    const [remaining, merged] = [await addGame("Sable"), await addGame("Sable (2021)")];
    await upload(remaining, red);
    await upload(merged, blue);
    const before = await Promise.all([remaining, merged].map(boxartOf));
    await mergeGame(db, null, { id: merged, intoId: remaining, now: new Date() });
    expect((await boxartOf(remaining)).value).toBe(before[0]!.value);
    await pruneUnusedUploads(db, new Date(Date.now() + 2 * 86_400_000));
    await unmergeGame(db, null, merged, new Date());
    expect(await Promise.all([remaining, merged].map(boxartOf))).toEqual(before);
    expect(await db.$count(uploadedPictures)).toBe(2);
  });

  test("is deleted once it cannot be restored", async () => {
    const [gone, remaining] = [await addGame("Gone"), await addGame("Kept")];
    await upload(gone, red);
    await upload(remaining, blue);
    const hash = uploadHash((await boxartOf(remaining)).value as string);
    await release(remaining);
    await db.execute(sql`delete from games where id = ${gone}`);
    await pruneUnusedUploads(db, new Date());
    expect(await db.$count(uploadedPictures)).toBe(2);
    await pruneUnusedUploads(db, new Date(Date.now() + 2 * 86_400_000));
    expect(await db.select({ hash: uploadedPictures.hash }).from(uploadedPictures)).toEqual([{ hash }]);
  });
});

const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>';
const header = (text: string) => Buffer.from(text.padEnd(200, "\0"), "latin1");

test.each<[what: string, file: Buffer, message: RegExp]>([
  ["an SVG", Buffer.from(svg), /^This is an SVG; upload a PNG, JPEG, WebP or AVIF$/],
  ["a GIF", await create("#123", 300, 300).gif().toBuffer(), /^This is a GIF;/],
  ["a TIFF", await create("#123", 300, 300).tiff().toBuffer(), /^This is a TIFF;/],
  ["a page", Buffer.from("<!doctype html><script>alert(1)</script>"), /^This is a page or XML;/],
  ["a video", header("\0\0\0\x18ftypmp42"), /^This is a HEIC picture or a film;/],
  ["text", Buffer.from("no picture"), /^This is no picture;/],
  ["half a picture", red.subarray(0, 400), /^The picture is damaged$/],
  ["only a picture's signature", header("\x89PNG\r\n\x1a\n"), /^The picture is damaged$/],
  ["a tiny picture", await create("#123", 99, 500).png().toBuffer(), /99 × 500 pixels; at least 100 × 100/],
  [
    "a decompression bomb",
    await create("#000", 9_000, 5_000).png().toBuffer(),
    /9000 × 5000 pixels; at most 40 million/,
  ],
])("%s is refused with the reason, and nothing changes", async (_, file, message) => {
  const id = await addGame();
  const response = await upload(id, file);
  expect([response.statusCode, response.json().details[0]]).toEqual([
    400,
    { path: "picture", msg: expect.stringMatching(message) },
  ]);
  expect((await read(id)).version).toBe(1);
  expect(await db.$count(uploadedPictures)).toBe(0);
});

test("too large a file, another type and no file are refused", async () => {
  const id = await addGame();
  expect((await upload(id, Buffer.alloc(8 * 1024 ** 2 + 1))).statusCode).toBe(413);
  expect((await upload(id, Buffer.from("{}"), { type: "application/json" })).statusCode).toBe(415);
  expect((await upload(id, Buffer.alloc(0))).statusCode).toBe(400);
  expect((await upload(id, red, { user: reader })).statusCode).toBe(403);
  expect((await upload(999_999, red)).statusCode).toBe(404);
});

test.each([
  "/images/uploads/0123456789abcdef0123456789abcdef.webp",
  "/images/uploads/..%2fpasswd",
  "/images/uploads/x",
])("%s is a 404", async (url) => expect((await app.inject(url)).statusCode).toBe(404));
