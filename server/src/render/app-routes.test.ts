import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { markets } from "../features/markets/table.ts";
import { startTestApp } from "../test/app.ts";
import { createTestDatabase } from "../test/database.ts";

const database = await createTestDatabase();
await database.db.update(markets).set({ enabled: true }).where(eq(markets.country, "GB"));
const app = await startTestApp(database);

test.each([
  ["", "/", "/deals"],
  ["?country=GB", "/gb", "/gb/deals"],
  ["?country=gb", "/gb", "/gb/deals"],
  ["?country=US", "/", "/deals"],
  ["?country=ZZ", "/", "/deals"],
  ["?country=a&country=b", "/", "/deals"],
])("the manifest%s starts at %s (spec/app 1.1)", async (search, start, deals) => {
  const response = await app.inject(`/manifest.webmanifest${search}`);
  expect(response.headers["content-type"]).toBe("application/manifest+json; charset=utf-8");
  expect(response.json()).toMatchObject({
    id: "/",
    name: "Lootwise",
    start_url: start,
    shortcuts: [{ url: deals }, {}, {}],
  });
});

test("all icons are PNGs of the manifest's size; maskable ones are opaque", async () => {
  const { icons } = (await app.inject("/manifest.webmanifest")).json();
  for (const { src, sizes, purpose } of icons) {
    const picture = sharp((await app.inject(src)).rawPayload);
    const { width, height, format } = await picture.metadata();
    expect([`${width}x${height}`, format]).toEqual([sizes, "png"]);
    if (purpose === "maskable") expect((await picture.stats()).isOpaque).toBe(true);
  }
});

test("the offline page loads nothing else, and the worker may fetch from this origin only", async () => {
  const page = await app.inject("/offline");
  expect(page.body).toContain("<h1>You are offline</h1>");
  expect(page.body).not.toMatch(/<script|<link|src=/);
  const worker = await app.inject("/service-worker.js");
  expect(worker.headers).toMatchObject({
    "cache-control": "no-cache",
    "content-security-policy": "default-src 'none'; connect-src 'self'",
    "content-type": "text/javascript; charset=utf-8",
  });
});
